package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.clauses.Expect;
import dev.lockstep.comm.testkit.clauses.Messages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * One rank of a launch of its own, for a process joins its ranks once: it asks for the highest thread level. A provider
 * grants that, and two threads talk at the same time; or it says that it does not.
 */
public final class ThreadLevelMain {
    /** What it checks. */
    static final String CLAUSE = "the highest thread level is granted, or refused by its name";

    private static final int THREADS = 2;
    private static final int MESSAGES = 200;

    private ThreadLevelMain() {}

    /**
     * Runs in a rank.
     *
     * @param args the provider's name, how many ranks there are, this rank's folder for outcomes
     * @throws IOException if an outcome cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[2]);
        World world;
        try {
            world = Communicators.discover()
                    .require(args[0])
                    .open(new WorldOptions(Integer.parseInt(args[1]), THREADS).at(ThreadLevel.MULTIPLE));
        } catch (CommunicationException e) {
            // Without a world nobody knows which rank this is; all are refused alike.
            if (!String.valueOf(e.getMessage()).contains(ThreadLevel.MULTIPLE.name())) {
                throw e;
            }
            for (int rank = 0; rank < Integer.parseInt(args[1]); rank++) {
                Outcomes.passed(folder, rank, CLAUSE);
            }
            return;
        }
        int rank = world.localRanks().get(0);
        try {
            Expect.equal(
                    ThreadLevel.MULTIPLE.name(), world.threadLevel(), "the thread level of a world that was opened");
            talk(world, rank);
            Outcomes.passed(folder, rank, CLAUSE);
        } catch (ExecutionException | AssertionError e) {
            Outcomes.failed(folder, rank, CLAUSE, e.getMessage());
            Runtime.getRuntime().halt(2);
        }
        world.close();
    }

    private static void talk(World world, int rank) throws InterruptedException, ExecutionException {
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
