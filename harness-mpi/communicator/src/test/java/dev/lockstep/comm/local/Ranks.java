package dev.lockstep.comm.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Runs the same work on each rank of a world of its own. */
public final class Ranks {
    private Ranks() {}

    /** What a rank does. */
    public interface Work {
        void run(Communicator comm);
    }

    /** Returns when all have ended well. */
    public static void run(int ranks, Work work) {
        assertTimeoutPreemptively(Duration.ofMinutes(3), () -> {
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            try (World world = new LocalProvider().open(new WorldOptions(ranks, 1))) {
                List<Thread> threads = new ArrayList<>();
                for (int rank : world.localRanks()) {
                    Thread thread = new Thread(() -> work.run(world.communicator(rank, 0)));
                    thread.setUncaughtExceptionHandler((t, e) -> {
                        failures.add(e);
                        world.abort(e.toString());
                    });
                    thread.start();
                    threads.add(thread);
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            assertThat(failures).isEmpty();
        });
    }
}
