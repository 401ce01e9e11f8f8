package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.World;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Send/receive latency as a plain loop over the communicator, without JMH and harness, to be compared with {@code src/test/c/pingpong.c}.
 * Arguments: bytes, round trips per iteration, warm-up iterations, measured iterations. Each rank prints one-way nanoseconds.
 */
final class BarePingPong {
    private static final int TAG = 1;

    private BarePingPong() {}

    public static void main(String[] args) {
        int bytes = Integer.parseInt(args[0]);
        int n = Integer.parseInt(args[1]);
        int warmup = Integer.parseInt(args[2]);
        int measured = Integer.parseInt(args[3]);
        try (World world = Mpi.join(1)) {
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            ByteBuffer out = written(comm, bytes);
            ByteBuffer in = written(comm, bytes);
            long nanos = 0;
            for (int i = 0; i < warmup + measured; i++) {
                comm.barrier();
                long start = System.nanoTime();
                exchange(comm, comm.rank(), out, in, n);
                if (i >= warmup) {
                    nanos += System.nanoTime() - start;
                }
            }
            System.out.println(String.format(Locale.ROOT, "%.3f", nanos / (2.0 * n * measured)));
        }
    }

    /** Memory that was never written reads faster than memory that was. */
    private static ByteBuffer written(Communicator comm, int bytes) {
        ByteBuffer buffer = comm.allocate(bytes);
        for (int i = 0; i < bytes; i++) {
            buffer.put(i, (byte) i);
        }
        return buffer;
    }

    private static void exchange(Communicator comm, int rank, ByteBuffer out, ByteBuffer in, int n) {
        int peer = 1 - rank;
        for (int i = 0; i < n; i++) {
            if (rank == 0) {
                comm.send(out, peer, TAG);
                comm.recv(in, peer, TAG);
            } else {
                comm.recv(in, peer, TAG);
                comm.send(out, peer, TAG);
            }
        }
    }
}
