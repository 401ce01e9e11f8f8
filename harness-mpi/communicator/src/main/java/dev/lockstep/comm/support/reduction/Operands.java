package dev.lockstep.comm.support.reduction;

import java.nio.ByteBuffer;

/** Every rank's elements, for a {@link Reducer}. */
public interface Operands {

    int size();

    /** Copies so many bytes of a rank's elements, from an offset, to the beginning of a block. */
    void load(int rank, int offset, int bytes, ByteBuffer block);
}
