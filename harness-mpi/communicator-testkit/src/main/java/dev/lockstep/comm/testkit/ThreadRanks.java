package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.clauses.Clause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Runs clauses on ranks that are threads of this JVM; each run has a world of its own.
 *
 * @param provider of the worlds
 * @param limit how long a clause may take
 * @param dressing puts something around each rank's communicator; the identity if all is well
 */
public record ThreadRanks(CommunicatorProvider provider, Duration limit, UnaryOperator<Communicator> dressing) {
    private static final long ABORT_MILLIS = 2_000;

    /**
     * Runs one clause.
     *
     * @return clause, rank and reason of the first failure; empty if the clause holds
     */
    public Optional<String> run(Clause clause, int ranks) {
        ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(ranks);
        WorldOptions options = new WorldOptions(ranks, 1);
        try (World world = provider.open(options)) {
            if (ThreadLevel.parse(world.threadLevel()).compareTo(options.threadLevel()) < 0) {
                return Optional.of("a world that was asked for the thread level " + options.threadLevel() + " has "
                        + world.threadLevel());
            }
            List<Thread> threads = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                int me = rank;
                Thread thread = new Thread(
                        world.threadGroup(me).orElse(null),
                        () -> {
                            try {
                                Communicator comm = dressing.apply(world.communicator(me, 0));
                                clause.check().run(comm);
                                // Progress is made in calls alone, and others may still wait for this rank's.
                                comm.barrier();
                            } catch (Throwable t) {
                                // Errors too: an assertion is one. Nothing is lost, all are reported.
                                failures.add("rank " + me + ": " + reason(t));
                                failed.countDown();
                            } finally {
                                ended.countDown();
                            }
                        },
                        "rank-" + rank);
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
            await(ended, failed);
            List<Thread> hanging = threads.stream().filter(Thread::isAlive).toList();
            if (ended.getCount() > 0 && failures.isEmpty()) {
                failures.add(hanging.stream().map(ThreadRanks::position).collect(Collectors.joining("; "))
                        + " did not end within " + limit.toMillis() + " ms");
            }
            String first = failures.peek();
            if (ended.getCount() > 0) {
                world.abort(first);
                end(ended, threads);
            }
            return Optional.ofNullable(first).map(why -> "\"" + clause.name() + "\" with " + ranks + " ranks: " + why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ranks ran", e);
        }
    }

    private void await(CountDownLatch ended, CountDownLatch failed) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (ended.getCount() > 0 && failed.getCount() > 0 && System.nanoTime() < deadline) {
            ended.await(1, TimeUnit.MILLISECONDS);
        }
    }

    private static void end(CountDownLatch ended, List<Thread> threads) throws InterruptedException {
        if (!ended.await(ABORT_MILLIS, TimeUnit.MILLISECONDS)) {
            threads.forEach(Thread::interrupt);
            ended.await(ABORT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static String reason(Throwable t) {
        return t instanceof AssertionError ? t.getMessage() : t + at(t.getStackTrace());
    }

    private static String position(Thread thread) {
        return thread.getName() + at(thread.getStackTrace());
    }

    private static String at(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(e -> e.getClassName().startsWith("dev.lockstep."))
                .limit(4)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < ", " at ", ""));
    }
}
