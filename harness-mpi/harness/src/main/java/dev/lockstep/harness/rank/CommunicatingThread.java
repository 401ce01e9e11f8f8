package dev.lockstep.harness.rank;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The only thread of a process that calls the library: it joins and leaves the ranks, and runs the benchmark in every
 * trial. More than {@code MPI_THREAD_SINGLE} need not be asked for then.
 */
final class CommunicatingThread implements Executor {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "lockstep-jmh-worker-1");
        made.setDaemon(true);
        return made;
    });

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /** What the thread makes of it; what it throws, the caller throws. */
    <T> T call(Supplier<T> task) {
        try {
            return thread.submit(task::get).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the thread that communicates was busy", e);
        }
    }
}
