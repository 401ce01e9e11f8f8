package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PersistentOperations;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Probes;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;

/** Messages that another communicator moves. */
interface DelegatingMessages extends PointToPoint, Probes, PersistentOperations {

    /** Who does it. */
    Communicator to();

    @Override
    default void send(ByteBuffer message, int destination, int tag) {
        to().send(message, destination, tag);
    }

    @Override
    default void sSend(ByteBuffer message, int destination, int tag) {
        to().sSend(message, destination, tag);
    }

    @Override
    default Request iSend(ByteBuffer message, int destination, int tag) {
        return to().iSend(message, destination, tag);
    }

    @Override
    default Request isSend(ByteBuffer message, int destination, int tag) {
        return to().isSend(message, destination, tag);
    }

    @Override
    default PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
        return to().sendInit(message, destination, tag);
    }

    @Override
    default void recv(ByteBuffer message, int source, int tag, Status status) {
        to().recv(message, source, tag, status);
    }

    @Override
    default Request iRecv(ByteBuffer message, int source, int tag) {
        return to().iRecv(message, source, tag);
    }

    @Override
    default PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        return to().recvInit(message, source, tag);
    }

    @Override
    default void sendRecv(
            ByteBuffer sent,
            int destination,
            int sendTag,
            ByteBuffer received,
            int source,
            int recvTag,
            Status status) {
        to().sendRecv(sent, destination, sendTag, received, source, recvTag, status);
    }

    @Override
    default void probe(int source, int tag, Status status) {
        to().probe(source, tag, status);
    }

    @Override
    default boolean iProbe(int source, int tag, Status status) {
        return to().iProbe(source, tag, status);
    }
}
