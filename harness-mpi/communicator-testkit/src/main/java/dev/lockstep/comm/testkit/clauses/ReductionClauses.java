package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.REDUCE;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Clauses on reduce and allreduce. */
final class ReductionClauses {
    private static final int TAG = 61;
    private static final int[] COUNTS = {0, 1, 3, 1000, 40_001};

    private ReductionClauses() {}

    static List<Clause> all() {
        List<Clause> clauses = new ArrayList<>();
        for (Datatype type : Datatype.values()) {
            for (ReduceOp op : ReduceOp.values()) {
                clauses.add(new Clause("allReduce " + type + " " + op, comm -> allReduce(comm, type, op), ALL_REDUCE));
                clauses.add(new Clause("reduce " + type + " " + op, comm -> reduce(comm, type, op), REDUCE));
            }
        }
        clauses.add(new Clause("reductions between position and limit", ReductionClauses::offset, ALL_REDUCE, REDUCE));
        clauses.add(new Clause("reductions use native byte order", ReductionClauses::byteOrder, ALL_REDUCE));
        clauses.add(new Clause("a contribution is unchanged", ReductionClauses::unchanged, ALL_REDUCE, REDUCE));
        clauses.add(new Clause("all ranks get the same bits", ReductionClauses::sameBits, ALL_REDUCE, POINT_TO_POINT));
        clauses.add(new Clause("integer overflow wraps", ReductionClauses::wraps, ALL_REDUCE));
        return clauses;
    }

    private static void allReduce(Communicator comm, Datatype type, ReduceOp op) {
        for (int count : COUNTS) {
            for (IntFunction<ByteBuffer> kind : List.<IntFunction<ByteBuffer>>of(Messages::direct, Messages::heap)) {
                ByteBuffer in = Numbers.fill(kind.apply(count * type.bytes()), type, comm.rank());
                ByteBuffer out = kind.apply(count * type.bytes());
                comm.allReduce(in, out, type, op);
                Numbers.expectCombined(out, type, op, comm.size(), "the result");
            }
        }
    }

    private static void reduce(Communicator comm, Datatype type, ReduceOp op) {
        for (int root = 0; root < comm.size(); root++) {
            for (int count : new int[] {0, 1, 1000}) {
                ByteBuffer in = Numbers.fill(Messages.direct(count * type.bytes()), type, comm.rank());
                ByteBuffer out = Messages.fill(Messages.direct(count * type.bytes()), 90);
                comm.reduce(in, out, type, op, root);
                if (comm.rank() == root) {
                    Numbers.expectCombined(out, type, op, comm.size(), "the result at root " + root);
                } else {
                    Expect.pattern(out, 90, "what is not the root's result");
                }
                comm.reduce(in, comm.rank() == root ? out : null, type, op, root);
            }
        }
    }

    private static void offset(Communicator comm) {
        int bytes = 96;
        // 8 is aligned for every type, 3 for none.
        for (int from : new int[] {8, 3}) {
            for (ByteBuffer in : List.of(
                    Messages.direct(120), Messages.heap(120), Messages.heap(128).slice(8, 120))) {
                ByteBuffer out = in.isDirect() ? Messages.direct(120) : Messages.heap(120);
                for (Datatype type : Datatype.values()) {
                    Messages.fill(out.clear(), 90);
                    Numbers.fill(in.limit(from + bytes).position(from), type, comm.rank());
                    out.limit(from + 4 + bytes).position(from + 4);
                    comm.allReduce(in, out, type, ReduceOp.SUM);
                    around(comm, out, type, from);
                    Messages.fill(out.clear(), 90);
                    out.limit(from + 4 + bytes).position(from + 4);
                    comm.reduce(in.asReadOnlyBuffer(), out, type, ReduceOp.SUM, comm.size() - 1);
                    if (comm.rank() == comm.size() - 1) {
                        around(comm, out, type, from);
                    }
                    in.clear();
                }
            }
        }
    }

    private static void around(Communicator comm, ByteBuffer out, Datatype type, int from) {
        Numbers.expectCombined(out, type, ReduceOp.SUM, comm.size(), type + " at position " + from);
        Expect.equal(Messages.at(90, from + 3), Messages.byteAt(out, from + 3), "the byte before");
        Expect.equal(Messages.at(90, 119), Messages.byteAt(out, 119), "a byte behind");
    }

    private static void byteOrder(Communicator comm) {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            for (IntFunction<ByteBuffer> kind : List.<IntFunction<ByteBuffer>>of(Messages::direct, Messages::heap)) {
                for (Datatype type : Datatype.values()) {
                    ByteBuffer in = Numbers.fill(kind.apply(64), type, comm.rank());
                    ByteBuffer out = kind.apply(64);
                    comm.allReduce(in.order(order), out.order(order), type, ReduceOp.SUM);
                    Numbers.expectCombined(out, type, ReduceOp.SUM, comm.size(), type + " in a buffer of " + order);
                    Expect.equal(order, out.order(), "the buffer's order");
                }
            }
        }
    }

    private static void unchanged(Communicator comm) {
        for (int count : new int[] {5, 50_000}) {
            ByteBuffer in = Numbers.fill(Messages.direct(count * 4), Datatype.INT, comm.rank());
            ByteBuffer out = Messages.direct(count * 4);
            comm.allReduce(in, out, Datatype.INT, ReduceOp.PROD);
            own(comm, in, "allReduce");
            for (int root = 0; root < comm.size(); root++) {
                comm.reduce(in, out, Datatype.INT, ReduceOp.SUM, root);
                own(comm, in, "reduce");
            }
        }
    }

    private static void own(Communicator comm, ByteBuffer in, String after) {
        for (int i = 0; i < in.remaining() / 4; i++) {
            Expect.equal(Numbers.element(comm.rank(), i), in.getInt(i * 4), "the contribution after " + after);
        }
    }

    private static void sameBits(Communicator comm) {
        for (int count : new int[] {7, 30_000}) {
            ByteBuffer in = Messages.direct(count * 8);
            ByteBuffer mine = Messages.direct(count * 8);
            ByteBuffer neighbours = Messages.direct(count * 8);
            for (int i = 0; i < count; i++) {
                // Rounds differently in every order of additions.
                in.putDouble(i * 8, 0.1 / (1 + i + 3 * comm.rank()) * Math.pow(10, (comm.rank() * 7 + i) % 13));
            }
            for (Datatype type : List.of(Datatype.DOUBLE, Datatype.FLOAT)) {
                comm.allReduce(in, mine, type, ReduceOp.SUM);
                Messages.shift(comm, mine, neighbours, TAG, null);
                for (int i = 0; i < count; i++) {
                    Expect.equal(
                            Long.toHexString(neighbours.getLong(i * 8)),
                            Long.toHexString(mine.getLong(i * 8)),
                            "the bits of element " + i + ", compared with rank " + Messages.left(comm) + ",");
                }
            }
        }
    }

    private static void wraps(Communicator comm) {
        ByteBuffer in = Messages.direct(8);
        ByteBuffer out = Messages.direct(8);
        comm.allReduce(in.putInt(0, Integer.MAX_VALUE).putInt(4, Integer.MIN_VALUE), out, Datatype.INT, ReduceOp.SUM);
        Expect.equal(Integer.MAX_VALUE * comm.size(), out.getInt(0), "the sum of largest ints");
        Expect.equal(Integer.MIN_VALUE * comm.size(), out.getInt(4), "the sum of smallest ints");
        comm.allReduce(in.putLong(0, Long.MAX_VALUE), out, Datatype.LONG, ReduceOp.SUM);
        Expect.equal(Long.MAX_VALUE * comm.size(), out.getLong(0), "the sum of largest longs");
    }
}
