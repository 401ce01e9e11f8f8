package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_REDUCE;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Clauses on rank, size and buffers. */
final class PlaceClauses {
    private PlaceClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("ranks are 0 to size - 1, each once", PlaceClauses::ranks, ALL_REDUCE),
                new Clause("a rank lies below the size", PlaceClauses::place),
                new Clause("allocated buffers are zeroed, in native order", PlaceClauses::allocated));
    }

    private static void ranks(Communicator comm) {
        int rank = comm.rank();
        int size = comm.size();
        ByteBuffer mine = Messages.direct(Long.BYTES).putLong(0, 1L << rank);
        ByteBuffer all = Messages.direct(Long.BYTES);
        comm.allReduce(mine, all, Datatype.LONG, ReduceOp.SUM);
        Expect.equal((1L << size) - 1, all.getLong(0), "the ranks, as a set of bits,");
    }

    /** Checks all that can be seen of a communicator without a message. */
    private static void place(Communicator comm) {
        int rank = comm.rank();
        int size = comm.size();
        Expect.that(rank >= 0 && rank < size, "rank " + rank + " of " + size);
        Expect.equal(rank, comm.rank(), "the rank, asked again,");
        Expect.equal(size, comm.size(), "the size, asked again,");
    }

    private static void allocated(Communicator comm) {
        for (int bytes : new int[] {0, 1, 13, 70_000}) {
            // Twice: a pool must not show what was there before.
            for (int again = 0; again < 2; again++) {
                ByteBuffer buffer = comm.allocate(bytes);
                Expect.equal(0, buffer.position(), "its position");
                Expect.equal(bytes, buffer.limit(), "its limit");
                Expect.equal(bytes, buffer.capacity(), "its capacity");
                Expect.equal(ByteOrder.nativeOrder(), buffer.order(), "its order");
                Expect.that(!buffer.isReadOnly(), "it is read-only");
                for (int i = 0; i < bytes; i++) {
                    Expect.equal((byte) 0, buffer.get(i), "byte " + i);
                    buffer.put(i, (byte) 1);
                }
            }
        }
    }
}
