package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.ThreadRanks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** Fill, operate, check, as the pilot does; and the same without the operation. */
class SelfChecksTest {
    @ParameterizedTest
    @CsvSource({"2, 0, direct", "2, 16, heap", "2, 1048576, direct", "4, 1024, direct"})
    void pingPongPasses(int ranks, int bytes, String buffer) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            PingPongBenchmark benchmark = pingPong(rank, bytes, buffer);
            for (int i = 0; i < 3; i++) {
                benchmark.pingPong(rank, new OpTimes());
            }
            benchmark.check(rank);
        });
    }

    @Test
    void pingPongThatDoesNothingFailsOnEveryRank() throws Exception {
        assertThat(ThreadRanks.failures(4, rank -> pingPong(rank, 16, "direct").check(rank)))
                .hasSize(4)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @ParameterizedTest
    @CsvSource({"2, 0, direct", "2, 16, heap", "2, 65536, direct", "4, 1024, direct"})
    void bandwidthPasses(int ranks, int bytes, String buffer) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            BandwidthBenchmark benchmark = bandwidth(rank, bytes, buffer);
            for (int i = 0; i < 3; i++) {
                benchmark.window(rank, new OpTimes());
            }
            benchmark.check(rank);
        });
    }

    /** The sender's messages are its own; what it waits for is the reply. */
    @Test
    void bandwidthThatDoesNothingFailsOnEveryRank() throws Exception {
        assertThat(ThreadRanks.failures(4, rank -> bandwidth(rank, 16, "direct").check(rank)))
                .hasSize(4)
                .hasOnlyElementsOfType(IllegalStateException.class)
                .anySatisfy(e -> assertThat(e).hasMessageContaining("byte 0 of the reply is 0"))
                .anySatisfy(e -> assertThat(e).hasMessageContaining("rank 2, place 0 of its window"));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 1, 16, 1, 3, own",
        "2, 1, 65536, 64, 64, own",
        "4, 1, 0, 8, 20, own",
        "2, 2, 16, 64, 150, own",
        "2, 3, 1024, 5, 11, own",
        "2, 1, 16, 1, 3, shared",
        "4, 2, 65536, 8, 20, shared",
        "2, 4, 1024, 5, 11, shared",
        "2, 8, 16, 3, 10, shared"
    })
    void contentionPassesOnEveryThread(int ranks, int threads, int bytes, int window, int batch, String connection)
            throws Exception {
        Sharing sharing = new Sharing();
        ThreadRanks.run(ranks, threads, rank -> {
            ContentionBenchmark benchmark = contention(rank, bytes, window, batch, connection, sharing);
            for (int i = 0; i < batch; i++) {
                benchmark.exchange(rank);
            }
            benchmark.check(rank);
        });
    }

    /** Else its end would not be timed. */
    @Test
    void contentionLeavesNoMessageUnderWayAtTheEndOfABatch() throws Exception {
        ThreadRanks.run(2, 1, rank -> {
            ContentionBenchmark benchmark = contention(rank, 1024, 64, 65);
            for (int i = 0; i < 65; i++) {
                benchmark.exchange(rank);
                assertThat(benchmark.underWay()).isEqualTo(i < 63 ? i + 1 : 0);
            }
        });
    }

    /** Threads that take turns: whoever is first would read half of what the rank needs for both. */
    @Test
    void contentionEndsTheBatchOfAThreadWithThatOfTheRanksLastOne() throws Exception {
        CountDownLatch firstNearsItsEnd = new CountDownLatch(2);
        CountDownLatch firstHasEnded = new CountDownLatch(1);
        ThreadRanks.run(2, 2, rank -> {
            ContentionBenchmark benchmark = contention(rank, 16, 4, 8);
            if (rank.thread() == 1) {
                firstNearsItsEnd.await();
                assertThat(firstHasEnded.await(100, TimeUnit.MILLISECONDS))
                        .as("thread 0 ends, and thread 1 has not begun")
                        .isFalse();
            }
            for (int i = 0; i < 8; i++) {
                if (rank.thread() == 0 && i == 7) {
                    firstNearsItsEnd.countDown();
                }
                benchmark.exchange(rank);
            }
            if (rank.thread() == 0) {
                firstHasEnded.countDown();
            }
            benchmark.check(rank);
        });
    }

    /** One that comes late does not shorten the time of the other. */
    @Test
    void contentionBeginsOnAllThreadsOfARankTogether() throws Exception {
        CountDownLatch firstHasBegun = new CountDownLatch(1);
        ThreadRanks.run(2, 2, rank -> {
            if (rank.thread() == 1) {
                assertThat(firstHasBegun.await(100, TimeUnit.MILLISECONDS))
                        .as("thread 0 has begun, and thread 1 has not come")
                        .isFalse();
            }
            contention(rank, 16, 4, 8);
            firstHasBegun.countDown();
        });
    }

    @Test
    void contentionThatDoesNothingFailsOnEveryThread() throws Exception {
        assertThat(ThreadRanks.failures(2, 2, rank -> contention(rank, 16, 4, 1).check(rank)))
                .hasSize(4)
                .hasOnlyElementsOfType(IllegalStateException.class)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("place 0 of its window"));
    }

    @Test
    void messageOfAnotherThreadIsNoticed() throws Exception {
        Map<Integer, ContentionBenchmark> ofThread = new ConcurrentHashMap<>();
        Map<Integer, Rank> thread = new ConcurrentHashMap<>();
        ThreadRanks.run(2, 2, rank -> {
            ContentionBenchmark benchmark = contention(rank, 16, 2, 1);
            benchmark.exchange(rank);
            if (rank.rank() == 0) {
                ofThread.put(rank.thread(), benchmark);
                thread.put(rank.thread(), rank);
            }
        });
        ofThread.get(0).check(thread.get(0));
        assertThatIllegalStateException()
                .isThrownBy(() -> ofThread.get(0).check(thread.get(1)))
                .withMessageContaining("rank 1, thread 1");
    }

    @Test
    void whatCannotBeIsRefusedOnEveryRank() throws Exception {
        refused(2, rank -> pingPong(rank, 16, "paper"), "'paper': buffer=direct or buffer=heap");
        refused(2, rank -> contention(rank, 16, 0, 1), "window must be at least 1 message, not 0");
        refused(
                2,
                rank -> contention(rank, 16, 1, 1, "none", new Sharing()),
                "connection must be 'own' or 'shared', not 'none'");
    }

    private static void refused(int ranks, ThreadRanks.Body body, String why) throws Exception {
        assertThat(ThreadRanks.failures(ranks, body))
                .hasSize(ranks)
                .allSatisfy(e -> assertThat(e).hasMessageContaining(why));
    }

    private static ContentionBenchmark contention(Rank rank, int bytes, int window, int batch) {
        return contention(rank, bytes, window, batch, "own", new Sharing());
    }

    private static ContentionBenchmark contention(
            Rank rank, int bytes, int window, int batch, String connection, Sharing sharing) {
        ContentionBenchmark benchmark = new ContentionBenchmark();
        benchmark.bytes = bytes;
        benchmark.buffer = "direct";
        benchmark.window = window;
        benchmark.connection = connection;
        benchmark.allocate(rank, sharing);
        benchmark.startTogether(rank, new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, batch));
        benchmark.fill(rank);
        return benchmark;
    }

    private static PingPongBenchmark pingPong(Rank rank, int bytes, String buffer) {
        PingPongBenchmark benchmark = new PingPongBenchmark();
        benchmark.bytes = bytes;
        benchmark.buffer = buffer;
        benchmark.allocate(rank);
        benchmark.startTogether(rank);
        benchmark.fill(rank);
        return benchmark;
    }

    private static BandwidthBenchmark bandwidth(Rank rank, int bytes, String buffer) {
        BandwidthBenchmark benchmark = new BandwidthBenchmark();
        benchmark.bytes = bytes;
        benchmark.buffer = buffer;
        benchmark.allocate(rank);
        benchmark.startTogether(rank);
        benchmark.fill(rank);
        return benchmark;
    }
}
