package dev.lockstep.comm.openmpi;

import java.nio.ByteBuffer;
import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;

/**
 * Send/receive latency as a plain loop over Open MPI's bindings, without JMH, harness or Communicator: what {@code scripts/harness-overhead} compares the harness
 * with. Arguments: bytes, round trips per iteration, warm-up iterations, measured iterations. Rank 0 prints one-way nanoseconds.
 */
final class BarePingPong {
    private static final int TAG = 1;

    private BarePingPong() {}

    public static void main(String[] args) throws MPIException {
        int bytes = Integer.parseInt(args[0]);
        int n = Integer.parseInt(args[1]);
        int warmup = Integer.parseInt(args[2]);
        int measured = Integer.parseInt(args[3]);
        MPI.InitThread(new String[0], MPI.THREAD_SERIALIZED);
        int rank = MPI.COMM_WORLD.getRank();
        ByteBuffer message = ByteBuffer.allocateDirect(bytes);
        for (int i = 0; i < bytes; i++) {
            message.put(i, (byte) i);
        }
        long nanos = 0;
        for (int i = 0; i < warmup + measured; i++) {
            long start = System.nanoTime();
            exchange(rank, message, bytes, n);
            if (i >= warmup) {
                nanos += System.nanoTime() - start;
            }
        }
        if (rank == 0) {
            System.out.printf(Locale.ROOT, "%.3f%n", nanos / (2.0 * n * measured));
        }
        MPI.Finalize();
    }

    private static void exchange(int rank, ByteBuffer message, int bytes, int n) throws MPIException {
        int peer = 1 - rank;
        for (int i = 0; i < n; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.send(message, bytes, MPI.BYTE, peer, TAG);
                MPI.COMM_WORLD.recv(message, bytes, MPI.BYTE, peer, TAG);
            } else {
                MPI.COMM_WORLD.recv(message, bytes, MPI.BYTE, peer, TAG);
                MPI.COMM_WORLD.send(message, bytes, MPI.BYTE, peer, TAG);
            }
        }
    }
}
