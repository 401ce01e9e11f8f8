package dev.lockstep.comm.spi;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;

/**
 * The checks that every rank makes of its own arguments to {@link dev.lockstep.comm.Reductions}, for implementations.
 * Each raises an {@link IllegalArgumentException} that says what would be right.
 *
 * @param rank of the caller
 * @param size of the group, in ranks
 */
public record ReductionArguments(int rank, int size) {

    /** Checks the arguments of a reduction to one rank. */
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        Arguments.rank("root", root, size);
        if (rank == root) {
            allReduce(contribution, result, type, op);
        } else {
            elements(contribution, type, op);
        }
    }

    /** Checks the arguments of a reduction to all ranks. */
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        ByteBuffer input = input(contribution, result, type, op);
        if (result.remaining() != input.remaining()) {
            throw Arguments.wrong("the result must have the contribution's " + input.remaining() + " bytes", result);
        }
    }

    /** Checks the arguments of a reduction that leaves each rank a block of the same length. */
    public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        ByteBuffer input = input(contribution, result, type, op);
        if (input.remaining() % (size * type.bytes()) != 0) {
            throw Arguments.wrong(
                    "the bytes must be a multiple of " + type.bytes() + " for each of " + size + " ranks", input);
        }
        if (input != result && input.remaining() != (long) size * result.remaining()) {
            throw Arguments.wrong("the result must have a block's " + input.remaining() / size + " bytes", result);
        }
    }

    /** Checks the arguments of a reduction that leaves each rank a block of any length, counts in bytes. */
    public void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        ByteBuffer input = input(contribution, result, type, op);
        if (counts == null || counts.length != size) {
            throw Arguments.wrong("counts must have an entry for each of " + size + " ranks", counts);
        }
        long sum = 0;
        for (int count : counts) {
            if (count < 0 || !type.divides(count)) {
                throw Arguments.wrong("a count must be a multiple of " + type.bytes() + " for " + type, count);
            }
            sum += count;
        }
        if (input.remaining() != sum) {
            throw Arguments.wrong("the blocks must have the counts' " + sum + " bytes", input);
        }
        if (input != result && result.remaining() != counts[rank]) {
            throw Arguments.wrong("this rank's block must have " + counts[rank] + " bytes", result);
        }
    }

    /** The buffer that holds this rank's elements. */
    private static ByteBuffer input(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        Arguments.writable(result);
        if (contribution == IN_PLACE) {
            elements(result, type, op);
            return result;
        }
        elements(contribution, type, op);
        Arguments.disjoint(contribution, result);
        return contribution;
    }

    private static void elements(ByteBuffer contribution, Datatype type, ReduceOp op) {
        Arguments.message(contribution);
        if (type == null || op == null) {
            throw Arguments.wrong("a reduction needs a type and an operation", type + " and " + op);
        }
        if (!type.divides(contribution.remaining())) {
            throw Arguments.wrong("the bytes must be a multiple of " + type.bytes() + " for " + type, contribution);
        }
    }
}
