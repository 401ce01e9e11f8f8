package dev.lockstep.collectives.flat;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Reductions;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.Buffers;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Idle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;

/** Times operations of ranks that are threads, without JMH: nanoseconds for each, least and median of rounds. */
final class FlatTiming {
    private static final int ROUNDS = 21;
    private static final int ROUND_NANOS = 40_000_000;

    private FlatTiming() {}

    private record Operations(Collectives collectives, Reductions reductions) {}

    private interface Operation {
        void run(Operations by);
    }

    /** Takes the number of ranks, {@code flat} or {@code local}, and sizes in bytes. */
    public static void main(String[] args) throws InterruptedException {
        int ranks = Integer.parseInt(args[0]);
        boolean oversubscribed = ranks > Cores.usable();
        int[] sizes = Arrays.stream(args).skip(2).mapToInt(Integer::parseInt).toArray();
        try (World world = new LocalProvider().open(new WorldOptions(ranks, 1))) {
            ByteBuffer memory = Buffers.direct(FlatCollectives.bytes(ranks));
            time(args[1], ranks, sizes, rank -> {
                Communicator comm = world.communicator(rank, 0);
                FlatCollectives flat = new FlatCollectives(memory, rank, ranks, new Idle(new Abort(), oversubscribed));
                return args[1].equals("flat") ? new Operations(flat, flat) : new Operations(comm, comm);
            });
        }
    }

    private static void time(String name, int ranks, int[] sizes, IntFunction<Operations> of)
            throws InterruptedException {
        Thread[] threads = new Thread[ranks];
        for (int i = 0; i < ranks; i++) {
            int rank = i;
            threads[i] = new Thread(() -> {
                Operations by = of.apply(rank);
                time(name + " barrier", rank, by, one -> one.collectives.barrier());
                for (int size : sizes) {
                    ByteBuffer in = Buffers.direct(size);
                    ByteBuffer out = Buffers.direct(size);
                    time(
                            name + " allreduce " + size,
                            rank,
                            by,
                            one -> one.reductions.allReduce(in, out, Datatype.FLOAT, ReduceOp.SUM));
                }
                for (int size : sizes) {
                    ByteBuffer in = Buffers.direct(size);
                    time(name + " bcast " + size, rank, by, one -> one.collectives.bcast(in, 0));
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void time(String name, int rank, Operations by, Operation operation) {
        // The number of operations is rank 0's to say.
        ByteBuffer count = Buffers.direct(Integer.BYTES);
        int runs = 20_000;
        double[] nanos = new double[ROUNDS];
        for (int round = -5; round < ROUNDS; round++) {
            count.putInt(0, runs);
            by.collectives.bcast(count, 0);
            runs = count.getInt(0);
            by.collectives.barrier();
            long start = System.nanoTime();
            for (int i = 0; i < runs; i++) {
                operation.run(by);
            }
            double each = (double) (System.nanoTime() - start) / runs;
            runs = (int) Math.max(20, Math.min(1_000_000, ROUND_NANOS / each));
            if (round >= 0) {
                nanos[round] = each;
            }
        }
        if (rank == 0) {
            Arrays.sort(nanos);
            System.out.printf(
                    Locale.ROOT, "%-24s least %9.1f ns, median %9.1f ns%n", name, nanos[0], nanos[ROUNDS / 2]);
        }
    }
}
