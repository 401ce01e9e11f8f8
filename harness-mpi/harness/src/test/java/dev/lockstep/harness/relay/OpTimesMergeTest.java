package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.link.OpTimesChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.link.JmhFrames;
import org.openjdk.jmh.runner.options.TimeValue;

class OpTimesMergeTest {
    private static final int CALLS = 10_000;

    @TempDir
    Path folder;

    private static OpTimesMerge merge(int ranks, int threads, boolean ranksAreThreads) {
        return merge(ranks, threads, ranksAreThreads, ranks, 1, Scored.Ranks.ALL);
    }

    private static OpTimesMerge merge(
            int ranks, int threads, boolean ranksAreThreads, int meeting, int iterations, Scored.Ranks scored) {
        OpTimesMerge merge = new OpTimesMerge(
                new RankLayout("x", ranks, threads, ranksAreThreads, Hosts.NOT_GIVEN), meeting, scored);
        IterationParams batch =
                new IterationParams(IterationType.MEASUREMENT, iterations, TimeValue.NONE, CALLS / iterations);
        BenchmarkParams benchmark = Iterations.benchmark(threads, Map.of("ranks", String.valueOf(ranks)));
        for (int process = 0; process < (ranksAreThreads ? 1 : ranks); process++) {
            for (int i = 1; i <= iterations; i++) {
                merge.measured(
                        process, new JmhFrames.Iteration(benchmark, batch, i, Iterations.result(benchmark, batch, 1)));
            }
        }
        return merge;
    }

    private static OpTimesChunk chunk(int rank, int thread, long... nanos) {
        return new OpTimesChunk(rank, thread, CALLS, nanos.length, 0, nanos);
    }

    private static long[] times(IntToLongFunction nanos) {
        return IntStream.range(0, CALLS).mapToLong(nanos).toArray();
    }

    /** In turn each of four ranks takes ten times as long, once in ten operations. */
    private static long straggling(int rank, int call) {
        return call % 10 == 0 && call / 10 % 4 == rank ? 10_000 : 1_000;
    }

    /** What averages over ranks say of it, and what its operations had to wait for. */
    @Test
    void aStragglerShowsInTheSlowestRankAndNotInAverages() throws RankFailure {
        OpTimesMerge merge = merge(4, 1, false);
        long[][] ranks = new long[4][];
        for (int r = 0; r < 4; r++) {
            int rank = r;
            ranks[rank] = times(call -> straggling(rank, call));
            merge.add(rank, chunk(rank, 0, ranks[rank]));
        }
        merge.requireWhole(process -> null);
        Histogram slowest = merge.result().slowest();

        assertThat(slowest.getTotalCount()).isEqualTo(CALLS);
        assertThat(slowest.getValueAtPercentile(50)).isCloseTo(1_000L, within(1L));
        assertThat(slowest.getValueAtPercentile(91)).isCloseTo(10_000L, within(10L));
        assertThat(slowest.getMean()).isCloseTo(1_900, within(5.0));

        Histogram ofAverages = new Histogram(3);
        IntStream.range(0, CALLS)
                .mapToLong(call -> Math.round(Arrays.stream(ranks)
                        .mapToLong(rank -> rank[call])
                        .average()
                        .orElseThrow()))
                .forEach(ofAverages::recordValue);
        assertThat(ofAverages.getMaxValue())
                .as("no percentile of cross-rank averages comes near the straggler")
                .isLessThan(3_300);
        for (long[] rank : ranks) {
            assertThat(LongStream.of(rank).average().orElseThrow())
                    .as("nor does any rank's mean")
                    .isLessThan(1_250);
        }
    }

    @Test
    void threadsNeverMeetSoEachHasItsOwnSlowestRank() throws RankFailure {
        OpTimesMerge merge = merge(2, 2, true);
        merge.add(0, chunk(0, 0, times(call -> 100)));
        merge.add(0, chunk(0, 1, times(call -> 5_000)));
        merge.add(0, chunk(1, 0, times(call -> 200)));
        merge.add(0, chunk(1, 1, times(call -> 300)));
        merge.requireWhole(process -> null);
        Distribution all = merge.result();
        assertThat(all.slowest().getTotalCount()).isEqualTo(2L * CALLS);
        assertThat(all.slowest().getValueAtPercentile(25)).isEqualTo(200);
        assertThat(all.slowest().getValueAtPercentile(75)).isCloseTo(5_000L, within(5L));
        assertThat(all.byRank().get(0).getTotalCount()).isEqualTo(2L * CALLS);
        assertThat(all.byRank().get(1).getMaxValue()).isEqualTo(300);
        assertThat(all.byThread())
                .containsOnlyKeys("rank-0-thread-0", "rank-0-thread-1", "rank-1-thread-0", "rank-1-thread-1");
        assertThat(all.byThread().get("rank-0-thread-0").getTotalCount()).isEqualTo(CALLS);
        assertThat(all.byThread().get("rank-0-thread-0").getMaxValue()).isEqualTo(100);
    }

    /** Whoever takes the longest time of all four reads 5000 in every operation. */
    @Test
    void pairsNeverMeetSoEachHasItsOwnSlowestRank() throws RankFailure {
        OpTimesMerge merge = merge(4, 1, false, 2, 1, Scored.Ranks.ALL);
        long[] each = {100, 200, 5_000, 300};
        for (int rank = 0; rank < 4; rank++) {
            long nanos = each[rank];
            merge.add(rank, chunk(rank, 0, times(call -> nanos)));
        }
        merge.requireWhole(process -> null);
        Histogram slowest = merge.result().slowest();
        assertThat(slowest.getTotalCount()).isEqualTo(2L * CALLS);
        assertThat(slowest.getCountAtValue(200)).isEqualTo(CALLS);
        assertThat(slowest.getCountAtValue(5_000)).isEqualTo(CALLS);
    }

    /** A server takes as long as it likes, and need not tell. */
    @ParameterizedTest
    @CsvSource({"EVEN, 2, 2", "EVEN, 4, 1", "FIRST, 4, 1", "ALL_BUT_FIRST, 4, 1"})
    void ofRanksThatAreScoredTheSlowestCounts(Scored.Ranks scored, int meeting, int lots) throws RankFailure {
        OpTimesMerge merge = merge(4, 1, false, meeting, 1, scored);
        for (int rank = 0; rank < 4; rank++) {
            long nanos = scored.include(rank) ? 100 + rank : 5_000;
            if (rank != 1 || scored.include(1)) {
                merge.add(rank, chunk(rank, 0, times(call -> nanos)));
            }
        }
        merge.requireWhole(process -> null);
        Histogram slowest = merge.result().slowest();
        assertThat(slowest.getTotalCount()).isEqualTo((long) lots * CALLS);
        assertThat(slowest.getMaxValue())
                .isEqualTo(100
                        + IntStream.range(0, 4).filter(scored::include).max().orElseThrow());
        assertThat(merge.result().byRank()).hasSize(scored.include(1) ? 4 : 3);
    }

    @Test
    void aRankWithoutAPeerIsAloneAndThreadsOfAPairAreTwoPairs() throws RankFailure {
        OpTimesMerge merge = merge(3, 2, true, 2, 1, Scored.Ranks.ALL);
        for (int rank = 0; rank < 3; rank++) {
            for (int thread = 0; thread < 2; thread++) {
                merge.add(0, chunk(rank, thread, 100 * rank + 10 * thread + 1));
            }
        }
        merge.requireWhole(process -> null);
        Histogram slowest = merge.result().slowest();
        assertThat(slowest.getTotalCount()).isEqualTo(4);
        for (long nanos : new long[] {101, 111, 201, 211}) {
            assertThat(slowest.getCountAtValue(nanos)).as("%s ns", nanos).isEqualTo(1);
        }
    }

    @Test
    void eachIterationHasAnIntervalOfTheLog() throws RankFailure, IOException {
        OpTimesMerge merge = merge(2, 1, false, 2, 4, Scored.Ranks.ALL);
        for (int rank = 0; rank < 2; rank++) {
            long later = rank;
            long[] times = times(call -> 100 * (call / (CALLS / 4)) + later);
            merge.add(rank, new OpTimesChunk(rank, 0, CALLS, CALLS, 0, Arrays.copyOf(times, 4_000)));
            merge.add(rank, new OpTimesChunk(rank, 0, CALLS, CALLS, 4_000, Arrays.copyOfRange(times, 4_000, CALLS)));
        }
        merge.requireWhole(process -> null);
        merge.result().write(folder);
        List<Long> values = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        try (HistogramLogReader log =
                new HistogramLogReader(folder.resolve(Distribution.LOG).toFile())) {
            while (log.hasNext()) {
                Histogram histogram = (Histogram) log.nextIntervalHistogram();
                if (histogram.getTag().equals("slowest")) {
                    assertThat(histogram.getTotalCount()).isEqualTo(CALLS / 4);
                    assertThat(histogram.getMinValue()).isEqualTo(histogram.getMaxValue());
                    values.add(histogram.getMaxValue());
                    starts.add(histogram.getStartTimeStamp());
                }
            }
        }
        assertThat(values).containsExactly(1L, 101L, 201L, 301L);
        assertThat(starts).extracting(start -> start - starts.get(0)).containsExactly(0L, 1000L, 2000L, 3000L);
        assertThat(KeyValues.parse(Files.readString(folder.resolve(Distribution.FACTS))))
                .containsEntry("iterations", "4");
    }

    @Test
    void whatCannotBeDividedAmongIterationsIsRefused() throws RankFailure {
        OpTimesMerge uneven = merge(1, 1, true, 1, 4, Scored.Ranks.ALL);
        uneven.add(0, chunk(0, 0, 1, 2, 3, 4, 5, 6));
        assertThatThrownBy(() -> uneven.requireWhole(process -> null))
                .isInstanceOf(RankFailure.class)
                .hasMessageContaining("recorded 6 calls, not equally many in each of 4 iterations");
    }

    @Test
    void timesThatComeInDifferentPiecesAreNotLost() throws RankFailure {
        OpTimesMerge merge = merge(2, 1, false);
        merge.add(0, chunk(0, 0, 1, 2));
        merge.add(1, new OpTimesChunk(1, 0, CALLS, 2, 0, new long[] {1}));
        merge.add(1, new OpTimesChunk(1, 0, CALLS, 2, 1, new long[] {2}));
        assertThatThrownBy(() -> merge.requireWhole(process -> null))
                .isInstanceOf(RankFailure.class)
                .hasMessageContaining("in different pieces");
    }

    @Test
    void timesBeforeAnythingWasMeasuredAreRefused() {
        OpTimesMerge early = new OpTimesMerge(new RankLayout("x", 1, 1, true, Hosts.NOT_GIVEN), 1, Scored.Ranks.ALL);
        assertThatThrownBy(() -> early.add(0, chunk(0, 0, 1)))
                .isInstanceOf(RankFailure.class)
                .hasMessageContaining("before it measured");
    }

    @Test
    void chunksAreJoinedInOrder() throws RankFailure {
        OpTimesMerge merge = merge(1, 1, true);
        merge.add(0, new OpTimesChunk(0, 0, CALLS, 3, 0, new long[] {1, 2}));
        merge.add(0, new OpTimesChunk(0, 0, CALLS, 3, 2, new long[] {3}));
        merge.requireWhole(process -> null);
        assertThat(merge.result().slowest().getTotalCount()).isEqualTo(3);
    }

    @Test
    void aGapIsRefused() throws RankFailure {
        OpTimesMerge merge = merge(1, 1, true);
        merge.add(0, new OpTimesChunk(0, 0, CALLS, 5, 0, new long[] {1, 2}));
        assertThatThrownBy(() -> merge.add(0, new OpTimesChunk(0, 0, CALLS, 5, 3, new long[] {4})))
                .isInstanceOf(RankFailure.class)
                .hasMessageContaining("rank 0, thread 0 from 3 on");
        assertThatThrownBy(() -> merge.requireWhole(process -> null)).hasMessageContaining("did not send all");
    }

    @Test
    void aRankSpeaksForItselfAlone() {
        OpTimesMerge merge = merge(2, 1, false);
        for (OpTimesChunk foreign :
                new OpTimesChunk[] {chunk(0, 0, 1), chunk(2, 0, 1), chunk(-1, 0, 1), chunk(1, 1, 1)}) {
            assertThatThrownBy(() -> merge.add(1, foreign))
                    .isInstanceOf(RankFailure.class)
                    .hasMessageContaining("which it does not run");
        }
    }

    @Test
    void ranksThatTimedDifferentlyManyOperationsCannotBeLinedUp() throws RankFailure {
        OpTimesMerge fewer = merge(2, 1, false);
        fewer.add(0, chunk(0, 0, 1, 2, 3));
        fewer.add(1, chunk(1, 0, 1, 2));
        assertThatThrownBy(() -> fewer.requireWhole(process -> null))
                .isInstanceOf(RankFailure.class)
                .hasMessageContaining("rank 1, thread 0 recorded 2 calls, and rank 0, thread 0 3");

        OpTimesMerge absent = merge(2, 1, false);
        absent.add(0, chunk(0, 0, 1, 2, 3));
        assertThatThrownBy(() -> absent.requireWhole(process -> null))
                .hasMessageContaining("rank 1, thread 0 did not send all");

        OpTimesMerge twice = merge(1, 1, true);
        twice.add(0, new OpTimesChunk(0, 0, 2 * CALLS, 1, 0, new long[] {1}));
        assertThatThrownBy(() -> twice.requireWhole(process -> null))
                .hasMessageContaining("timed " + 2 * CALLS + " calls of " + CALLS)
                .hasMessageContaining("mark() exactly once");
    }

    @Test
    void theLogHoldsEveryHistogramAndTheFactsSayItInShort() throws RankFailure, IOException {
        OpTimesMerge merge = merge(2, 1, false);
        merge.add(0, chunk(0, 0, times(call -> call)));
        merge.add(1, chunk(1, 0, times(call -> CALLS - call)));
        merge.requireWhole(process -> null);
        merge.result().write(folder);

        Map<String, Histogram> byTag = new TreeMap<>();
        try (HistogramLogReader log =
                new HistogramLogReader(folder.resolve(Distribution.LOG).toFile())) {
            while (log.hasNext()) {
                Histogram histogram = (Histogram) log.nextIntervalHistogram();
                byTag.put(histogram.getTag(), histogram);
            }
        }
        assertThat(byTag).containsOnlyKeys("slowest", "rank-0", "rank-1");
        assertThat(byTag.get("slowest").getMinValue()).isCloseTo(CALLS / 2L, within(10L));
        assertThat(byTag.get("rank-0").getValueAtPercentile(50)).isCloseTo(CALLS / 2L, within(10L));
        assertThat(Files.readString(folder.resolve(Distribution.LOG))).contains("nanoseconds per operation", "a.B.c");
        Map<String, String> facts = KeyValues.parse(Files.readString(folder.resolve(Distribution.FACTS)));
        assertThat(facts)
                .containsEntry("iterations", "1")
                .containsEntry("calls", String.valueOf(CALLS))
                .containsEntry("recorded", String.valueOf(CALLS))
                .containsEntry("operationsPerCall", "1")
                .containsKeys("p50", "p90", "p99", "p99.9", "max");
    }
}
