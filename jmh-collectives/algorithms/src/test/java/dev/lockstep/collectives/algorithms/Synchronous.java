package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;

/** Every send ends only when its message is being received, so what relies on buffering deadlocks. */
class Synchronous extends Dressed {

    Synchronous(Communicator comm) {
        super(comm);
    }

    @Override
    Communicator around(Communicator duplicate) {
        return new Synchronous(duplicate);
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        comm.sSend(message, destination, tag);
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        return comm.isSend(message, destination, tag);
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
        Request receiving = comm.iRecv(received, source, recvTag);
        Request sending = comm.isSend(sent, destination, sendTag);
        sending.await();
        receiving.await(status);
    }
}
