package dev.lockstep.comm.openmpi;

import java.nio.ByteBuffer;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Send/receive latency as a plain loop over Open MPI's bindings, without JMH, harness or Communicator: what {@code scripts/harness-overhead} compares the harness
 * with. Like the benchmark it sends from one buffer, receives into another, and uses a duplicate of the world. Arguments: bytes, round trips per iteration,
 * warm-up iterations, measured iterations. Each rank prints one-way nanoseconds; the mean of both is what the harness reports.
 */
final class BarePingPong {
    private static final int TAG = 1;

    private BarePingPong() {}

    public static void main(String[] args) throws MPIException {
        int bytes = Integer.parseInt(args[0]);
        int n = Integer.parseInt(args[1]);
        int warmup = Integer.parseInt(args[2]);
        int measured = Integer.parseInt(args[3]);
        MPI.InitThread(new String[0], MPI.THREAD_SINGLE);
        Intracomm comm = MPI.COMM_WORLD.dup();
        int rank = comm.getRank();
        ByteBuffer out = written(bytes);
        ByteBuffer in = written(bytes);
        long nanos = 0;
        for (int i = 0; i < warmup + measured; i++) {
            comm.barrier();
            long start = System.nanoTime();
            exchange(comm, rank, out, in, bytes, n);
            if (i >= warmup) {
                nanos += System.nanoTime() - start;
            }
        }
        System.out.printf(Locale.ROOT, "%.3f%n", nanos / (2.0 * n * measured));
        MPI.Finalize();
    }

    /** Memory that was never written reads faster than memory that was. */
    private static ByteBuffer written(int bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        for (int i = 0; i < bytes; i++) {
            buffer.put(i, (byte) i);
        }
        return buffer;
    }

    private static void exchange(Intracomm comm, int rank, ByteBuffer out, ByteBuffer in, int bytes, int n)
            throws MPIException {
        int peer = 1 - rank;
        for (int i = 0; i < n; i++) {
            if (rank == 0) {
                comm.send(out, bytes, MPI.BYTE, peer, TAG);
                comm.recv(in, bytes, MPI.BYTE, peer, TAG);
            } else {
                comm.recv(in, bytes, MPI.BYTE, peer, TAG);
                comm.send(out, bytes, MPI.BYTE, peer, TAG);
            }
        }
    }
}
