package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.Reasons;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.BenchmarkTaskResult;

/**
 * JMH's worker threads in a rank: JMH takes them from here, by its own property {@code jmh.executor}, for each trial
 * anew. What a thread has measured is told here whose it is. Where the library knows a rank by its thread's group, each is made in the group of its rank. Where one thread
 * communicates, it is always the same, which has joined the ranks and outlives the trial: it is the library's main thread.
 */
public final class WorkerThreads extends AbstractExecutorService {
    private final Executor workers;
    private volatile boolean shutDown;

    /**
     * As JMH makes it.
     *
     * @param threads how many
     * @param prefix of their names
     */
    public WorkerThreads(int threads, String prefix) {
        workers = RankProcess.communicatingThread()
                .<Executor>map(thread -> thread)
                .orElseGet(() -> ofGroups(threads, prefix));
    }

    private static Executor ofGroups(int threads, String prefix) {
        return new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new WorkerThread.Factory(prefix));
    }

    /** Lets JMH take its threads from here, which it decides when its classes load. */
    static void useThem() {
        System.setProperty("jmh.executor", "CUSTOM");
        System.setProperty("jmh.executor.class", WorkerThreads.class.getName());
    }

    /** JMH asks for the task of each thread, once an iteration. */
    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return super.newTaskFor(() -> {
            T result;
            try {
                result = task.call();
            } catch (Exception | Error e) {
                RankProcess.ofCallingThread().ifPresent(rank -> rank.fail(Reasons.thrown(e)));
                throw e;
            }
            if (result instanceof BenchmarkTaskResult measured) {
                RankProcess.ofCallingThread().ifPresent(rank -> rank.tell(measured.getResults()));
            }
            return result;
        });
    }

    @Override
    public void execute(Runnable task) {
        workers.execute(task);
    }

    @Override
    public void shutdown() {
        shutDown = true;
        if (workers instanceof ThreadPoolExecutor pool) {
            pool.shutdown();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return shutDown && (!(workers instanceof ThreadPoolExecutor pool) || pool.isTerminated());
    }

    /** JMH asks when its tasks have ended, and asks again for as long as the answer is no. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return !(workers instanceof ThreadPoolExecutor pool) || pool.awaitTermination(timeout, unit);
    }
}
