package dev.lockstep.comm;

import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.EXSCAN;
import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;
import static dev.lockstep.comm.Capability.REDUCE;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER_BLOCK;
import static dev.lockstep.comm.Capability.SCAN;

import java.nio.ByteBuffer;

/**
 * The operations of {@link Reductions} without waiting, with the rules of {@link NonBlockingCollectives} (MPI 4.1,
 * section 6.12).
 */
public interface NonBlockingReductions extends Capabilities {

    /** Starts {@link Reductions#reduce} (MPI_Ireduce). */
    default Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        throw UnsupportedCapabilityException.of(this, REDUCE, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Reductions#allReduce} (MPI_Iallreduce). */
    default Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, ALL_REDUCE, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Reductions#reduceScatterBlock} (MPI_Ireduce_scatter_block). */
    default Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, REDUCE_SCATTER_BLOCK, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Reductions#reduceScatter} (MPI_Ireduce_scatter). */
    default Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, REDUCE_SCATTER, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Reductions#scan} (MPI_Iscan). */
    default Request iScan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, SCAN, NON_BLOCKING_COLLECTIVES);
    }

    /** Starts {@link Reductions#exscan} (MPI_Iexscan). */
    default Request iExscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw UnsupportedCapabilityException.of(this, EXSCAN, NON_BLOCKING_COLLECTIVES);
    }
}
