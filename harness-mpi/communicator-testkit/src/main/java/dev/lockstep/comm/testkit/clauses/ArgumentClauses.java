package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.PERSISTENT_REQUESTS;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.PROBE;
import static dev.lockstep.comm.Capability.REDUCE;
import static dev.lockstep.comm.Capability.SYNCHRONOUS_SEND;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.util.List;

/** Arguments that cannot be right are refused on the rank that gives them, before anything is moved. */
final class ArgumentClauses {
    private static final int TAG = 81;

    private ArgumentClauses() {}

    static List<Clause> all() {
        return List.of(
                clause("a rank that does not exist is refused", ArgumentClauses::ranks, POINT_TO_POINT),
                clause("a tag out of range is refused", ArgumentClauses::tags, POINT_TO_POINT),
                clause(
                        "a root that does not exist is refused",
                        ArgumentClauses::roots,
                        BROADCAST,
                        POINT_TO_POINT,
                        REDUCE),
                clause(
                        "a missing buffer is refused",
                        ArgumentClauses::missing,
                        ALL_REDUCE,
                        BROADCAST,
                        POINT_TO_POINT,
                        REDUCE),
                clause(
                        "a read-only buffer to write to is refused",
                        ArgumentClauses::readOnly,
                        ALL_REDUCE,
                        BROADCAST,
                        POINT_TO_POINT,
                        REDUCE),
                clause(
                        "reductions of unequal or broken elements are refused",
                        ArgumentClauses::elements,
                        ALL_REDUCE,
                        POINT_TO_POINT,
                        REDUCE),
                clause("overlapping buffers are refused", ArgumentClauses::overlap, ALL_REDUCE, POINT_TO_POINT, REDUCE),
                clause("a wrong probe is refused", ArgumentClauses::probes, POINT_TO_POINT, PROBE),
                clause(
                        "a wrong persistent request is refused",
                        ArgumentClauses::persistent,
                        PERSISTENT_REQUESTS,
                        POINT_TO_POINT),
                clause(
                        "a wrong synchronous send is refused",
                        ArgumentClauses::synchronous,
                        POINT_TO_POINT,
                        SYNCHRONOUS_SEND),
                new Clause("a negative capacity is refused", comm -> refused("allocate", () -> comm.allocate(-1))));
    }

    /** After every refusal the communicator must still work. */
    static Clause clause(String name, Clause.Check check, Capability... needs) {
        return new Clause(
                name,
                comm -> {
                    check.run(comm);
                    Messages.shiftPattern(comm, Messages.direct(5), Messages.direct(5), TAG, "a message afterwards");
                    comm.barrier();
                },
                needs);
    }

    private static void ranks(Communicator comm) {
        ByteBuffer one = Messages.direct(8);
        ByteBuffer two = Messages.direct(8);
        int me = comm.rank();
        for (int wrong : new int[] {-1, -2, comm.size(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refused("send to " + wrong, () -> comm.send(one, wrong, TAG));
            refused("iSend to " + wrong, () -> comm.iSend(one, wrong, TAG));
            refused("sendRecv to " + wrong, () -> comm.sendRecv(one, wrong, TAG, two, me, TAG, null));
            if (wrong != Communicator.ANY_SOURCE) {
                refused("recv from " + wrong, () -> comm.recv(one, wrong, TAG));
                refused("iRecv from " + wrong, () -> comm.iRecv(one, wrong, TAG));
                refused("sendRecv from " + wrong, () -> comm.sendRecv(one, me, TAG, two, wrong, TAG, null));
            }
        }
    }

    private static void tags(Communicator comm) {
        ByteBuffer one = Messages.direct(8);
        ByteBuffer two = Messages.direct(8);
        int me = comm.rank();
        for (int wrong : new int[] {-1, Communicator.ANY_TAG, Communicator.MAX_TAG + 1, Integer.MAX_VALUE}) {
            refused("send with tag " + wrong, () -> comm.send(one, me, wrong));
            refused("iSend with tag " + wrong, () -> comm.iSend(one, me, wrong));
            refused("sendRecv sending tag " + wrong, () -> comm.sendRecv(one, me, wrong, two, me, TAG, null));
            if (wrong != Communicator.ANY_TAG) {
                refused("recv of tag " + wrong, () -> comm.recv(one, me, wrong));
                refused("iRecv of tag " + wrong, () -> comm.iRecv(one, me, wrong));
                refused("sendRecv receiving tag " + wrong, () -> comm.sendRecv(one, me, TAG, two, me, wrong, null));
            }
        }
    }

    private static void roots(Communicator comm) {
        ByteBuffer one = Messages.direct(8);
        ByteBuffer two = Messages.direct(8);
        for (int wrong : new int[] {-1, comm.size(), Integer.MAX_VALUE}) {
            refused("bcast from " + wrong, () -> comm.bcast(one, wrong));
            refused("reduce to " + wrong, () -> comm.reduce(one, two, Datatype.INT, ReduceOp.SUM, wrong));
        }
    }

    private static void missing(Communicator comm) {
        ByteBuffer one = Messages.direct(8);
        int me = comm.rank();
        refused("send of null", () -> comm.send(null, me, TAG));
        refused("recv into null", () -> comm.recv(null, me, TAG));
        refused("iSend of null", () -> comm.iSend(null, me, TAG));
        refused("iRecv into null", () -> comm.iRecv(null, me, TAG));
        refused("sendRecv of null", () -> comm.sendRecv(null, me, TAG, one, me, TAG, null));
        refused("sendRecv into null", () -> comm.sendRecv(one, me, TAG, null, me, TAG, null));
        refused("bcast of null", () -> comm.bcast(null, 0));
        refused("reduce of null", () -> comm.reduce(null, one, Datatype.INT, ReduceOp.SUM, 0));
        refused("reduce at the root into null", () -> comm.reduce(one, null, Datatype.INT, ReduceOp.SUM, me));
        refused("allReduce of null", () -> comm.allReduce(null, one, Datatype.INT, ReduceOp.SUM));
        refused("allReduce into null", () -> comm.allReduce(one, null, Datatype.INT, ReduceOp.SUM));
        refused("allReduce of no type", () -> comm.allReduce(one, Messages.direct(8), null, ReduceOp.SUM));
        refused("allReduce by no operation", () -> comm.allReduce(one, Messages.direct(8), Datatype.INT, null));
    }

    private static void readOnly(Communicator comm) {
        ByteBuffer one = Messages.direct(8);
        int me = comm.rank();
        for (ByteBuffer sealed :
                List.of(Messages.direct(8).asReadOnlyBuffer(), Messages.heap(8).asReadOnlyBuffer())) {
            refused("recv into a read-only buffer", () -> comm.recv(sealed, me, TAG));
            refused("iRecv into a read-only buffer", () -> comm.iRecv(sealed, me, TAG));
            refused("sendRecv into a read-only buffer", () -> comm.sendRecv(one, me, TAG, sealed, me, TAG, null));
            refused("reduce into a read-only buffer", () -> comm.reduce(one, sealed, Datatype.INT, ReduceOp.SUM, me));
            refused("allReduce into a read-only buffer", () -> comm.allReduce(one, sealed, Datatype.INT, ReduceOp.SUM));
            if (comm.size() > 1) {
                refused("bcast into a read-only buffer", () -> comm.bcast(sealed, Messages.right(comm)));
            }
        }
    }

    private static void elements(Communicator comm) {
        int me = comm.rank();
        refused(
                "allReduce of 6 bytes of INT",
                () -> comm.allReduce(Messages.direct(6), Messages.direct(6), Datatype.INT, ReduceOp.SUM));
        refused(
                "allReduce of 12 bytes of DOUBLE",
                () -> comm.allReduce(Messages.direct(12), Messages.direct(12), Datatype.DOUBLE, ReduceOp.SUM));
        refused(
                "allReduce of 8 bytes into 16",
                () -> comm.allReduce(Messages.direct(8), Messages.direct(16), Datatype.INT, ReduceOp.SUM));
        refused(
                "reduce of 16 bytes into 8",
                () -> comm.reduce(Messages.direct(16), Messages.direct(8), Datatype.INT, ReduceOp.SUM, me));
        refused(
                "reduce of 7 bytes",
                () -> comm.reduce(Messages.direct(7), Messages.direct(7), Datatype.FLOAT, ReduceOp.SUM, 0));
    }

    /** Refuses overlapping buffers where the JDK shows them: one object, or one array. */
    private static void overlap(Communicator comm) {
        ByteBuffer direct = Messages.direct(16);
        ByteBuffer heap = Messages.heap(16);
        ByteBuffer first = heap.slice(0, 12);
        ByteBuffer second = heap.slice(4, 12);
        int me = comm.rank();
        refused("sendRecv within one buffer", () -> comm.sendRecv(direct, me, TAG, direct, me, TAG, null));
        refused("sendRecv within one array", () -> comm.sendRecv(first, me, TAG, second, me, TAG, null));
        refused("allReduce in place", () -> comm.allReduce(direct, direct, Datatype.INT, ReduceOp.SUM));
        refused("allReduce within one array", () -> comm.allReduce(first, second, Datatype.INT, ReduceOp.SUM));
        refused("reduce in place", () -> comm.reduce(direct, direct, Datatype.INT, ReduceOp.SUM, me));
    }

    private static void probes(Communicator comm) {
        for (int wrong : new int[] {-2, comm.size()}) {
            refused("a probe of rank " + wrong, () -> comm.probe(wrong, TAG, null));
            refused("iProbe of rank " + wrong, () -> comm.iProbe(wrong, TAG, null));
        }
        refused("a probe of tag -1", () -> comm.probe(0, -1, null));
        refused("iProbe of a tag too large", () -> comm.iProbe(0, Communicator.MAX_TAG + 1, null));
    }

    private static void persistent(Communicator comm) {
        refused("sendInit of null", () -> comm.sendInit(null, 0, TAG));
        refused("sendInit to no rank", () -> comm.sendInit(Messages.direct(8), comm.size(), TAG));
        refused("sendInit with any tag", () -> comm.sendInit(Messages.direct(8), 0, Communicator.ANY_TAG));
        refused(
                "recvInit into a read-only buffer",
                () -> comm.recvInit(Messages.direct(8).asReadOnlyBuffer(), 0, TAG));
        refused("recvInit from no rank", () -> comm.recvInit(Messages.direct(8), comm.size(), TAG));
    }

    private static void synchronous(Communicator comm) {
        refused("sSend of null", () -> comm.sSend(null, 0, TAG));
        refused("sSend to no rank", () -> comm.sSend(Messages.direct(8), comm.size(), TAG));
        refused("isSend of IN_PLACE", () -> comm.isSend(Communicator.IN_PLACE, 0, TAG));
        refused("isSend with tag -1", () -> comm.isSend(Messages.direct(8), 0, -1));
    }

    static void refused(String what, Runnable use) {
        Expect.raises(IllegalArgumentException.class, what, use);
    }
}
