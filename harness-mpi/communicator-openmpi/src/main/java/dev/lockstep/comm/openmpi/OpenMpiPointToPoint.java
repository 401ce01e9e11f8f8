package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.PersistentOperations;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Probes;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Messages between two ranks. */
abstract class OpenMpiPointToPoint implements PointToPoint, Probes, PersistentOperations {
    final Intracomm comm;
    final NativeBuffers buffers = new NativeBuffers();
    final NativeCalls calls = new NativeCalls(buffers);
    private final int size;

    OpenMpiPointToPoint(Intracomm comm, int size) {
        this.comm = comm;
        this.size = size;
    }

    abstract void checkOpen();

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        ByteBuffer staged = buffers.stageIn(message);
        try {
            comm.send(buffers.address(message, staged), message.remaining(), MPI.BYTE, destination, tag);
        } catch (MPIException e) {
            throw Failures.of(e, "a send to rank " + destination + " failed");
        } finally {
            buffers.unstage(staged);
        }
    }

    @Override
    public void sSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        ByteBuffer staged = buffers.stageIn(message);
        try {
            comm.sSend(buffers.address(message, staged), message.remaining(), MPI.BYTE, destination, tag);
        } catch (MPIException e) {
            throw Failures.of(e, "a synchronous send to rank " + destination + " failed");
        } finally {
            buffers.unstage(staged);
        }
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        ByteBuffer staged = buffers.stage(message);
        try {
            ByteBuffer address = buffers.address(message, staged);
            received(
                    comm.recv(address, message.remaining(), MPI.BYTE, source(source), tag(tag)),
                    status,
                    message,
                    staged);
        } catch (MPIException e) {
            throw Failures.ofReceive(e, "a receive failed", message.remaining());
        } finally {
            buffers.unstage(staged);
        }
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        ByteBuffer staged = buffers.stageIn(message);
        try {
            ByteBuffer from = buffers.address(message, staged);
            return calls.sending(comm.iSend(from, message.remaining(), MPI.BYTE, destination, tag), message, staged);
        } catch (MPIException e) {
            throw calls.notStarted(e, "a send to rank " + destination, staged, null);
        }
    }

    @Override
    public Request isSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        return calls.start(
                "a synchronous send",
                message,
                null,
                (from, to) -> comm.isSend(from, message.remaining(), MPI.BYTE, destination, tag));
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        ByteBuffer staged = buffers.stage(message);
        try {
            ByteBuffer to = buffers.address(message, staged);
            return calls.receiving(
                    comm.iRecv(to, message.remaining(), MPI.BYTE, source(source), tag(tag)), message, staged);
        } catch (MPIException e) {
            throw calls.notStarted(e, "a receive", null, staged);
        }
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
        checkOpen();
        Arguments.sendRecv(sent, destination, sendTag, received, source, recvTag, size);
        ByteBuffer stagedSent = buffers.stageIn(sent);
        ByteBuffer stagedReceived = buffers.stage(received);
        try {
            mpi.Status found = comm.sendRecv(
                    buffers.address(sent, stagedSent),
                    sent.remaining(),
                    MPI.BYTE,
                    destination,
                    sendTag,
                    buffers.address(received, stagedReceived),
                    received.remaining(),
                    MPI.BYTE,
                    source(source),
                    tag(recvTag));
            received(found, status, received, stagedReceived);
        } catch (MPIException e) {
            throw Failures.ofReceive(e, "a send and receive failed", received.remaining());
        } finally {
            buffers.unstage(stagedSent);
            buffers.unstage(stagedReceived);
        }
    }

    @Override
    public void probe(int source, int tag, Status status) {
        checkOpen();
        Arguments.probe(source, tag, size);
        try {
            Statuses.tell(comm.probe(source(source), tag(tag)), status);
        } catch (MPIException e) {
            throw Failures.of(e, "a probe failed");
        }
    }

    @Override
    public boolean iProbe(int source, int tag, Status status) {
        checkOpen();
        Arguments.probe(source, tag, size);
        try {
            mpi.Status found = comm.iProbe(source(source), tag(tag));
            if (found != null) {
                Statuses.tell(found, status);
            }
            return found != null;
        } catch (MPIException e) {
            throw Failures.of(e, "a probe failed");
        }
    }

    @Override
    public PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        return init(true, message, from -> comm.sendInit(from, message.remaining(), MPI.BYTE, destination, tag));
    }

    @Override
    public PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        return init(false, message, to -> comm.recvInit(to, message.remaining(), MPI.BYTE, source(source), tag(tag)));
    }

    private PersistentRequest init(boolean sends, ByteBuffer message, OpenMpiPersistent.Init init) {
        try {
            return new OpenMpiPersistent(this, sends, message, init);
        } catch (MPIException e) {
            throw Failures.of(e, "a persistent request was not made");
        }
    }

    /** Copies what was staged to where it belongs, and fills the status. */
    private static void received(mpi.Status found, Status status, ByteBuffer message, ByteBuffer staged)
            throws MPIException {
        if (status == null && staged == null) {
            return;
        }
        int bytes = Statuses.tell(found, status);
        if (staged != null) {
            message.put(message.position(), staged, 0, bytes);
        }
    }

    private static int source(int source) {
        return source == ANY_SOURCE ? MPI.ANY_SOURCE : source;
    }

    private static int tag(int tag) {
        return tag == ANY_TAG ? MPI.ANY_TAG : tag;
    }
}
