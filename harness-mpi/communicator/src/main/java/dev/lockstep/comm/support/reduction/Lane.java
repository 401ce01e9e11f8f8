package dev.lockstep.comm.support.reduction;

import dev.lockstep.comm.ReduceOp;

/** The arithmetic of one datatype on a block of bytes that the {@link Reducer} fills. */
interface Lane {

    /** Takes the block's elements as the first operand. */
    void set(int count);

    /** Combines the block's elements into the operand so far. */
    void combine(ReduceOp op, int count);

    /** Writes the outcome into the block. */
    void store(int count);
}
