package dev.lockstep.comm.profile;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Map;

/** Messages of one thread. */
class ProfiledMessages<C extends PointToPoint> implements PointToPoint {
    final C comm;
    final MpiProfile profile;
    final Tally tally;
    private final Status own = new Status();

    ProfiledMessages(C comm, MpiProfile profile) {
        this.comm = comm;
        this.profile = profile;
        tally = profile.tally();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return comm.unsupported();
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        long start = tally.begin(MpiFunction.SEND, message, destination, tag);
        comm.send(message, destination, tag);
        tally.end(MpiFunction.SEND, start, message.remaining());
    }

    @Override
    public void sSend(ByteBuffer message, int destination, int tag) {
        long start = tally.begin(MpiFunction.SSEND, message, destination, tag);
        comm.sSend(message, destination, tag);
        tally.end(MpiFunction.SSEND, start, message.remaining());
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        int number = tally.next();
        Status told = tally.checksums() && status == null ? own : status;
        long start = tally.begin();
        comm.recv(message, source, tag, told);
        tally.end(MpiFunction.RECV, start, Tally.NO_MESSAGE);
        if (tally.checksums()) {
            tally.received(MpiFunction.RECV, number, message, message.position(), told);
        }
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        long start = tally.begin(MpiFunction.ISEND, message, destination, tag);
        Request request = comm.iSend(message, destination, tag);
        tally.end(MpiFunction.ISEND, start, message.remaining());
        return tally.request().of(request);
    }

    @Override
    public Request isSend(ByteBuffer message, int destination, int tag) {
        long start = tally.begin(MpiFunction.ISSEND, message, destination, tag);
        Request request = comm.isSend(message, destination, tag);
        tally.end(MpiFunction.ISSEND, start, message.remaining());
        return tally.request().of(request);
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        int number = tally.next();
        long start = tally.begin();
        Request request = comm.iRecv(message, source, tag);
        tally.end(MpiFunction.IRECV, start, Tally.NO_MESSAGE);
        return tally.request().of(request, MpiFunction.IRECV, message, number);
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
        long start = tally.begin(MpiFunction.SENDRECV, sent, destination, sendTag);
        int number = tally.next();
        Status told = tally.checksums() && status == null ? own : status;
        comm.sendRecv(sent, destination, sendTag, received, source, recvTag, told);
        tally.end(MpiFunction.SENDRECV, start, sent.remaining());
        if (tally.checksums()) {
            tally.received(MpiFunction.SENDRECV, number, received, received.position(), told);
        }
    }
}
