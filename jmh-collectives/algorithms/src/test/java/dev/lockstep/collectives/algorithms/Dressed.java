package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Map;

/** A communicator whose messages go through this one; it has what algorithms need, and a barrier. */
abstract class Dressed implements Communicator {
    final Communicator comm;

    Dressed(Communicator comm) {
        this.comm = comm;
    }

    /** The same around a duplicate. */
    abstract Communicator around(Communicator duplicate);

    @Override
    public Map<Capability, String> unsupported() {
        return comm.unsupported();
    }

    @Override
    public int rank() {
        return comm.rank();
    }

    @Override
    public int size() {
        return comm.size();
    }

    @Override
    public Communicator duplicate() {
        return around(comm.duplicate());
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        return comm.allocate(bytes);
    }

    @Override
    public void close() {
        comm.close();
    }

    @Override
    public void barrier() {
        comm.barrier();
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        comm.send(message, destination, tag);
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        comm.recv(message, source, tag, status);
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        return comm.iSend(message, destination, tag);
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        return comm.iRecv(message, source, tag);
    }

    @Override
    public void sendRecv(
            ByteBuffer sent,
            int destination,
            int sendTag,
            ByteBuffer received,
            int source,
            int recvTag,
            Status status) {
        comm.sendRecv(sent, destination, sendTag, received, source, recvTag, status);
    }
}
