package dev.lockstep.comm.ffm;

import dev.lockstep.comm.PersistentOperations;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Probes;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** Messages between two ranks. The code for direct buffers is short, because it is what is measured. */
abstract class FfmPointToPoint extends FfmPlace implements PointToPoint, Probes, PersistentOperations {
    FfmPointToPoint(FfmWorld world, long comm) {
        super(world, comm);
    }

    @Override
    public final void send(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        int bytes = message.remaining();
        if (message.isDirect()) {
            int code = RawMessages.send(Operands.address(message), bytes, Handles.BYTE, destination, tag, comm);
            Reference.reachabilityFence(message);
            if (code != MpiAbi.SUCCESS) {
                throw Failures.of(code, "a send to rank " + destination + " failed");
            }
        } else {
            long from = operands.reads(message).from();
            finish(RawMessages.send(from, bytes, Handles.BYTE, destination, tag, comm), "a send");
        }
    }

    @Override
    public final void sSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        long from = operands.reads(message).from();
        finish(
                RawMessages.ssend(from, message.remaining(), Handles.BYTE, destination, tag, comm),
                "a synchronous send");
    }

    @Override
    public final void recv(ByteBuffer message, int source, int tag, Status status) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        int room = message.remaining();
        if (message.isDirect()) {
            long told = status == null ? MpiAbi.STATUS_IGNORE : slot.status();
            int code = RawMessages.recv(Operands.address(message), room, Handles.BYTE, source, tag(tag), comm, told);
            Reference.reachabilityFence(message);
            if (code != MpiAbi.SUCCESS) {
                throw Failures.ofReceive(code, "a receive failed", room);
            }
            if (status != null) {
                slot.tell(status);
            }
        } else {
            long to = operands.writes(message).to();
            received(
                    RawMessages.recv(to, room, Handles.BYTE, source, tag(tag), comm, slot.status()),
                    "a receive failed",
                    status);
        }
    }

    @Override
    public final Request iSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        FfmRequest request = requests.next();
        long from = request.operands.reads(message).from();
        return request.started(
                RawMessages.isend(
                        from, message.remaining(), Handles.BYTE, destination, tag, comm, request.slot.handle()),
                "a send",
                false);
    }

    @Override
    public final Request isSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        FfmRequest request = requests.next();
        long from = request.operands.reads(message).from();
        return request.started(
                RawMessages.issend(
                        from, message.remaining(), Handles.BYTE, destination, tag, comm, request.slot.handle()),
                "a synchronous send",
                false);
    }

    @Override
    public final Request iRecv(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        FfmRequest request = requests.next();
        long to = request.operands.writes(message).to();
        return request.started(
                RawMessages.irecv(to, message.remaining(), Handles.BYTE, source, tag(tag), comm, request.slot.handle()),
                "a receive",
                true);
    }

    @Override
    public final void sendRecv(
            ByteBuffer sent,
            int destination,
            int sendTag,
            ByteBuffer received,
            int source,
            int recvTag,
            Status status) {
        checkOpen();
        Arguments.sendRecv(sent, destination, sendTag, received, source, recvTag, size);
        operands.reads(sent).writes(received);
        received(
                RawMessages.sendrecv(
                        operands.from(),
                        sent.remaining(),
                        Handles.BYTE,
                        destination,
                        sendTag,
                        operands.to(),
                        received.remaining(),
                        Handles.BYTE,
                        source,
                        tag(recvTag),
                        comm,
                        slot.status()),
                "a send and receive failed",
                status);
    }

    @Override
    public final void probe(int source, int tag, Status status) {
        checkOpen();
        Arguments.probe(source, tag, size);
        Failures.check(RawMessages.probe(source, tag(tag), comm, slot.status()), "a probe failed");
        if (status != null) {
            slot.tell(status);
        }
    }

    @Override
    public final boolean iProbe(int source, int tag, Status status) {
        checkOpen();
        Arguments.probe(source, tag, size);
        Failures.check(RawMessages.iprobe(source, tag(tag), comm, slot.flag(), slot.status()), "a probe failed");
        boolean found = slot.flagValue() != 0;
        if (found && status != null) {
            slot.tell(status);
        }
        return found;
    }

    @Override
    public final PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        FfmPersistent request = new FfmPersistent(this, true, message);
        return request.made(RawMessages.sendInit(
                request.operands.from(),
                message.remaining(),
                Handles.BYTE,
                destination,
                tag,
                comm,
                request.slot.handle()));
    }

    @Override
    public final PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        FfmPersistent request = new FfmPersistent(this, false, message);
        return request.made(RawMessages.recvInit(
                request.operands.to(),
                message.remaining(),
                Handles.BYTE,
                source,
                tag(tag),
                comm,
                request.slot.handle()));
    }

    /** Ends a receive into {@link #operands}, of whose message only the bytes that came are copied. */
    private void received(int code, String what, Status status) {
        int room = operands.room();
        if (code == MpiAbi.SUCCESS && (status != null || operands.copiesOut())) {
            operands.copyOut(slot.tell(status));
        }
        operands.release();
        if (code != MpiAbi.SUCCESS) {
            throw Failures.ofReceive(code, what, room);
        }
    }

    private static int tag(int tag) {
        return tag == ANY_TAG ? Handles.ANY_TAG : tag;
    }
}
