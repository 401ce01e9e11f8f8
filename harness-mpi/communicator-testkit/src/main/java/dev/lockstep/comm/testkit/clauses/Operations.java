package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.DUPLICATE;
import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;
import static dev.lockstep.comm.Capability.PERSISTENT_REQUESTS;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.PROBE;
import static dev.lockstep.comm.Capability.SHARED_COMMUNICATOR;
import static dev.lockstep.comm.Capability.SPLIT;
import static dev.lockstep.comm.Capability.SYNCHRONOUS_SEND;
import static dev.lockstep.comm.Capability.WILDCARD;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Calls of every operation of a communicator but close. */
final class Operations {
    private static final int TAG = 71;

    private Operations() {}

    /** The calls, with arguments that are right for the rank of an open communicator. */
    static List<Operation> of(Communicator comm) {
        return Stream.concat(single().stream(), CollectiveOperations.of(comm).stream())
                .toList();
    }

    /**
     * Calls for places, lives and messages. What starts comes before what waits: an operation that should be refused
     * must not be waited for.
     */
    private static List<Operation> single() {
        return List.of(
                Operation.of("rank", comm -> comm.rank()),
                Operation.of("size", comm -> comm.size()),
                Operation.of("duplicate", comm -> comm.duplicate(), DUPLICATE),
                Operation.of("split", comm -> comm.split(0, 0), SPLIT),
                Operation.of("share", comm -> comm.share(), POINT_TO_POINT, SHARED_COMMUNICATOR),
                Operation.of("allocate", comm -> comm.allocate(8)),
                Operation.of("barrier", comm -> comm.barrier()),
                Operation.of("send", comm -> comm.send(block(), 0, TAG), POINT_TO_POINT),
                Operation.of("iSend", comm -> comm.iSend(block(), 0, TAG), POINT_TO_POINT),
                Operation.of("isSend", comm -> comm.isSend(block(), 0, TAG), POINT_TO_POINT, SYNCHRONOUS_SEND),
                Operation.of("sSend", comm -> comm.sSend(block(), 0, TAG), POINT_TO_POINT, SYNCHRONOUS_SEND),
                Operation.of("sendInit", comm -> comm.sendInit(block(), 0, TAG), POINT_TO_POINT, PERSISTENT_REQUESTS),
                Operation.of("recv", comm -> comm.recv(block(), 0, TAG), POINT_TO_POINT),
                Operation.of("iRecv", comm -> comm.iRecv(block(), 0, TAG), POINT_TO_POINT),
                Operation.of(
                        "iRecv from any source",
                        comm -> comm.iRecv(block(), Communicator.ANY_SOURCE, TAG),
                        POINT_TO_POINT,
                        WILDCARD),
                Operation.of(
                        "iRecv of any tag",
                        comm -> comm.iRecv(block(), 0, Communicator.ANY_TAG),
                        POINT_TO_POINT,
                        WILDCARD),
                Operation.of(
                        "recv from any source",
                        comm -> comm.recv(block(), Communicator.ANY_SOURCE, TAG),
                        POINT_TO_POINT,
                        WILDCARD),
                Operation.of(
                        "recvInit of any tag",
                        comm -> comm.recvInit(block(), 0, Communicator.ANY_TAG),
                        POINT_TO_POINT,
                        PERSISTENT_REQUESTS,
                        WILDCARD),
                Operation.of(
                        "sendRecv from any source",
                        comm -> comm.sendRecv(block(), 0, TAG, block(), Communicator.ANY_SOURCE, TAG, null),
                        POINT_TO_POINT,
                        WILDCARD),
                Operation.of("recvInit", comm -> comm.recvInit(block(), 0, TAG), POINT_TO_POINT, PERSISTENT_REQUESTS),
                Operation.of("sendRecv", comm -> comm.sendRecv(block(), 0, TAG, block(), 0, TAG, null), POINT_TO_POINT),
                Operation.of("iProbe", comm -> comm.iProbe(0, TAG, null), POINT_TO_POINT, PROBE),
                Operation.of("probe", comm -> comm.probe(0, TAG, null), POINT_TO_POINT, PROBE),
                Operation.of("iBarrier", comm -> comm.iBarrier(), NON_BLOCKING_COLLECTIVES));
    }

    private static ByteBuffer block() {
        return Messages.direct(8);
    }

    /**
     * One call of a communicator, with arguments that are right for the calling rank. It is made only where it must be
     * refused.
     *
     * @param name of the method, and what is special about the arguments
     * @param needs what a communicator must have to make it
     * @param call makes it on one rank
     */
    record Operation(String name, Set<Capability> needs, Call call) {

        interface Call {
            void run(Communicator comm);
        }

        static Operation of(String name, Consumer<Communicator> call, Capability... needs) {
            return new Operation(name, Set.of(needs), call::accept);
        }
    }
}
