package dev.lockstep.harness.relay;

import static dev.lockstep.harness.relay.Iterations.MEASURED;
import static dev.lockstep.harness.relay.Iterations.WARMUP;
import static dev.lockstep.harness.relay.Iterations.benchmark;
import static dev.lockstep.harness.relay.Iterations.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.rank.RankThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.link.JmhFrames;

class RankRowsTest {
    private static final String HEADER =
            "benchmark,params,comm,ranks,threads,n,fork,phase,iteration,rank,thread,host,pid,score,unit,"
                    + "switches,migrations,stolen,probe_before,probe_after,placement,scored\n";

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
        rows.add(rank(1), iteration(b, WARMUP, 1, 12.5), new Conditions(61.34, Double.NaN, 7, 0, 20));
        rows.add(rank(0), iteration(b, MEASURED, 2, 1.25), Conditions.UNKNOWN);
        BenchmarkParams hostile = benchmark(1, Map.of("p", "a;b=50%;%3B", "q", "a,b\"c\nd"));
        rows.add(rank(0), iteration(hostile, MEASURED, 1, 1), Conditions.UNKNOWN);
        String params = "a.B.c,bytes=64;thread-level=single;z=1,openmpi,2,1,20,3,";
        assertThat(Files.readString(file))
                .isEqualTo(HEADER
                        + params + "warmup,1,1,0,\"node\"\"7,x\",4711,12.5,us/op,7,0,20,61.3,,,\n"
                        + params + "measurement,2,0,0,\"node\"\"7,x\",4711,1.25,us/op,,,,,,,\n"
                        + "a.B.c,\"p=a%3Bb=50%25%3B%253B;q=a,b\"\"c\nd;thread-level=single\",,,1,20,3,"
                        + "measurement,1,0,0,\"node\"\"7,x\",4711,1.0,us/op,,,,,,,\n");
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
                        "a.B.c,,x," + columns + "h,1,1.0,us/op,,,,,,,", "a.B.c,,x," + columns + "h,1,2.0,B,,,,,,,no");
    }
}
