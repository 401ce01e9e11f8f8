package dev.lockstep.harness;

import dev.lockstep.harness.relay.Iterations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.ThreadParams;

/** Ranks that are threads, without JMH around them: for tests of benchmarks' own methods. */
public final class ThreadRanks {
    private static final long TIMEOUT_SECONDS = 60;

    private ThreadRanks() {}

    /** What a rank does. */
    public interface Body {
        /** Called once on every rank's thread. */
        void run(Rank rank) throws Exception;
    }

    /** Runs all ranks to their end. When one fails, the others are interrupted, and its exception is thrown. */
    public static void run(int ranks, Body body) throws Exception {
        run(ranks, 1, body);
    }

    /**
     * Runs all threads of all ranks to their end. When one fails, the others are interrupted, and its exception is thrown.
     */
    public static void run(int ranks, int threadsPerRank, Body body) throws Exception {
        int all = ranks * threadsPerRank;
        ExecutorService threads = Executors.newFixedThreadPool(all);
        try {
            ExecutorCompletionService<Void> ends = new ExecutorCompletionService<>(threads);
            for (int i = 0; i < all; i++) {
                int thread = i;
                ends.submit(() -> {
                    body.run(attached(ranks, all, thread));
                    return null;
                });
            }
            for (int i = 0; i < all; i++) {
                Future<Void> end = ends.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                if (end == null) {
                    throw new AssertionError("ranks still run after " + TIMEOUT_SECONDS + " s");
                }
                end.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Runs all ranks to their end, whatever becomes of each; gives the exceptions of those that failed. */
    public static Collection<Exception> failures(int ranks, Body body) throws Exception {
        return failures(ranks, 1, body);
    }

    /**
     * Runs all threads of all ranks to their end, whatever becomes of each; gives the exceptions of those that failed.
     */
    public static Collection<Exception> failures(int ranks, int threadsPerRank, Body body) throws Exception {
        List<Exception> failures = new ArrayList<>();
        run(ranks, threadsPerRank, rank -> {
            try {
                body.run(rank);
            } catch (Exception e) {
                synchronized (failures) {
                    failures.add(e);
                }
            }
        });
        return failures;
    }

    private static Rank attached(int ranks, int threads, int thread) {
        Rank rank = new Rank();
        rank.comm = "local";
        rank.ranks = String.valueOf(ranks);
        rank.attach(Iterations.benchmark(threads, Map.of()), new ThreadParams(thread, threads, 0, 1, 0, 1, 0, 1, 0, 1));
        return rank;
    }
}
