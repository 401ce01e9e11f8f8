package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.link.OpTimesChunk;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.IterationType;

class PlainRanksTest {
    @TempDir
    Path scratch;

    private PlainRanks ranks;

    @BeforeEach
    void introduce() throws IOException {
        introduce(JobSpec.parse("fork=3", scratch), 2);
    }

    private void introduce(JobSpec spec, int size) throws IOException {
        ranks = new PlainRanks(
                spec,
                new RankLayout("c", size, 1, false, Hosts.parse("h:" + size)),
                Iterations.benchmark(1, Map.of("comm", "c", "ranks", "2", "bytes", "16")));
        for (int rank = 0; rank < size; rank++) {
            ranks.introduce(rank, Map.of("host", "h", "pid", "1" + rank));
        }
    }

    private void measure(Long... nanos) {
        ranks.iteration(IterationType.WARMUP, 1, List.of(nanos));
        ranks.iteration(IterationType.MEASUREMENT, 1, List.of(nanos));
        ranks.iteration(IterationType.MEASUREMENT, 2, List.of(nanos));
    }

    /** Of four ranks that meet in pairs, the way from 0 to 1 and from 2 to 3. */
    @Test
    void readingsAreThoseOfTheHopsThatAreUsedAndTheFloorIsAMetric() throws IOException {
        for (boolean pairs : new boolean[] {true, false}) {
            introduce(JobSpec.parse("", scratch).pairing(pairs), 4);
            ranks.iteration(IterationType.WARMUP, 1, List.of(9_000L, 9_000L, 9_000L, 9_000L));
            for (int i = 1; i <= 2; i++) {
                ranks.conditions(DoubleStream.of(60, 330, 61, 331)
                        .mapToObj(nanos -> Conditions.of(nanos, nanos + 1, 0, 0, 0))
                        .toList());
                ranks.floor(25, 200);
                ranks.iteration(IterationType.MEASUREMENT, i, List.of(1_000L, 1_000L, 1_000L, 1_000L));
            }
            Map<String, Double> metrics = new TreeMap<>();
            ranks.complete().getSecondaryResults().forEach((name, metric) -> metrics.put(name, metric.getScore()));
            assertThat(metrics)
                    .containsEntry("floor", 25.0)
                    .containsEntry("ranks.skew", 200.0)
                    .containsEntry("probe.before", pairs ? 60.5 : 195.5)
                    .containsEntry("probe.before.1", 60.0)
                    .containsEntry("probe.before.2", pairs ? 61.0 : 330.0)
                    .containsEntry("probe.after.2", pairs ? 62.0 : 331.0);
            assertThat(metrics.containsKey("probe.before.3")).isEqualTo(!pairs);
        }
    }

    @Test
    void theResultIsThatOfRanksOfJmh() throws IOException {
        ranks.iteration(IterationType.WARMUP, 1, List.of(9_000L, 9_000L));
        ranks.iteration(IterationType.MEASUREMENT, 1, List.of(1_000L, 3_000L));
        ranks.conditions(List.of(Conditions.of(60, 330, 2, 1, 10), Conditions.UNKNOWN));
        ranks.iteration(IterationType.MEASUREMENT, 2, List.of(2_000L, 6_000L));
        BenchmarkResult result = ranks.complete();
        assertThat(result.getPrimaryResult().getScore()).isEqualTo(3);
        assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("us/op");
        assertThat(result.getPrimaryResult().getLabel()).isEqualTo("c");
        assertThat(result.getSecondaryResults().get("ranks.min").getScore()).isEqualTo(1.5);
        assertThat(result.getSecondaryResults().get("ranks.max").getScore()).isEqualTo(4.5);
        assertThat(Files.readAllLines(scratch.resolve("ranks.csv")))
                .hasSize(7)
                .startsWith(RankRow.HEADER)
                .contains("a.B.c,bytes=16,c,2,1,20,3,measurement,1,1,0,h,11,3.0,us/op,,,,,,")
                .contains("a.B.c,bytes=16,c,2,1,20,3,measurement,2,0,0,h,10,2.0,us/op,2,1,10,60.0,330.0,")
                .contains("a.B.c,bytes=16,c,2,1,20,3,measurement,2,1,0,h,11,6.0,us/op,,,,,,");
        assertThat(Files.readAllLines(scratch.resolve("ranks.txt"))).hasSize(2);
    }

    @Test
    void whatIsMissingIsNotMadeUp() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ranks.iteration(IterationType.MEASUREMENT, 1, List.of(1_000L)));
        assertThatIllegalStateException()
                .isThrownBy(() -> ranks.iteration(IterationType.MEASUREMENT, 1, List.of(1_000L, 0L)));
        assertThatIllegalStateException().isThrownBy(() -> ranks.introduce(2, Map.of()));
        ranks.iteration(IterationType.MEASUREMENT, 1, List.of(1_000L, 3_000L));
        assertThatIllegalStateException()
                .isThrownBy(() -> ranks.iteration(IterationType.MEASUREMENT, 3, List.of(1_000L, 3_000L)));
        assertThatIllegalStateException()
                .isThrownBy(() -> ranks.complete())
                .withMessage("there were 0 + 1 iterations, not 1 + 2");
    }

    @Test
    void timesOfCallsAreThoseOfTheLaunchesThatAskForThem() throws IOException {
        OpTimesChunk chunk = new OpTimesChunk(0, 0, 7, 40, 2, 0, new long[2], new long[] {5, 6});
        assertThatIllegalStateException().isThrownBy(() -> ranks.times(chunk));
        introduce(JobSpec.parse("", scratch).timingOperations(false), 2);
        measure(1_000L, 3_000L);
        ranks.times(chunk);
        assertThatIllegalStateException()
                .isThrownBy(() -> ranks.complete())
                .withMessageContaining("rank 1, thread 0 did not send all of its operation times");
        ranks.times(new OpTimesChunk(1, 0, 7, 40, 2, 0, new long[2], new long[] {7, 4}));
        ranks.complete();
        assertThat(Files.readString(scratch.resolve(Distribution.FACTS))).contains("max=7", "calls=40");
    }

    @Test
    void pairsOfPlainRanksAreAddedUp() throws IOException {
        introduce(JobSpec.parse("", scratch).pairing(true).timingOperations(false), 4);
        measure(1L, 1L, 1L, 1L);
        for (int rank = 0; rank < 4; rank++) {
            ranks.times(new OpTimesChunk(rank, 0, 7, 40, 2, 0, new long[2], new long[] {rank + 1, 10 * (rank + 1)}));
        }
        ranks.complete();
        // 2 and 4 in the first iteration, 20 and 40 in the second; of all ranks together it would be 4 and 40.
        assertThat(Files.readString(scratch.resolve(Distribution.FACTS))).contains("p50=4&", "max=40", "iterations=2");
        assertThat(Files.readAllLines(scratch.resolve(Distribution.LOG)))
                .filteredOn(line -> line.startsWith("Tag=slowest,"))
                .hasSize(2);
    }
}
