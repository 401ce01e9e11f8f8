package dev.lockstep.harness.relay;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.link.OpTimesChunk;
import dev.lockstep.run.OpSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
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
        return merge(ranks, threads, ranksAreThreads, meeting, iterations, scored, Optional.empty());
    }

    private static OpTimesMerge merge(
            int ranks,
            int threads,
            boolean ranksAreThreads,
            int meeting,
            int iterations,
            Scored.Ranks scored,
            Optional<Path> samples) {
        OpTimesMerge merge = new OpTimesMerge(
                new RankLayout("x", ranks, threads, ranksAreThreads, Hosts.NOT_GIVEN), meeting, scored, samples);
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
        return new OpTimesChunk(rank, thread, 7, CALLS, nanos.length, 0, new long[nanos.length], nanos);
    }

    private static OpTimesChunk part(int rank, int recorded, int offset, long... nanos) {
        return new OpTimesChunk(rank, 0, 7, CALLS, recorded, offset, new long[nanos.length], nanos);
    }

    private static long[] times(IntToLongFunction nanos) {
        return IntStream.range(0, CALLS).mapToLong(nanos).toArray();
    }

    private static Distribution whole(OpTimesMerge merge) throws RankFailure {
        merge.requireWhole(process -> null);
        return merge.result();
    }

    /** What a log holds, in its order. */
    private List<Histogram> log(Distribution all) throws IOException {
        all.write(folder);
        List<Histogram> histograms = new ArrayList<>();
        try (HistogramLogReader log =
                new HistogramLogReader(folder.resolve(Distribution.LOG).toFile())) {
            while (log.hasNext()) {
                histograms.add((Histogram) log.nextIntervalHistogram());
            }
        }
        return histograms;
    }

    /** In turn each of four ranks takes ten times as long, once in ten operations: no average shows it. */
    @Test
    void aStragglerShowsInTheSlowestRank() throws RankFailure {
        OpTimesMerge merge = merge(4, 1, false);
        for (int r = 0; r < 4; r++) {
            int rank = r;
            merge.add(rank, chunk(rank, 0, times(call -> call % 10 == 0 && call / 10 % 4 == rank ? 10_000 : 1_000)));
        }
        Histogram slowest = whole(merge).slowest();
        assertThat(slowest.getTotalCount()).isEqualTo(CALLS);
        assertThat(slowest.getValueAtPercentile(50)).isCloseTo(1_000L, within(1L));
        assertThat(slowest.getValueAtPercentile(91)).isCloseTo(10_000L, within(10L));
        assertThat(slowest.getMean()).isCloseTo(1_900, within(5.0));
    }

    @Test
    void threadsNeverMeetSoEachHasItsOwnSlowestRank() throws RankFailure {
        OpTimesMerge merge = merge(2, 2, true);
        long[][] nanos = {{100, 5_000}, {200, 300}};
        for (int rank = 0; rank < 2; rank++) {
            for (int thread = 0; thread < 2; thread++) {
                long each = nanos[rank][thread];
                merge.add(0, chunk(rank, thread, times(call -> each)));
            }
        }
        Distribution all = whole(merge);
        assertThat(all.slowest().getTotalCount()).isEqualTo(2L * CALLS);
        assertThat(all.slowest().getCountAtValue(200)).isEqualTo(CALLS);
        assertThat(all.slowest().getCountAtValue(5_000)).isEqualTo(CALLS);
        assertThat(all.tagged().get("rank-0").getTotalCount()).isEqualTo(2L * CALLS);
        assertThat(all.tagged().get("rank-1").getMaxValue()).isEqualTo(300);
        assertThat(all.tagged())
                .containsKeys("rank-0-thread-0", "rank-0-thread-1", "rank-1-thread-0", "rank-1-thread-1");
        assertThat(all.tagged().get("rank-0-thread-0").getTotalCount()).isEqualTo(CALLS);
        assertThat(all.tagged().get("rank-0-thread-0").getMaxValue()).isEqualTo(100);
    }

    /** Of pairs, and of a rank without a peer: each lot has its own slowest, whose longest time would be read by all otherwise. */
    @Test
    void pairsNeverMeetSoEachHasItsOwnSlowestRank() throws RankFailure {
        OpTimesMerge merge = merge(5, 2, true, 2, 1, Scored.Ranks.ALL);
        for (int rank = 0; rank < 5; rank++) {
            for (int thread = 0; thread < 2; thread++) {
                merge.add(0, chunk(rank, thread, 100 * rank + 10 * thread + 1));
            }
        }
        Histogram slowest = whole(merge).slowest();
        assertThat(slowest.getTotalCount()).isEqualTo(6);
        for (long nanos : new long[] {101, 111, 301, 311, 401, 411}) {
            assertThat(slowest.getCountAtValue(nanos)).as("%s ns", nanos).isEqualTo(1);
        }
    }

    /** A server takes as long as it likes, and need not tell. */
    @ParameterizedTest
    @CsvSource({"EVEN, 2, 2", "EVEN, 4, 1", "FIRST, 4, 1", "ALL_BUT_FIRST, 4, 1", "CLIENTS, 1, 3"})
    void ofRanksThatAreScoredTheSlowestCounts(Scored.Ranks scored, int meeting, int lots) throws RankFailure {
        OpTimesMerge merge = merge(4, 1, false, meeting, 1, scored);
        for (int rank = 0; rank < 4; rank++) {
            long nanos = scored.include(rank) ? 100 + rank : 5_000;
            if (rank != 1 || scored.include(1)) {
                merge.add(rank, chunk(rank, 0, times(call -> nanos)));
            }
        }
        Histogram slowest = whole(merge).slowest();
        assertThat(slowest.getTotalCount()).isEqualTo((long) lots * CALLS);
        assertThat(slowest.getMaxValue())
                .isEqualTo(100
                        + IntStream.range(0, 4).filter(scored::include).max().orElseThrow());
        assertThat(merge.result().tagged().keySet().stream().filter(tag -> tag.matches("rank-\\d")))
                .hasSize(scored.include(1) ? 4 : 3);
    }

    /** Of several servers one is rank 0, and the others say that they serve. */
    @Test
    void aFurtherServerHasNoTimesAndSaysSo() throws RankFailure {
        OpTimesMerge merge = merge(4, 1, false, 1, 1, Scored.Ranks.CLIENTS);
        merge.add(1, chunk(1, 0, times(call -> 100)));
        merge.add(2, OpTimesChunk.parse(OpTimesChunk.ofServer(2, 0).format()));
        merge.add(3, chunk(3, 0, times(call -> 300)));
        Histogram all = whole(merge).slowest();
        assertThat(all.getTotalCount()).isEqualTo(2L * CALLS);
        assertThat(all.getMaxValue()).isEqualTo(300);

        OpTimesMerge silent = merge(4, 1, false, 1, 1, Scored.Ranks.CLIENTS);
        silent.add(1, chunk(1, 0, times(call -> 100)));
        silent.add(3, chunk(3, 0, times(call -> 300)));
        assertThatThrownBy(() -> whole(silent)).hasMessageContaining("rank 2, thread 0 did not send all");
    }

    @Test
    void eachIterationHasAnIntervalOfTheLogAndChunksAreJoinedInOrder() throws RankFailure, IOException {
        OpTimesMerge merge = merge(2, 1, false, 2, 4, Scored.Ranks.ALL);
        for (int rank = 0; rank < 2; rank++) {
            long later = rank;
            long[] times = times(call -> 100 * (call / (CALLS / 4)) + later);
            merge.add(rank, part(rank, CALLS, 0, Arrays.copyOf(times, 4_000)));
            merge.add(rank, part(rank, CALLS, 4_000, Arrays.copyOfRange(times, 4_000, CALLS)));
        }
        List<Histogram> slowest = log(whole(merge)).stream()
                .filter(histogram -> histogram.getTag().equals("slowest"))
                .toList();
        assertThat(slowest).allSatisfy(histogram -> {
            assertThat(histogram.getTotalCount()).isEqualTo(CALLS / 4);
            assertThat(histogram.getMinValue()).isEqualTo(histogram.getMaxValue());
        });
        assertThat(slowest).extracting(Histogram::getMaxValue).containsExactly(1L, 101L, 201L, 301L);
        assertThat(slowest)
                .extracting(h -> h.getStartTimeStamp() - slowest.get(0).getStartTimeStamp())
                .containsExactly(0L, 1000L, 2000L, 3000L);
        assertThat(facts()).containsEntry("iterations", "4");
    }

    private Map<String, String> facts() throws IOException {
        return KeyValues.parse(Files.readString(folder.resolve(Distribution.FACTS)));
    }

    @Test
    void theLogHoldsEveryHistogramAndTheFactsSayItInShort() throws RankFailure, IOException {
        OpTimesMerge merge = merge(2, 1, false);
        merge.add(0, chunk(0, 0, times(call -> call)));
        merge.add(1, chunk(1, 0, times(call -> CALLS - call)));
        List<Histogram> log = log(whole(merge));
        assertThat(log)
                .extracting(Histogram::getTag)
                .containsExactlyInAnyOrder(
                        "slowest",
                        "rank-0",
                        "rank-1",
                        "slowest-rank-0",
                        "slowest-rank-1",
                        "last-rank-0",
                        "since-last-arrival");
        assertThat(log.subList(0, 3)).allSatisfy(histogram -> {
            boolean slowest = histogram.getTag().equals("slowest");
            assertThat(histogram.getMinValue()).isCloseTo(slowest ? CALLS / 2L : 0, within(10L));
            assertThat(histogram.getMaxValue()).isCloseTo(CALLS, within(10L));
        });
        assertThat(Files.readString(folder.resolve(Distribution.LOG))).contains("nanoseconds per operation", "a.B.c");
        assertThat(facts())
                .containsEntry("iterations", "1")
                .containsEntry("calls", String.valueOf(CALLS))
                .containsEntry("recorded", String.valueOf(CALLS))
                .containsEntry("operationsPerCall", "1")
                .containsKeys("p50", "p90", "p99", "p99.9", "max");
    }

    /** Of two ranks, one begins 1 ms late every 100 operations of 2 us, in which the other waits for it. */
    private void stragglesNowAndThen(OpTimesMerge merge, long clockOfTheOther) throws RankFailure {
        long[][] began = new long[2][CALLS];
        long[][] nanos = new long[2][CALLS];
        for (int call = 0; call < CALLS; call++) {
            boolean late = call % 100 == 0;
            // Rank 1 leaves the barrier 100 ns later; what is late in both comes first. The clock overflows on the way.
            long start = Long.MAX_VALUE - 5_000_000_000L + 2_000_000L * call;
            began[0][call] = start + (late ? 1_000_000 : 0);
            began[1][call] = start + 100;
            nanos[0][call] = 2_000;
            nanos[1][call] = late ? 1_001_900 : 1_900;
        }
        for (int rank = 0; rank < 2; rank++) {
            long clock = rank == 0 ? 7 : clockOfTheOther;
            merge.add(rank, new OpTimesChunk(rank, 0, clock, CALLS, CALLS, 0, began[rank], nanos[rank]));
        }
    }

    /** OSU's columns are the average, least and greatest of the ranks' means: 2, 7 and 12 us say of no operation that it took 1 ms. */
    @Test
    void aRankThatComesLateNowAndThenIsNamedThoughNoMeanShowsIt() throws RankFailure {
        OpTimesMerge merge = merge(2, 1, false);
        stragglesNowAndThen(merge, 7);
        Distribution all = whole(merge);
        Map<String, Histogram> tagged = all.tagged();
        assertThat(tagged.get("rank-0").getMean()).isCloseTo(2_000, within(5.0));
        assertThat(tagged.get("rank-1").getMean()).isCloseTo(11_900, within(20.0));

        assertThat(all.slowest().getValueAtPercentile(50)).isCloseTo(2_000L, within(5L));
        assertThat(all.slowest().getValueAtPercentile(99.5)).isCloseTo(1_001_900L, within(1_000L));
        assertThat(tagged.get("slowest-rank-1").getTotalCount()).isEqualTo(CALLS / 100);
        assertThat(tagged.get("slowest-rank-0").getTotalCount()).isEqualTo(CALLS - CALLS / 100);
        assertThat(tagged.get("last-rank-0").getTotalCount()).isEqualTo(CALLS / 100);
        assertThat(tagged.get("last-rank-0").getMinValue()).isCloseTo(999_900L, within(1_000L));
        assertThat(tagged.get("last-rank-1").getTotalCount()).isEqualTo(CALLS - CALLS / 100);
        assertThat(tagged.get("last-rank-1").getMaxValue()).isEqualTo(100);
        // Whoever waits, waits for the last one: from there on every operation takes as long.
        assertThat(tagged.get("since-last-arrival").getMinValue()).isCloseTo(1_900L, within(5L));
        assertThat(tagged.get("since-last-arrival").getMaxValue()).isCloseTo(2_000L, within(5L));
    }

    @Test
    void ranksWithSeveralClocksDoNotTellWhoCameLast() throws RankFailure {
        OpTimesMerge merge = merge(2, 1, false);
        stragglesNowAndThen(merge, 8);
        assertThat(whole(merge).tagged()).containsOnlyKeys("rank-0", "rank-1", "slowest-rank-0", "slowest-rank-1");
    }

    @Test
    void everyRanksPartInEveryOperationIsKeptIfSomebodyWantsIt() throws RankFailure, IOException {
        for (long clock : List.of(7L, 8L)) {
            Path file = folder.resolve("samples-" + clock + ".csv.gz");
            OpTimesMerge merge = merge(2, 1, false, 2, 2, Scored.Ranks.ALL, Optional.of(file));
            for (int half = 0; half < 2; half++) {
                for (int rank = 1; rank >= 0; rank--) {
                    long[] began = {5_000L + 100 * half + 30 * rank};
                    merge.add(rank, new OpTimesChunk(rank, 0, rank == 0 ? 7 : clock, CALLS, 2, half, began, new long[] {
                        40 + rank
                    }));
                }
            }
            List<OpSample> kept = new ArrayList<>();
            OpSample.read(file, kept::add);
            boolean one = clock == 7;
            assertThat(kept)
                    .containsExactly(
                            new OpSample(1, 1, 0, 1, one ? 30L : null, one ? 30L : null, 41, true),
                            new OpSample(1, 1, 0, 0, one ? 0L : null, one ? 0L : null, 40, true),
                            new OpSample(2, 2, 0, 1, one ? 130L : null, one ? 30L : null, 41, true),
                            new OpSample(2, 2, 0, 0, one ? 100L : null, one ? 0L : null, 40, true));
        }
    }

    @Test
    void anOperationThatMissedItsWindowOnOneRankCountsOnNone() throws RankFailure, IOException {
        Path file = folder.resolve("missed.csv.gz");
        OpTimesMerge merge = merge(2, 1, false, 2, 1, Scored.Ranks.ALL, Optional.of(file));
        merge.add(0, chunk(0, 0, 10, 20, 30));
        merge.add(1, chunk(1, 0, 11, OpTimesChunk.missed(5_000), 31));
        Distribution all = whole(merge);
        assertThat(all.slowest().getTotalCount()).isEqualTo(2);
        assertThat(all.slowest().getMaxValue()).isEqualTo(31);
        assertThat(all.tagged().get("missed-window").getTotalCount()).isEqualTo(1);
        assertThat(all.tagged().get("missed-window").getMaxValue()).isCloseTo(5_000L, within(5L));
        assertThat(all.tagged().get("rank-1").getTotalCount()).isEqualTo(2);
        List<OpSample> kept = new ArrayList<>();
        OpSample.read(file, kept::add);
        assertThat(kept).extracting(OpSample::counts).containsExactly(true, true, false, false, true, true);
        assertThat(kept).extracting(OpSample::nanos).containsExactly(10L, 11L, 20L, 5_000L, 30L, 31L);
    }

    @Test
    void whatIsWrongIsSaidWithSamplesToo() throws RankFailure {
        Optional<Path> file = Optional.of(folder.resolve("wrong.csv.gz"));
        OpTimesMerge none = merge(2, 1, false, 2, 1, Scored.Ranks.ALL, file);
        none.add(0, chunk(0, 0));
        none.add(1, chunk(1, 0));
        assertNotWhole(none, "recorded none of its " + CALLS + " calls");
        OpTimesMerge fewer = merge(2, 1, false, 2, 1, Scored.Ranks.ALL, file);
        fewer.add(0, chunk(0, 0, 1, 2, 3));
        fewer.add(1, chunk(1, 0, 1, 2));
        assertNotWhole(fewer, "rank 1, thread 0 recorded 2 calls, and rank 0, thread 0 3");
    }

    /** A call that begins when the one before has ended arrives at nothing. */
    @Test
    void ofAContinuousExchangeNobodyComesLast() throws RankFailure {
        OpTimesMerge merge = merge(2, 1, false);
        for (int rank = 0; rank < 2; rank++) {
            long[] nanos = {40 + rank, 50};
            merge.add(
                    rank, new OpTimesChunk(rank, 0, OpTimesChunk.NO_CLOCK, CALLS, 2, 0, new long[] {rank, 70}, nanos));
        }
        assertThat(whole(merge).tagged()).containsOnlyKeys("rank-0", "rank-1", "slowest-rank-0", "slowest-rank-1");
    }

    @Test
    void samplesThatCannotBeWrittenFailTheLaunch() throws RankFailure {
        OpTimesMerge merge = merge(
                1, 1, false, 1, 1, Scored.Ranks.ALL, Optional.of(folder.resolve("no-such-folder/samples.csv.gz")));
        assertRefused(merge, 0, chunk(0, 0, 1), "cannot write");
    }

    private static void assertRefused(OpTimesMerge merge, int process, OpTimesChunk chunk, String words) {
        assertThrown(RankFailure.class, () -> merge.add(process, chunk), words);
    }

    @Test
    void aPieceThatIsNotTheNextOfARankThatTheProcessRunsIsRefused() throws RankFailure {
        OpTimesMerge gap = merge(1, 1, true);
        gap.add(0, part(0, 5, 0, 1, 2));
        assertRefused(gap, 0, part(0, 5, 3, 4), "rank 0, thread 0 from 3 on");
        assertNotWhole(gap, "rank 0, thread 0 did not send all");

        OpTimesMerge ofTwo = merge(2, 1, false);
        for (OpTimesChunk foreign :
                List.of(chunk(0, 0, 1), chunk(2, 0, 1), chunk(-1, 0, 1), chunk(1, 1, 1), chunk(1, -1, 1))) {
            assertRefused(ofTwo, 1, foreign, "which it does not run");
        }

        OpTimesMerge early = new OpTimesMerge(
                new RankLayout("x", 1, 1, true, Hosts.NOT_GIVEN), 1, Scored.Ranks.ALL, Optional.empty());
        assertRefused(early, 0, chunk(0, 0, 1), "before it measured");
    }

    private static void assertNotWhole(OpTimesMerge merge, String words) {
        assertThrown(RankFailure.class, () -> whole(merge), words);
    }

    @Test
    void whatCannotBeLinedUpIsRefused() throws RankFailure {
        OpTimesMerge fewer = merge(2, 1, false);
        fewer.add(0, chunk(0, 0, 1, 2, 3));
        assertNotWhole(fewer, "rank 1, thread 0 did not send all");
        fewer.add(1, chunk(1, 0, 1, 2));
        assertNotWhole(fewer, "rank 1, thread 0 recorded 2 calls, and rank 0, thread 0 3");

        OpTimesMerge twice = merge(1, 1, true);
        twice.add(0, new OpTimesChunk(0, 0, 7, 2 * CALLS, 1, 0, new long[1], new long[] {1}));
        assertNotWhole(
                twice,
                "timed " + 2 * CALLS + " calls of " + CALLS
                        + ": a benchmark that takes OpTimes calls mark() exactly once in each");

        OpTimesMerge pieces = merge(2, 1, false);
        pieces.add(0, chunk(0, 0, 1, 2));
        pieces.add(1, part(1, 2, 0, 1));
        pieces.add(1, part(1, 2, 1, 2));
        assertNotWhole(pieces, "in different pieces");

        OpTimesMerge late = merge(1, 1, true);
        late.add(0, chunk(0, 0, OpTimesChunk.missed(5), OpTimesChunk.missed(6)));
        assertNotWhole(late, "all 10000 operations missed their window");

        OpTimesMerge uneven = merge(1, 1, true, 1, 4, Scored.Ranks.ALL);
        uneven.add(0, chunk(0, 0, 1, 2, 3, 4, 5, 6));
        assertNotWhole(uneven, "recorded 6 calls, not equally many in each of 4 iterations");
    }
}
