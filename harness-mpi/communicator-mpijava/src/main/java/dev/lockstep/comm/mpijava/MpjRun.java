package dev.lockstep.comm.mpijava;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Starts the processes of a job of MPJ Express ({@code niodev}), lets them find each other, and waits for them; needs
 * neither daemons nor files of hosts. When one fails the others are ended, and its exit code is this program's; a
 * signal ends all. It can be used without the rest of Lockstep:
 *
 * <pre>{@code
 * java -cp lockstep-communicator-mpijava.jar:lockstep-communicator.jar dev.lockstep.comm.mpijava.MpjRun \
 *     -np 4 --host h1:2,h2:2 -- java -cp ... Program
 * }</pre>
 *
 * <p>Without {@code --host} all ranks are on this host. Other hosts are reached by ssh, or what {@code LOCKSTEP_RSH}
 * names; they have the same files in the same places, and get the variables that {@code -x} names. A process is told
 * {@code LOCKSTEP_RANK}, {@code LOCKSTEP_MPJ_RANKS} and {@code LOCKSTEP_MPJ_SERVER}.
 *
 * <p>On Linux, other users of this host are kept from the server. Otherwise ranks that speak to it, and then to each
 * other, are not asked who they are: MPJ Express has no means for that. It belongs among users, and into a network, that
 * trust each other.
 */
public final class MpjRun {
    /** The time that processes get to end, less than the patience of whoever asks this program to end. */
    private static final long GRACE_MILLIS = 1_000;

    private static final long MARGIN_MILLIS = 1_000;
    private static final int USAGE = 2;
    private static final int FAILED = 1;

    private final MpjRunOptions options;
    private final PrintStream err;
    private final List<StartedRank> started = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private volatile boolean ending;

    private sealed interface Event {}

    private record Joined(int rank) implements Event {}

    private record AllTold() implements Event {}

    private record Untold(int rank, IOException reason) implements Event {}

    private record Ended(int rank, int exit) implements Event {}

    /** Lets the port server's threads speak to the one that supervises. */
    private final class Meeting implements PortServer.Listener {
        @Override
        public void joined(int rank) {
            events.add(new Joined(rank));
        }

        @Override
        public void allTold() {
            events.add(new AllTold());
        }

        @Override
        public void untold(int rank, IOException reason) {
            events.add(new Untold(rank, reason));
        }
    }

    MpjRun(MpjRunOptions options, PrintStream err) {
        this.options = options;
        this.err = err;
    }

    /**
     * Runs a job and exits with the code of its first process that failed; 2 if the options make no sense, 1 if ranks
     * do not find each other.
     *
     * @param args options, {@code --}, and the command of one process
     * @throws IOException if nothing can be started
     * @throws InterruptedException never; nobody interrupts the main thread
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        MpjRunOptions options;
        try {
            options = MpjRunOptions.parse(Arrays.asList(args));
        } catch (IllegalArgumentException e) {
            complain(System.err, e.getMessage() + "\n" + MpjRunOptions.USAGE);
            System.exit(USAGE);
            return;
        }
        MpjRun run = new MpjRun(options, System.err);
        Runtime.getRuntime().addShutdownHook(new Thread(run::endAll, "mpj-end"));
        System.exit(run.run());
    }

    private static void complain(PrintStream err, String what) {
        err.println("mpj: " + what);
    }

    /** Runs the job; returns when all have ended. */
    int run() throws IOException, InterruptedException {
        int ranks = options.hosts().size();
        try (PortServer server = new PortServer(ranks, !options.allHere(), new Meeting())) {
            Map<String, String> variables =
                    new HashMap<>(Map.of(NioDevice.RANKS, String.valueOf(ranks), NioDevice.SERVER, server.addresses()));
            for (int rank = 0; rank < ranks && !ending; rank++) {
                int number = rank;
                variables.put(NioDevice.RANK, String.valueOf(rank));
                StartedRank one = StartedRank.start(options, rank, variables);
                started.add(one);
                one.onEnd(exit -> events.add(new Ended(number, exit)));
            }
            return supervise(ranks);
        } finally {
            endAll();
        }
    }

    private int supervise(int ranks) throws InterruptedException {
        TreeSet<Integer> absent = IntStream.range(0, ranks).boxed().collect(Collectors.toCollection(TreeSet::new));
        TreeSet<Integer> running = new TreeSet<>(absent);
        boolean told = false;
        long deadline = Long.MAX_VALUE;
        while (!running.isEmpty()) {
            Event event = deadline == Long.MAX_VALUE
                    ? events.take()
                    : events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event == null) {
                String what = absent.isEmpty()
                        ? "the ranks were not told of each other"
                        : names(absent) + " did not join the others";
                return failed(what + " within " + options.startSeconds() + " s; all are ended");
            }
            if (event instanceof Joined join) {
                absent.remove(join.rank);
            } else if (event instanceof Untold lost) {
                return failed(options.name(lost.rank) + " could not be told of the others (" + lost.reason.getMessage()
                        + "); all are ended");
            } else if (event instanceof Ended end) {
                running.remove(end.rank);
                if (end.exit != 0 && !ending) {
                    failed(options.name(end.rank) + " ended with status " + end.exit + "; the others are ended");
                    return end.exit;
                }
            } else {
                told = true;
            }
            boolean some = absent.size() < ranks;
            TreeSet<Integer> gone = new TreeSet<>(absent);
            gone.removeAll(running);
            if (some && !gone.isEmpty()) {
                return failed(names(gone) + " ended without having joined the others; all are ended");
            }
            if (told || options.startSeconds() == 0) {
                deadline = Long.MAX_VALUE;
            } else if (some && deadline == Long.MAX_VALUE) {
                deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.startSeconds());
            }
        }
        return 0;
    }

    private int failed(String what) {
        if (!ending) {
            complain(err, what);
        }
        return FAILED;
    }

    private String names(TreeSet<Integer> ranks) {
        return ranks.stream().map(options::name).collect(Collectors.joining(", "));
    }

    /** Asks those that still run to end, waits a little, and ends them. */
    private void endAll() {
        ending = true;
        List<StartedRank> alive = started.stream().filter(StartedRank::isAlive).toList();
        try {
            alive.forEach(StartedRank::terminate);
            awaitAll(alive, GRACE_MILLIS);
            alive.forEach(StartedRank::kill);
            awaitAll(alive, MARGIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        alive.stream().filter(StartedRank::isAlive).forEach(StartedRank::giveUp);
    }

    private static void awaitAll(List<StartedRank> ranks, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (StartedRank rank : ranks) {
            rank.hasEndedWithin(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }
}
