package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PointToPoint;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads of a rank, each with a share of its communicator. */
final class Sharers {
    private Sharers() {}

    /** The code of one of them. */
    interface Task {
        void run(PointToPoint share, int thread) throws Exception;
    }

    /** Returns when all are through; fails with the first that does, whatever the others wait for. */
    static void run(Communicator comm, int threads, Task task) throws Exception {
        ExecutorService all = Executors.newFixedThreadPool(threads, run -> {
            Thread thread = new Thread(run, "sharer");
            thread.setDaemon(true);
            return thread;
        });
        try {
            ExecutorCompletionService<Void> ended = new ExecutorCompletionService<>(all);
            for (int t = 0; t < threads; t++) {
                int thread = t;
                ended.submit(() -> {
                    task.run(comm.share(), thread);
                    return null;
                });
            }
            for (int t = 0; t < threads; t++) {
                ended.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            all.shutdownNow();
        }
    }
}
