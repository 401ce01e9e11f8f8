package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Clauses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One rank of a launched contract. It checks the clauses in order, each on a duplicate of its own if there are any, and
 * stops the process at the first that fails: there is no telling what the other ranks wait for by then.
 */
public final class RankMain {
    /** The name of the thread that ends the process when a clause does not end in time, or when it is interrupted. */
    static final String WATCHDOG = "watchdog";

    /** The time in which the other ranks may still find something out after one has failed. */
    private static final long GRACE_MILLIS = 300;

    private final Path folder;
    private final int rank;
    private final Duration limit;

    RankMain(Path folder, int rank, Duration limit) {
        this.folder = folder;
        this.rank = rank;
        this.limit = limit;
    }

    /**
     * Runs one rank.
     *
     * @param args the provider's name, how many ranks there are, the folder for outcomes, the limit for one clause in
     *     milliseconds, the number of the clause to begin with, and the names of clauses that are left out before counting
     * @throws ExecutionException if an outcome cannot be written, or the world not be opened or closed
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws ExecutionException, InterruptedException {
        // As benchmarks do: the one thread that communicates opens and closes the world, and is not the main one.
        FutureTask<Void> all = new FutureTask<>(() -> {
            run(args);
            return null;
        });
        new Thread(all, "communicating").start();
        all.get();
    }

    private static void run(String[] args) throws IOException {
        List<String> leftOut = Arrays.asList(args).subList(5, args.length);
        CommunicatorProvider provider = Communicators.discover().require(args[0]);
        int ranks = Integer.parseInt(args[1]);
        World world = provider.open(
                FolderPeers.added(new WorldOptions(ranks, 1), Path.of(args[2])).at(ThreadLevel.SINGLE));
        int me = world.localRanks().get(0);
        RankMain rank = new RankMain(Path.of(args[2]), me, Duration.ofMillis(Long.parseLong(args[3])));
        Communicator comm = world.communicator(me, 0);
        List<Clause> clauses = clauses(provider.unsupported(), leftOut, world.threadLevel());
        for (Clause clause : clauses.subList(Integer.parseInt(args[4]), clauses.size())) {
            rank.check(clause, comm);
        }
        world.close();
    }

    /** The clauses at whatever thread level: all but those about threads that share. */
    static List<Clause> clauses(Map<Capability, String> unsupported, Collection<String> leftOut, String granted) {
        return Stream.concat(
                        Clauses.of(unsupported).stream(),
                        Stream.of(SharingClauses.level(granted))
                                .filter(level -> level.lacking(unsupported).isEmpty()))
                .filter(c -> !leftOut.contains(c.name()))
                .toList();
    }

    /** Runs a clause; ends the process if it does not hold. */
    void check(Clause clause, Communicator comm) throws IOException {
        CountDownLatch ended = new CountDownLatch(1);
        watch(clause, ended);
        boolean duplicates = comm.supports(Capability.DUPLICATE);
        try {
            Communicator own = duplicates ? comm.duplicate() : comm;
            clause.check().run(own);
            // Nobody may hear of the next clause before all are done with this one.
            own.barrier();
            if (duplicates) {
                own.close();
            }
        } catch (Throwable t) {
            // Errors too: an assertion is one.
            stop(clause, t instanceof AssertionError ? t.getMessage() : t + at(t.getStackTrace()));
        }
        ended.countDown();
        Outcomes.passed(folder, rank, clause.name());
    }

    private void watch(Clause clause, CountDownLatch ended) {
        Thread checked = Thread.currentThread();
        Thread watchdog = new Thread(
                () -> {
                    try {
                        if (!endsInTime(ended)) {
                            stop(
                                    clause,
                                    "did not end within " + limit.toMillis() + " ms" + at(checked.getStackTrace()));
                        }
                    } catch (IOException e) {
                        // The launcher sees the exit code and this.
                        e.printStackTrace();
                        Runtime.getRuntime().halt(3);
                    }
                },
                WATCHDOG);
        watchdog.setDaemon(true);
        watchdog.start();
    }

    private boolean endsInTime(CountDownLatch ended) {
        try {
            return ended.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException timeIsOver) {
            return false;
        }
    }

    /** Halts the process: shutdown hooks of a library might wait for the other ranks. */
    private void stop(Clause clause, String reason) throws IOException {
        Outcomes.failed(folder, rank, clause.name(), reason);
        try {
            TimeUnit.MILLISECONDS.sleep(GRACE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(2);
    }

    private static String at(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(e -> e.getClassName().startsWith("dev.lockstep."))
                .limit(4)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < ", " at ", ""));
    }
}
