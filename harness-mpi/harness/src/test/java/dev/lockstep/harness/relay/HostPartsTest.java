package dev.lockstep.harness.relay;

import static dev.lockstep.harness.Thrown.assertThrown;
import static dev.lockstep.harness.relay.Iterations.MEASURED;
import static dev.lockstep.harness.relay.Iterations.WARMUP;
import static dev.lockstep.harness.relay.Iterations.benchmark;
import static dev.lockstep.harness.relay.Iterations.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.rank.RankThread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.link.JmhFrames;

/** Small parts of the host's end of a launch. */
class HostPartsTest {
    // --- CappedOutputStream ---

    private static String kept(String... parts) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        CappedOutputStream capped = new CappedOutputStream(kept, 5);
        for (String part : parts) {
            capped.write(part.getBytes(StandardCharsets.US_ASCII));
        }
        capped.write('!');
        capped.close();
        capped.close();
        return kept.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void whatFitsIsKeptAsItIsAndWhatIsTooMuchIsCounted() throws IOException {
        assertThat(kept("123", "4")).isEqualTo("1234!");
        assertThat(kept("1234", "567"))
                .startsWith("12345\n")
                .containsOnlyOnce("3 bytes more were dropped; the first 5 are kept")
                .endsWith("\n");
    }

    // --- JmhFrames ---

    @Test
    void aJmhThatIsNotTestedIsRefusedWithThoseThatAreUnlessTheUserInsists() {
        JmhFrames.requireTested();
        assertThrown(
                IllegalStateException.class,
                () -> JmhFrames.requireTested("9.99"),
                "9.99",
                String.join(", ", JmhFrames.TESTED),
                "-D" + JmhFrames.UNTESTED + "=true");
        System.setProperty(JmhFrames.UNTESTED, "true");
        try {
            JmhFrames.requireTested("9.99");
        } finally {
            System.clearProperty(JmhFrames.UNTESTED);
        }
    }

    @Test
    void framesOfOursMeanWhatTheySay() {
        assertThat(JmhFrames.meaning(JmhFrames.print("text"))).isEqualTo(new JmhFrames.Print("text\n"));
        assertThat(JmhFrames.meaning(JmhFrames.finish())).isInstanceOf(JmhFrames.Finish.class);
        assertThat(JmhFrames.meaning(JmhFrames.failure("why")))
                .isInstanceOfSatisfying(
                        JmhFrames.Failure.class,
                        f -> assertThat(f.error().getSuppressed()[0]).hasMessage("why"));
        assertThat(JmhFrames.meaning("no frame")).isInstanceOf(JmhFrames.Other.class);
    }

    // --- JobSpec ---

    private static final Path ELSEWHERE = Path.of("elsewhere");

    @Test
    void hostileFoldersAndArgumentsSurviveAsOneWord() {
        JobSpec spec = new JobSpec(
                        Path.of("/tmp/a b;c'd\"e&f=g\nh/%41"),
                        3,
                        LaunchOptions.DEFAULT
                                .by("mpirun")
                                .bound("socket")
                                .with(List.of(
                                        "", "--mca", "btl self,tcp", "a&b=c", "line\nline", "'\"$`", "", "trailing"))
                                .within(9)
                                .debugging(new DebugRank(1, 5005))
                                .keeping(77)
                                .on(Hosts.parse("h1:2/16,h2:2,10.0.0.3")),
                        true)
                .with(Map.of("thread-level", "single", "x=", "a&b"));
        assertThat(JobSpec.parse(spec.format(), ELSEWHERE)).isEqualTo(spec);
        // JMH splits a profiler's options at none of our characters, but the shell would at these.
        assertThat(spec.format()).doesNotContainAnyWhitespaces().doesNotContain(";", "'", "\"");
    }

    @Test
    void everythingMayBeLeftOutButNothingIsMisread() {
        JobSpec spec = JobSpec.parse("", ELSEWHERE);
        assertThat(spec).isEqualTo(new JobSpec(ELSEWHERE, 1, LaunchOptions.DEFAULT, false));
        JobSpec empty = new JobSpec(Path.of("x"), 1, LaunchOptions.DEFAULT.with(List.of("")), false);
        for (JobSpec each :
                List.of(spec, spec.pairing(true).timingOperations(false), spec.timingOperations(true), empty)) {
            assertThat(JobSpec.parse(each.format(), ELSEWHERE)).isEqualTo(each);
        }
        assertThatThrownBy(() -> JobSpec.parse("timeout=soon", ELSEWHERE)).isInstanceOf(IllegalArgumentException.class);
    }

    // --- RankRows ---

    private static final String HEADER =
            "benchmark,params,comm,ranks,threads,n,fork,phase,iteration,rank,thread,host,pid,score,unit,"
                    + "switches,migrations,stolen,probe_before,probe_after,scored\n";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("ranks.csv");
    }

    private static RankInfo rank(int rank) {
        return new RankInfo(rank, Map.of("host", "node\"7,x", "pid", "4711"));
    }

    private static JmhFrames.Iteration iteration(
            BenchmarkParams benchmark, IterationParams phase, int number, double... micros) {
        return new JmhFrames.Iteration(benchmark, phase, number, result(benchmark, phase, micros));
    }

    /** Fields are quoted as RFC 4180 says, and what parts parameters is encoded in their values. */
    @Test
    void aRankThatIsAProcessHasALinePerIterationBelowAHeaderThatStandsThereFromTheBeginning() throws IOException {
        RankRows rows = new RankRows(file, 3, 2, 2, Map.of("thread-level", "single"));
        assertThat(file).hasContent(HEADER);
        BenchmarkParams b = benchmark(1, Map.of("comm", "openmpi", "ranks", "2", "z", "1", "bytes", "64"));
        rows.add(rank(1), iteration(b, WARMUP, 1, 12.5), Conditions.of(61.34, Double.NaN, 7, 0, 20));
        rows.add(rank(0), iteration(b, MEASURED, 2, 1.25), Conditions.UNKNOWN);
        BenchmarkParams hostile = benchmark(1, Map.of("p", "a;b=50%;%3B", "q", "a,b\"c\nd"));
        rows.add(rank(0), iteration(hostile, MEASURED, 1, 1), Conditions.UNKNOWN);
        String params = "a.B.c,bytes=64;thread-level=single;z=1,openmpi,2,1,20,3,";
        assertThat(Files.readString(file))
                .isEqualTo(HEADER
                        + params + "warmup,1,1,0,\"node\"\"7,x\",4711,12.5,us/op,7,0,20,61.3,,\n"
                        + params + "measurement,2,0,0,\"node\"\"7,x\",4711,1.25,us/op,,,,,,\n"
                        + "a.B.c,\"p=a%3Bb=50%25%3B%253B;q=a,b\"\"c\nd;thread-level=single\",,,1,20,3,"
                        + "measurement,1,0,0,\"node\"\"7,x\",4711,1.0,us/op,,,,,,\n");
    }

    /** Two processes of two threads each, and one process of two ranks of one thread each; the last thread is not scored. */
    @ParameterizedTest
    @CsvSource({"2, '2,2,20,1,measurement,1,0,,'", "1, '2,1,20,1,measurement,1,,0,'"})
    void threadsAreCountedPerRankAndNotGuessed(int processes, String columns) throws IOException {
        JmhFrames.Iteration both = iteration(benchmark(2, Map.of("comm", "x", "ranks", "2")), MEASURED, 1, 1);
        both.result().addResult(Iterations.secondary(RankThread.UNSCORED, 2));
        new RankRows(file, 1, 2, processes, Map.of())
                .add(new RankInfo(0, Map.of("host", "h", "pid", "1")), both, Conditions.UNKNOWN);
        assertThat(Files.readAllLines(file).subList(1, 3))
                .containsExactly(
                        "a.B.c,,x," + columns + "h,1,1.0,us/op,,,,,,", "a.B.c,,x," + columns + "h,1,2.0,B,,,,,,no");
    }
}
