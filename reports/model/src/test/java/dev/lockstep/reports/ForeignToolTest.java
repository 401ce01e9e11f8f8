package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads what is imported back with our own reader; the fixtures' README says where they are from. */
class ForeignToolTest {
    private static final Path FIXTURES = Path.of("src/test/resources/foreign");

    @TempDir
    private Path directory;

    @Test
    void readsRealOutputOfIntelMpiBenchmarks() throws IOException {
        Map<String, JmhResult> rows = imported(ForeignTool.IMB, OptionalInt.empty(), "imb-mpi1.txt");

        JmhResult pingPong = rows.get("imb.PingPong {bytes=4, comm=imb, ranks=2}");
        assertThat(pingPong.primary().score()).isEqualTo(0.34);
        assertThat(pingPong.primary().unit()).isEqualTo(Unit.of("us/op"));
        assertThat(pingPong.key().mode()).isEqualTo("ss");
        assertThat(pingPong.batchSize()).isEqualTo(1000);
        assertThat(pingPong.secondary().get("bandwidth").score()).isEqualTo(11.77);
        JmhResult allReduce = rows.get("imb.Allreduce {bytes=4, comm=imb, ranks=2}");
        assertThat(allReduce.primary().score()).isEqualTo(50.87);
        assertThat(allReduce.secondary().get("ranks.min").score()).isEqualTo(40.00);
        assertThat(allReduce.secondary().get("ranks.max").score()).isEqualTo(61.75);
        assertThat(rows.get("imb.Barrier {comm=imb, ranks=2}").primary().score())
                .isEqualTo(28.47);
        assertThat(rows.get("imb.Sendrecv {bytes=0, comm=imb, ranks=2}")
                        .primary()
                        .score())
                .isEqualTo(0.36);
    }

    @Test
    void readsOverlapOfNonBlockingCollectives() throws IOException {
        Map<String, JmhResult> rows = imported(ForeignTool.IMB, OptionalInt.empty(), "imb-nbc.txt");

        JmhResult one = rows.get("imb.Ibcast {bytes=1, comm=imb, ranks=2}");
        assertThat(rows).hasSize(8);
        assertThat(one.primary().score()).isEqualTo(0.59);
        assertThat(one.secondary().get("t_pure").score()).isEqualTo(0.76);
        assertThat(one.secondary().get("overlap").score()).isEqualTo(43.03);
        assertThat(one.secondary().get("overlap").unit().name()).isEqualTo("%");
    }

    @Test
    void severalFilesAreSeveralForks() throws IOException {
        JmhResult row = imported(
                        ForeignTool.IMB, OptionalInt.empty(), "imb-mpi1.txt", "imb-launch2.txt", "imb-launch3.txt")
                .get("imb.PingPong {bytes=0, comm=imb, ranks=2}");

        assertThat(row.forks()).isEqualTo(3);
        assertThat(row.primary().raw())
                .hasSize(3)
                .allSatisfy(fork -> assertThat(fork).hasSize(1));
        assertThat(row.primary().score())
                .isEqualTo(row.primary().forkMeans().stream()
                        .mapToDouble(d -> d)
                        .average()
                        .orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"netpipe-screen.txt, 14971", "netpipe-np.out, 1"})
    void readsRealOutputOfNetpipe(String file, int n) throws IOException {
        Map<String, JmhResult> rows = imported(ForeignTool.NETPIPE, OptionalInt.empty(), file);

        JmhResult one = rows.get("netpipe.PingPong {bytes=1, comm=netpipe, ranks=2}");
        assertThat(rows).hasSizeGreaterThan(15);
        assertThat(one.primary().score()).isEqualTo(6.65);
        assertThat(one.batchSize()).isEqualTo(n);
        assertThat(one.secondary().get("bandwidth").unit().name()).isEqualTo("Mbit/s");
        assertThat(one.secondary().get("bandwidth").score()).isBetween(1.14, 1.16);
    }

    @Test
    void readsOsuOfManyVersions() throws IOException {
        assertThat(imported(ForeignTool.OSU, OptionalInt.of(2), "osu-latency.txt")
                        .get("osu.Latency {bytes=4, comm=osu, ranks=2}")
                        .primary()
                        .score())
                .isEqualTo(13.49);
        assertThat(imported(ForeignTool.OSU, OptionalInt.empty(), "osu-old.txt"))
                .containsOnlyKeys("osu.Latency {bytes=0, comm=osu}", "osu.Latency {bytes=1, comm=osu}");
        JmhResult full = imported(ForeignTool.OSU, OptionalInt.of(4), "osu-allreduce-full.txt")
                .get("osu.AllreduceLatency {bytes=8, comm=osu, ranks=4}");
        assertThat(full.primary().score()).isEqualTo(10.84);
        assertThat(full.batchSize()).isEqualTo(1000);
        assertThat(full.secondary().get("ranks.max").score()).isEqualTo(10.96);
    }

    @Test
    void readsBarriersBandwidthsAndOverlapOfOsu() throws IOException {
        Map<String, JmhResult> rows = imported(ForeignTool.OSU, OptionalInt.empty(), "osu-rest.txt");

        assertThat(rows.get("osu.BarrierLatency {comm=osu}").primary().score()).isEqualTo(0.26);
        JmhResult bandwidth = rows.get("osu.Bandwidth {bytes=2, comm=osu}");
        assertThat(bandwidth.key().mode()).isEqualTo("thrpt");
        assertThat(bandwidth.primary().unit().higherIsBetter()).isTrue();
        assertThat(rows.get("osu.MultipleBandwidthMessageRate {bytes=1, comm=osu}")
                        .secondary()
                        .get("messages.s")
                        .score())
                .isEqualTo(2100000.0);
        JmhResult overlap = rows.get("osu.NonblockingAllreduceLatency {bytes=4, comm=osu}");
        assertThat(overlap.primary().score()).isEqualTo(4.31);
        assertThat(overlap.secondary()).containsKeys("compute", "pure.comm.", "overlap");
    }

    @Test
    void saysWhatIsWrongAndWhere() throws IOException {
        assertThatThrownBy(() -> imported(ForeignTool.OSU, OptionalInt.empty(), "netpipe-np.out"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("netpipe-np.out, line 1: expected a title");
        assertThatThrownBy(() -> imported(ForeignTool.NETPIPE, OptionalInt.empty(), "osu-latency.txt"))
                .hasMessageContaining("line 5: expected \"N: B bytes");
        assertThatThrownBy(() -> imported(ForeignTool.IMB, OptionalInt.empty(), "README.md"))
                .hasMessageContaining("expected the output of Intel MPI Benchmarks, found no line of numbers");
        assertThatThrownBy(() -> imported(ForeignTool.IMB, "# Benchmarking X\n#bytes t[usec]\n1\n"))
                .hasMessageContaining("line 3: expected 2 columns: #bytes t[usec], found 1 columns");
        assertThatThrownBy(() -> imported(ForeignTool.IMB, "# Benchmarking X\n#bytes t[usec]\n1 1.2\n1 x\n"))
                .hasMessageContaining("line 4: expected a number, found 'x'");
        assertThatThrownBy(() -> imported(ForeignTool.IMB, "# Benchmarking X\n#bytes t[usec]\n1 1.2\n1 1.3\n"))
                .hasMessageContaining("line 4: expected every row once")
                .hasMessageContaining("after line 3");
        assertThatThrownBy(() -> imported(ForeignTool.IMB, "# Benchmarking X\n#bytes furlongs\n1 1.2\n"))
                .hasMessageContaining("t_avg[usec], t[usec]");
    }

    private void imported(ForeignTool tool, String text) throws IOException {
        tool.convert(
                List.of(Files.writeString(directory.resolve("text"), text)), OptionalInt.empty(), new StringWriter());
    }

    private Map<String, JmhResult> imported(ForeignTool tool, OptionalInt ranks, String... files) throws IOException {
        StringWriter json = new StringWriter();
        tool.convert(Arrays.stream(files).map(FIXTURES::resolve).toList(), ranks, json);
        return JmhResultReader.read(Files.writeString(directory.resolve("imported.json"), json.toString())).stream()
                .collect(Collectors.toMap(
                        result -> result.key().benchmark() + " " + result.params(), Function.identity()));
    }
}
