package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;

/**
 * The barrier before synchronised operations, written over point-to-point messages so that a library's own barrier, whose
 * algorithm would colour the result, has no part in it: in round k every rank tells the one 2^k above it and hears from the
 * one 2^k below (Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", 1988).
 */
final class DisseminationBarrier implements Barrier {
    private static final int TAG = 1;

    private final Communicator comm;
    private final ByteBuffer out;
    private final ByteBuffer in;

    DisseminationBarrier(Communicator comm) {
        this.comm = comm;
        this.out = comm.allocate(0);
        this.in = comm.allocate(0);
    }

    @Override
    public void await() {
        int size = comm.size();
        int rank = comm.rank();
        for (int distance = 1; distance < size; distance <<= 1) {
            int above = (rank + distance) % size;
            int below = (rank - distance + size) % size;
            comm.sendRecv(out, above, TAG, in, below, TAG, null);
        }
    }
}
