package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.reports.foreign.ForeignTool;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads what is imported back with our own reader; the fixtures' README says where they are from. To accept a change, copy
 * what the failing test wrote to {@code target/golden}.
 */
class ForeignToolTest {
    private static final Path FIXTURES = Path.of("src/test/resources/foreign");

    @TempDir
    private Path directory;

    private List<JmhResult> imported(ForeignTool tool, OptionalInt ranks, List<Path> files) throws IOException {
        StringWriter json = new StringWriter();
        tool.convert(files, ranks, json);
        return JmhResultReader.read(Files.writeString(directory.resolve("imported.json"), json.toString()));
    }

    private static String line(JmhResult result) {
        StringBuilder line = new StringBuilder(result.key().benchmark() + " " + result.params() + " "
                + result.key().mode() + ", n " + result.batchSize() + ", forks "
                + result.primary().raw() + ": " + result.primary().score() + " "
                + result.primary().unit().name());
        new TreeMap<>(result.secondary())
                .forEach((name, metric) -> line.append(
                        ", " + name + " " + metric.score() + " " + metric.unit().name()));
        return line.append('\n').toString();
    }

    /** Output of all tools and versions; of several files each is a fork. */
    @Test
    void readsLikeTheGoldenFile() throws IOException {
        StringBuilder read = new StringBuilder();
        for (String typed : List.of(
                "IMB imb-mpi1.txt imb-launch2.txt imb-launch3.txt",
                "IMB imb-nbc.txt",
                "NETPIPE netpipe-screen.txt",
                "NETPIPE netpipe-np.out",
                "OSU osu-old.txt",
                "OSU osu-rest.txt",
                "OSU 2 osu-latency.txt",
                "OSU 4 osu-allreduce-full.txt")) {
            String[] words = typed.split(" ");
            boolean ranked = words[1].matches("\\d+");
            List<Path> files =
                    Stream.of(words).skip(ranked ? 2 : 1).map(FIXTURES::resolve).toList();
            read.append("# ").append(typed).append('\n');
            imported(
                            ForeignTool.valueOf(words[0]),
                            ranked ? OptionalInt.of(Integer.parseInt(words[1])) : OptionalInt.empty(),
                            files)
                    .forEach(result -> read.append(line(result)));
        }
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden/foreign.txt"), read);
        assertThat(read.toString()).isEqualTo(Files.readString(Path.of("src/test/resources/golden/foreign.txt")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OSU     | @netpipe-np.out | netpipe-np.out, line 1: expected a title
            NETPIPE | @osu-latency.txt | line 5: expected "N: B bytes
            IMB     | @README.md | expected the output of Intel MPI Benchmarks, found no line of numbers
            IMB     | # Benchmarking X;#bytes t[usec];1 | line 3: expected 2 columns: #bytes t[usec], found 1 columns
            IMB     | # Benchmarking X;#bytes t[usec];1 1.2;1 x | line 4: expected a number, found 'x'
            IMB     | # Benchmarking X;#bytes t[usec];1 1.2;1 1.3 | line 4: expected every row once; give each run a file of its own, found a second
            IMB     | # Benchmarking X;#bytes furlongs;1 1.2 | t_avg[usec], t[usec]
            """)
    void saysWhatIsWrongAndWhere(ForeignTool tool, String text, String message) throws IOException {
        Path file = text.startsWith("@")
                ? FIXTURES.resolve(text.substring(1))
                : Files.writeString(directory.resolve("text"), text.replace(';', '\n') + "\n");
        assertThatThrownBy(() -> imported(tool, OptionalInt.empty(), List.of(file)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }
}
