package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A rank of a job in which numbers go round, in each of several threads. Arguments: the provider's name, how many ranks
 * and threads there are, and {@code die} for rank 1 to end before the others are through, or another word.
 */
final class Ring {
    private static final int ROUNDS = 200;

    private Ring() {}

    public static void main(String[] args) throws InterruptedException {
        int ranks = Integer.parseInt(args[1]);
        int threads = Integer.parseInt(args[2]);
        World world = Communicators.discover().find(args[0]).orElseThrow().open(new WorldOptions(ranks, threads));
        int rank = world.localRanks().get(0);
        if (args[3].equals("die") && rank == 1) {
            Runtime.getRuntime().halt(9);
        }
        List<String> failures = new ArrayList<>();
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Communicator comm = world.communicator(rank, t);
            running.add(new Thread(() -> around(comm, failures)));
        }
        running.forEach(Thread::start);
        for (Thread thread : running) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures);
        }
        System.out.println("rank " + rank + " of " + world.size() + ", " + world.library() + ", " + world.threadLevel()
                + ": " + threads + " rings");
        world.close();
    }

    /** Each round, every rank gets what its left neighbour has, and has it from then on. */
    private static void around(Communicator comm, List<String> failures) {
        int size = comm.size();
        ByteBuffer has = comm.allocate(Integer.BYTES).putInt(0, comm.rank());
        ByteBuffer gets = comm.allocate(Integer.BYTES);
        for (int round = 1; round <= ROUNDS; round++) {
            comm.sendRecv(has, (comm.rank() + 1) % size, 1, gets, (comm.rank() + size - 1) % size, 1, null);
            has.putInt(0, gets.getInt(0));
            if (gets.getInt(0) != Math.floorMod(comm.rank() - round, size)) {
                synchronized (failures) {
                    failures.add("round " + round + ": " + gets.getInt(0));
                }
                return;
            }
        }
    }
}
