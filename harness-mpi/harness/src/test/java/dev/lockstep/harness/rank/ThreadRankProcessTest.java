package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are threads of this JVM. */
@Timeout(30)
class ThreadRankProcessTest {
    private static final int ROUNDS = 50;

    /** What one rank does. */
    private interface Body {
        void run() throws Exception;
    }

    private static CompletableFuture<Void> start(Body body) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                body.run();
                end.complete(null);
            } catch (Exception | AssertionError e) {
                end.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    private static void awaitAll(List<CompletableFuture<Void>> ends) throws Exception {
        for (CompletableFuture<Void> end : ends) {
            end.get(20, TimeUnit.SECONDS);
        }
    }

    /** Each rank in turn is late; nobody may be past round r before all have come to it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void nobodyLeavesTheBarrierBeforeAllHaveCome(int ranks) throws Exception {
        try (World world = new LocalProvider().open(new WorldOptions(ranks, 1))) {
            AtomicInteger come = new AtomicInteger();
            List<CompletableFuture<Void>> ends = new ArrayList<>();
            for (int r = 0; r < ranks; r++) {
                int rank = r;
                ends.add(start(() -> {
                    DisseminationBarrier barrier = new DisseminationBarrier(world.communicator(rank, 0));
                    for (int round = 0; round < ROUNDS; round++) {
                        if (round % ranks == rank) {
                            LockSupport.parkNanos(1_000_000);
                        }
                        come.incrementAndGet();
                        barrier.await();
                        assertThat(come.get()).isBetween((round + 1) * ranks, (round + 2) * ranks);
                    }
                }));
            }
            awaitAll(ends);
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

    @Test
    void threadsThatCannotBeSharedEvenlyAreRefused() {
        assertThatThrownBy(() -> RankProcess.join("local", "2", 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 threads cannot be shared evenly among 2 ranks");
        assertThatThrownBy(() -> RankProcess.join("local", "4", 2)).hasMessageContaining("evenly");
    }

    @Test
    void aCommunicatorOfProcessesIsRefusedWithTheWayToRunIt() {
        assertThatThrownBy(() -> RankProcess.join("openmpi", "2", 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one process per rank")
                .hasMessageContaining("lockstep run")
                .hasMessageContaining("-prof ranks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-2", "two", "", "2.0"})
    void ranksThatAreNoNumberAreRefused(String ranks) {
        assertThatThrownBy(() -> RankProcess.join("local", ranks, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive number or 'auto', not '" + ranks + "'");
    }

    /** The guard tells a thread that is still in its operation by JMH's generated code on its stack. */
    private static final class jmh_generated {
        private static void receive(RankThread rankThread) {
            rankThread.comm().recv(ByteBuffer.allocateDirect(1), 1, 0, null);
        }
    }

    @Test
    void aThreadRankThatLeavesWhilePeersWaitIsReportedWithinSeconds() throws Exception {
        RankProcess process = RankProcess.join("local", "5", 5);
        StallGuard.watch(process);
        long start = System.nanoTime();
        CompletableFuture<Void> waiting = start(() -> {
            process.rankThread(0).beginIteration();
            jmh_generated.receive(process.rankThread(0));
        });
        CompletableFuture<Void> leaving = start(() -> process.rankThread(1).beginIteration());
        leaving.get(5, TimeUnit.SECONDS);
        assertThatThrownBy(() -> waiting.get(15, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(CommunicationException.class)
                .hasMessageContaining("rank 1 left the operation with an exception");
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(10);
    }
}
