package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A duplicate of the world. The bindings get direct buffers only, so that one path serves all calls. */
final class OpenMpiCommunicator implements Communicator {
    private final Intracomm comm;
    private final int rank;
    private final int size;
    private final Slices slices = new Slices();
    private final Staging staging = new Staging();
    private final ArrayDeque<OpenMpiRequest> freeRequests = new ArrayDeque<>();
    private boolean closed;

    OpenMpiCommunicator(Intracomm comm, int rank, int size) {
        this.comm = comm;
        this.rank = rank;
        this.size = size;
    }

    @Override
    public int rank() {
        checkOpen();
        return rank;
    }

    @Override
    public int size() {
        checkOpen();
        return size;
    }

    @Override
    public Communicator duplicate() {
        checkOpen();
        try {
            return new OpenMpiCommunicator(comm.dup(), rank, size);
        } catch (MPIException e) {
            throw Failures.of(e, "a duplication failed");
        }
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        checkOpen();
        Arguments.capacity(bytes);
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        ByteBuffer staged = stageIn(message);
        try {
            comm.send(from(message, staged), message.remaining(), MPI.BYTE, destination, tag);
        } catch (MPIException e) {
            throw Failures.of(e, "a send to rank " + destination + " failed");
        } finally {
            unstage(staged);
        }
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        ByteBuffer staged = stage(message);
        try {
            mpi.Status found =
                    comm.recv(from(message, staged), message.remaining(), MPI.BYTE, source(source), tag(tag));
            received(found, status, message, message.position(), staged);
        } catch (MPIException e) {
            throw Failures.ofReceive(e, "a receive failed", message.remaining());
        } finally {
            unstage(staged);
        }
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        ByteBuffer staged = stageIn(message);
        try {
            mpi.Request started = comm.iSend(from(message, staged), message.remaining(), MPI.BYTE, destination, tag);
            return request().start(started, false, message, staged);
        } catch (MPIException e) {
            unstage(staged);
            throw Failures.of(e, "a send to rank " + destination + " did not start");
        }
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        ByteBuffer staged = stage(message);
        try {
            mpi.Request started =
                    comm.iRecv(from(message, staged), message.remaining(), MPI.BYTE, source(source), tag(tag));
            return request().start(started, true, message, staged);
        } catch (MPIException e) {
            unstage(staged);
            throw Failures.of(e, "a receive did not start");
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
        ByteBuffer stagedSent = stageIn(sent);
        ByteBuffer stagedReceived = stage(received);
        try {
            mpi.Status found = comm.sendRecv(
                    from(sent, stagedSent),
                    sent.remaining(),
                    MPI.BYTE,
                    destination,
                    sendTag,
                    from(received, stagedReceived),
                    received.remaining(),
                    MPI.BYTE,
                    source(source),
                    tag(recvTag));
            received(found, status, received, received.position(), stagedReceived);
        } catch (MPIException e) {
            throw Failures.ofReceive(e, "a send and receive failed", received.remaining());
        } finally {
            unstage(stagedSent);
            unstage(stagedReceived);
        }
    }

    @Override
    public void barrier() {
        checkOpen();
        try {
            comm.barrier();
        } catch (MPIException e) {
            throw Failures.of(e, "a barrier failed");
        }
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        checkOpen();
        Arguments.bcast(message, root, rank, size);
        ByteBuffer staged = rank == root ? stageIn(message) : stage(message);
        try {
            comm.bcast(from(message, staged), message.remaining(), MPI.BYTE, root);
            if (rank != root) {
                stageOut(staged, message);
            }
        } catch (MPIException e) {
            throw Failures.of(e, "a broadcast failed");
        } finally {
            unstage(staged);
        }
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        checkOpen();
        Arguments.reduce(contribution, result, type, op, root, rank, size);
        ByteBuffer staged = stageIn(contribution);
        ByteBuffer stagedResult = rank == root ? stage(result) : null;
        try {
            comm.reduce(
                    from(contribution, staged),
                    rank == root ? from(result, stagedResult) : null,
                    contribution.remaining() / type.bytes(),
                    Handles.of(type),
                    Handles.of(op),
                    root);
            if (rank == root) {
                stageOut(stagedResult, result);
            }
        } catch (MPIException e) {
            throw Failures.of(e, "a reduction failed");
        } finally {
            unstage(staged);
            unstage(stagedResult);
        }
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        checkOpen();
        Arguments.allReduce(contribution, result, type, op);
        ByteBuffer staged = stageIn(contribution);
        ByteBuffer stagedResult = stage(result);
        try {
            comm.allReduce(
                    from(contribution, staged),
                    from(result, stagedResult),
                    contribution.remaining() / type.bytes(),
                    Handles.of(type),
                    Handles.of(op));
            stageOut(stagedResult, result);
        } catch (MPIException e) {
            throw Failures.of(e, "an allreduce failed");
        } finally {
            unstage(staged);
            unstage(stagedResult);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            comm.free();
        } catch (MPIException e) {
            throw Failures.of(e, "a communicator was not freed");
        }
    }

    @Override
    public String toString() {
        return "openmpi rank " + rank + " of " + size;
    }

    /** Copies what was staged to where it belongs, and tells the status. The count costs a native call. */
    void received(mpi.Status found, Status status, ByteBuffer message, int position, ByteBuffer staged)
            throws MPIException {
        if (status == null && staged == null) {
            return;
        }
        int bytes = found.getCount(MPI.BYTE);
        if (staged != null) {
            message.put(position, staged, 0, bytes);
        }
        if (status != null) {
            status.set(found.getSource(), found.getTag(), bytes);
        }
    }

    void recycle(OpenMpiRequest request, ByteBuffer staged) {
        unstage(staged);
        freeRequests.push(request);
    }

    private OpenMpiRequest request() {
        OpenMpiRequest request = freeRequests.poll();
        return request == null ? new OpenMpiRequest(this) : request;
    }

    private ByteBuffer from(ByteBuffer message, ByteBuffer staged) {
        return staged == null ? slices.of(message) : staged;
    }

    /** Null for a direct buffer. */
    private ByteBuffer stage(ByteBuffer message) {
        return message.isDirect() ? null : staging.take(message.remaining());
    }

    private ByteBuffer stageIn(ByteBuffer message) {
        ByteBuffer staged = stage(message);
        if (staged != null) {
            staged.put(0, message, message.position(), message.remaining());
        }
        return staged;
    }

    private static void stageOut(ByteBuffer staged, ByteBuffer message) {
        if (staged != null) {
            message.put(message.position(), staged, 0, message.remaining());
        }
    }

    private void unstage(ByteBuffer staged) {
        if (staged != null) {
            staging.give(staged);
        }
    }

    private static int source(int source) {
        return source == ANY_SOURCE ? MPI.ANY_SOURCE : source;
    }

    private static int tag(int tag) {
        return tag == ANY_TAG ? MPI.ANY_TAG : tag;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }
}
