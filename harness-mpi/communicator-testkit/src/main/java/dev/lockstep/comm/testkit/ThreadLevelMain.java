package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Expect;
import dev.lockstep.comm.testkit.clauses.Messages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * One rank of a launch of its own, for a process joins its ranks once: it asks for the highest thread level. A provider
 * grants that, and two threads talk at the same time, then several by one communicator; or it says that it does not.
 */
public final class ThreadLevelMain {
    /** What it checks first. */
    static final String CLAUSE = "the highest thread level is granted, or refused by its name";

    private static final int THREADS = 2;
    private static final int MESSAGES = 200;

    private ThreadLevelMain() {}

    /**
     * Runs in a rank.
     *
     * @param args as for {@link RankMain}; it begins with the first clause
     * @throws IOException if an outcome cannot be written
     */
    public static void main(String[] args) throws IOException {
        CommunicatorProvider provider = Communicators.discover().require(args[0]);
        int ranks = Integer.parseInt(args[1]);
        Path folder = Path.of(args[2]);
        List<String> leftOut = Arrays.asList(args).subList(5, args.length);
        World world;
        try {
            world = provider.open(FolderPeers.added(new WorldOptions(ranks, THREADS).at(ThreadLevel.MULTIPLE), folder));
        } catch (CommunicationException e) {
            refused(provider, ranks, folder, leftOut, e);
            return;
        }
        int me = world.localRanks().get(0);
        RankMain rank = new RankMain(folder, me, Duration.ofMillis(Long.parseLong(args[3])));
        rank.check(new Clause(CLAUSE, comm -> talk(world, me)), world.communicator(me, 0));
        for (Clause clause : SharingClauses.of(provider.unsupported(), leftOut)) {
            rank.check(clause, world.communicator(me, 0));
        }
        world.close();
    }

    /** Without a world nobody knows which rank this is; all are refused alike. */
    private static void refused(
            CommunicatorProvider provider, int ranks, Path folder, List<String> leftOut, CommunicationException e)
            throws IOException {
        if (!String.valueOf(e.getMessage()).contains(ThreadLevel.MULTIPLE.name())) {
            throw e;
        }
        for (int rank = 0; rank < ranks; rank++) {
            Outcomes.passed(folder, rank, CLAUSE);
            for (Clause clause : SharingClauses.of(provider.unsupported(), leftOut)) {
                Outcomes.failed(folder, rank, clause.name(), "lacking, and not declared: " + e.getMessage());
            }
        }
    }

    private static void talk(World world, int rank) throws InterruptedException, ExecutionException {
        Expect.equal(ThreadLevel.MULTIPLE.name(), world.threadLevel(), "the thread level of a world that was opened");
        List<FutureTask<Void>> talking = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Communicator comm = world.communicator(rank, thread);
            FutureTask<Void> task = new FutureTask<>(() -> talk(comm), null);
            talking.add(task);
            Thread talker = new Thread(task, "talker-" + thread);
            talker.setDaemon(true);
            talker.start();
        }
        for (FutureTask<Void> task : talking) {
            task.get();
        }
    }

    private static void talk(Communicator comm) {
        for (int i = 0; i < MESSAGES && comm.supports(Capability.POINT_TO_POINT); i++) {
            Messages.shiftPattern(
                    comm, Messages.direct(9), Messages.direct(9), i, "a message of one thread of several");
        }
        comm.barrier();
    }
}
