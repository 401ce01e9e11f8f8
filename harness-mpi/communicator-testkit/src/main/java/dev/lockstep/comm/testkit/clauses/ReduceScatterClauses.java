package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.EXSCAN;
import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;
import static dev.lockstep.comm.Capability.REDUCE;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER_BLOCK;
import static dev.lockstep.comm.Capability.SCAN;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Reductions;
import dev.lockstep.comm.testkit.clauses.Forms.Started;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Clauses on reductions that scatter, and on scans; and on all reductions in place and non-blocking. */
final class ReduceScatterClauses {
    /** Elements of a block. */
    private static final int[] COUNTS = {0, 1, 9, 5000};

    private ReduceScatterClauses() {}

    /** The code that checks one form of a reduction. */
    private interface Check {
        void run(Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op);
    }

    static List<Clause> all() {
        List<Clause> clauses = new ArrayList<>();
        blocking(clauses, "reduce in place", ReduceScatterClauses::reduceInPlace, REDUCE, Capability.IN_PLACE);
        blocking(clauses, "allReduce in place", ReduceScatterClauses::allInPlace, ALL_REDUCE, Capability.IN_PLACE);
        started(clauses, "reduce", ReduceScatterClauses::reduce, REDUCE);
        started(clauses, "reduce in place", ReduceScatterClauses::reduceInPlace, REDUCE, Capability.IN_PLACE);
        started(clauses, "allReduce", ReduceScatterClauses::all, ALL_REDUCE);
        started(clauses, "allReduce in place", ReduceScatterClauses::allInPlace, ALL_REDUCE, Capability.IN_PLACE);
        both(clauses, "reduceScatterBlock", ReduceScatterClauses::block, REDUCE_SCATTER_BLOCK);
        both(
                clauses,
                "reduceScatterBlock in place",
                ReduceScatterClauses::blockInPlace,
                REDUCE_SCATTER_BLOCK,
                Capability.IN_PLACE);
        both(clauses, "reduceScatter", ReduceScatterClauses::vector, REDUCE_SCATTER);
        both(
                clauses,
                "reduceScatter in place",
                ReduceScatterClauses::vectorInPlace,
                REDUCE_SCATTER,
                Capability.IN_PLACE);
        both(clauses, "scan", ReduceScatterClauses::scan, SCAN);
        both(clauses, "scan in place", ReduceScatterClauses::scanInPlace, SCAN, Capability.IN_PLACE);
        both(clauses, "exscan", ReduceScatterClauses::exscan, EXSCAN);
        both(clauses, "exscan in place", ReduceScatterClauses::exscanInPlace, EXSCAN, Capability.IN_PLACE);
        return clauses;
    }

    private static void both(List<Clause> clauses, String name, Check check, Capability... needs) {
        blocking(clauses, name, check, needs);
        started(clauses, name, check, needs);
    }

    private static void blocking(List<Clause> clauses, String name, Check check, Capability... needs) {
        clauses.add(new Clause(name, comm -> each(comm, comm, check), needs));
    }

    private static void started(List<Clause> clauses, String name, Check check, Capability... needs) {
        Set<Capability> all = EnumSet.of(NON_BLOCKING_COLLECTIVES, needs);
        clauses.add(new Clause(Forms.started(name), all, comm -> each(comm, new Started(comm), check)));
    }

    private static void each(Communicator comm, Reductions by, Check check) {
        for (int count : COUNTS) {
            for (Framed kind : Framed.ALL) {
                check.run(comm, by, kind, count, Datatype.INT, ReduceOp.SUM);
            }
            for (Datatype type : Datatype.values()) {
                for (ReduceOp op : ReduceOp.values()) {
                    check.run(comm, by, Framed.DIRECT, count, type, op);
                }
            }
        }
    }

    private static void reduce(Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer in = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
            ByteBuffer out = comm.rank() == root ? kind.of(count * type.bytes()) : null;
            by.reduce(in.asReadOnlyBuffer(), out, type, op, root);
            if (comm.rank() == root) {
                expect(comm, out, 0, type, op);
            }
        }
    }

    private static void reduceInPlace(
            Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer in = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
            if (comm.rank() == root) {
                by.reduce(Collectives.IN_PLACE, in, type, op, root);
                expect(comm, in, 0, type, op);
            } else {
                by.reduce(in, null, type, op, root);
            }
        }
    }

    private static void all(Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer in = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
        ByteBuffer out = kind.of(count * type.bytes());
        by.allReduce(in.asReadOnlyBuffer(), out, type, op);
        expect(comm, out, 0, type, op);
    }

    private static void allInPlace(
            Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer both = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
        by.allReduce(Collectives.IN_PLACE, both, type, op);
        expect(comm, both, 0, type, op);
    }

    private static void block(Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer in = Numbers.fill(kind.of(count * comm.size() * type.bytes()), type, comm.rank());
        ByteBuffer out = kind.of(count * type.bytes());
        by.reduceScatterBlock(in.asReadOnlyBuffer(), out, type, op);
        expect(comm, out, count * comm.rank(), type, op);
    }

    private static void blockInPlace(
            Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer both = Numbers.fill(kind.of(count * comm.size() * type.bytes()), type, comm.rank());
        by.reduceScatterBlock(Collectives.IN_PLACE, both, type, op);
        expectBeginning(comm, both, count, count * comm.rank(), type, op);
    }

    private static void vector(Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        int[] counts = counts(comm, count, type);
        ByteBuffer in = Numbers.fill(kind.of(sum(counts, counts.length)), type, comm.rank());
        ByteBuffer out = kind.of(counts[comm.rank()]);
        by.reduceScatter(in.asReadOnlyBuffer(), out, counts, type, op);
        expect(comm, out, sum(counts, comm.rank()) / type.bytes(), type, op);
    }

    private static void vectorInPlace(
            Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        int[] counts = counts(comm, count, type);
        ByteBuffer both = Numbers.fill(kind.of(sum(counts, counts.length)), type, comm.rank());
        by.reduceScatter(Collectives.IN_PLACE, both, counts, type, op);
        int first = sum(counts, comm.rank()) / type.bytes();
        expectBeginning(comm, both, counts[comm.rank()] / type.bytes(), first, type, op);
    }

    private static void scan(Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer in = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
        ByteBuffer out = kind.of(count * type.bytes());
        by.scan(in.asReadOnlyBuffer(), out, type, op);
        expectOf(comm.rank() + 1, out, type, op);
    }

    private static void scanInPlace(
            Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer both = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
        by.scan(Collectives.IN_PLACE, both, type, op);
        expectOf(comm.rank() + 1, both, type, op);
    }

    private static void exscan(Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer in = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
        ByteBuffer out = kind.of(count * type.bytes());
        by.exscan(in.asReadOnlyBuffer(), out, type, op);
        expectOf(comm.rank(), out, type, op);
    }

    private static void exscanInPlace(
            Communicator comm, Reductions by, Framed kind, int count, Datatype type, ReduceOp op) {
        ByteBuffer both = Numbers.fill(kind.of(count * type.bytes()), type, comm.rank());
        by.exscan(Collectives.IN_PLACE, both, type, op);
        expectOf(comm.rank(), both, type, op);
    }

    /** Of no rank, the result is undefined. */
    private static void expectOf(int ranks, ByteBuffer result, Datatype type, ReduceOp op) {
        if (ranks > 0) {
            Numbers.expectCombined(result, type, op, ranks, "the result of " + type + " " + op);
        }
        Framed.expectFrame(result, "the result");
    }

    /** The lengths of blocks in bytes; every third is 0. */
    private static int[] counts(Communicator comm, int count, Datatype type) {
        int[] counts = new int[comm.size()];
        for (int rank = 0; rank < counts.length; rank++) {
            counts[rank] = rank % 3 == 2 ? 0 : (count + rank) * type.bytes();
        }
        return counts;
    }

    private static int sum(int[] counts, int until) {
        int sum = 0;
        for (int rank = 0; rank < until; rank++) {
            sum += counts[rank];
        }
        return sum;
    }

    private static void expect(Communicator comm, ByteBuffer result, int first, Datatype type, ReduceOp op) {
        Numbers.expectCombined(result, first, type, op, comm.size(), "the result of " + type + " " + op);
        Framed.expectFrame(result, "the result");
    }

    /** In place, the bytes behind this rank's block are undefined. */
    private static void expectBeginning(
            Communicator comm, ByteBuffer result, int count, int first, Datatype type, ReduceOp op) {
        ByteBuffer mine = Framed.block(result, 0, count * type.bytes());
        Numbers.expectCombined(mine, first, type, op, comm.size(), "the result of " + type + " " + op + " in place");
        Framed.expectFrame(result, "the result");
    }
}
