package dev.lockstep.harness.rank;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.harness.Daemon;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** Ranks that are threads of this JVM. */
class ThreadRankProcessTest {
    private static final int ROUNDS = 20;

    /** Each rank in turn is late; nobody may be past round r before all have come to it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void nobodyLeavesTheBarrierBeforeAllHaveCome(int ranks) throws Exception {
        try (World world = new LocalProvider().open(new WorldOptions(ranks, 1))) {
            AtomicInteger come = new AtomicInteger();
            // Told at the end: a rank that gave up would leave the others waiting for it.
            Queue<String> wrong = new ConcurrentLinkedQueue<>();
            List<FutureTask<Void>> ends = new ArrayList<>();
            for (int r = 0; r < ranks; r++) {
                int rank = r;
                ends.add(Daemon.start(() -> {
                    DisseminationBarrier barrier = new DisseminationBarrier(world.communicator(rank, 0));
                    for (int round = 0; round < ROUNDS; round++) {
                        if (round % ranks == rank) {
                            LockSupport.parkNanos(1_000_000);
                        }
                        come.incrementAndGet();
                        barrier.await();
                        int all = (round + 1) * ranks;
                        int here = come.get();
                        if (here < all || here > all + ranks) {
                            wrong.add("rank " + rank + " leaves round " + round + " when " + here + " have come");
                        }
                    }
                    return null;
                }));
            }
            for (FutureTask<Void> end : ends) {
                end.get();
            }
            assertThat(wrong).isEmpty();
            assertThat(come).hasValue(ROUNDS * ranks);
        }
    }

    @Test
    void threadsAreSharedOutAmongRanksInOrder() {
        RankProcess process = RankProcess.join("local", "2", 4);
        assertThat(process.threads()).extracting(RankThread::rank).containsExactly(0, 0, 1, 1);
        assertThat(process.threads()).extracting(RankThread::thread).containsExactly(0, 1, 0, 1);
        assertThat(process.rankThread(0).comm())
                .isNotSameAs(process.rankThread(1).comm());
        assertThat(RankProcess.join("local", "2", 4)).as("asked again").isSameAs(process);
        assertThat(RankProcess.join("local", "auto", 3).threads())
                .extracting(RankThread::rank)
                .containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "local, 2, 3, 3 threads cannot be shared evenly among 2 ranks",
        "local, 4, 2, evenly",
        "openmpi, 2, 2, 'needs one process per rank: run it with ''lockstep run'', or add ''-prof ranks'''",
        "local, 0, 2, 'positive number or ''auto'', not ''0'''",
        "local, -2, 2, not",
        "local, two, 2, not",
        "local, '', 2, not",
        "local, 2.0, 2, not",
    })
    void whatDoesNotFitIsRefusedWithTheWayToRunIt(String comm, String ranks, int threads, String words) {
        assertThrown(IllegalArgumentException.class, () -> RankProcess.join(comm, ranks, threads), words);
    }

    /** The guard tells a thread that is still in its operation by JMH's generated code on its stack. */
    private static final class jmh_generated {
        private static void receive(RankThread rankThread) {
            rankThread.comm().recv(ByteBuffer.allocateDirect(1), 1, 0, null);
        }
    }

    private static final IterationParams ITERATION =
            new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, 1);

    @Test
    void aThreadRankThatLeavesWhilePeersWaitIsReported() throws Exception {
        RankProcess process = RankProcess.join("local", "5", 5);
        StallGuard.watch(process, 10);
        Daemon.start(() -> {
                    process.rankThread(1).beginIteration(ITERATION);
                    return null;
                })
                .get();
        FutureTask<Void> waiting = Daemon.start(() -> {
            process.rankThread(0).beginIteration(ITERATION);
            jmh_generated.receive(process.rankThread(0));
            return null;
        });
        assertThatThrownBy(waiting::get)
                .cause()
                .isInstanceOf(CommunicationException.class)
                .hasMessageContaining("rank 1 left the operation with an exception");
    }
}
