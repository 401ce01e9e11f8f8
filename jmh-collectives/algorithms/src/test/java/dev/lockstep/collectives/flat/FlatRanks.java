package dev.lockstep.collectives.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.lockstep.comm.spi.Buffers;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Idle;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Runs the same work on each of some ranks that are threads, over memory of their own. */
final class FlatRanks {
    private FlatRanks() {}

    /** What a rank does. */
    interface Work {
        void run(FlatCollectives flat, int rank) throws Exception;
    }

    /** Returns when all have ended well. */
    static void run(int ranks, Work work) {
        run(ranks, 0, work);
    }

    /** The same, with another step before the first. */
    static void run(int ranks, int before, Work work) {
        assertTimeoutPreemptively(Duration.ofMinutes(5), () -> {
            ByteBuffer memory = Buffers.direct(FlatCollectives.bytes(ranks));
            boolean oversubscribed = ranks > Cores.usable();
            Abort abort = new Abort();
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < ranks; i++) {
                int rank = i;
                threads.add(new Thread(() -> {
                    try {
                        work.run(
                                new FlatCollectives(memory, rank, ranks, new Idle(abort, oversubscribed), before),
                                rank);
                    } catch (Throwable t) {
                        // Errors too: an assertion is one.
                        failures.add(t);
                        abort.raise(t.toString());
                    }
                }));
            }
            threads.forEach(thread -> thread.setDaemon(true));
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.size() + " ranks failed", failures.peek());
            }
        });
    }

    /** Waits until a thread that waits for long has let go of its core. */
    static void awaitIdle(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(thread.isAlive()).isTrue();
            Thread.sleep(1);
        }
    }
}
