package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Messages between two ranks. */
abstract class MpiJavaPointToPoint implements Communicator {
    final Intracomm comm;
    final Region read = new Region();
    final Region written = new Region();
    final int rank;
    final int size;
    /** The receives under way for any tag, in the order in which they were posted. */
    final ArrayDeque<MpiJavaOperation> anyTag = new ArrayDeque<>();

    private final ArrayDeque<MpiJavaRequest> freeSends = new ArrayDeque<>();
    private final ArrayDeque<MpiJavaRequest> freeReceives = new ArrayDeque<>();

    MpiJavaPointToPoint(Intracomm comm, int rank, int size) {
        this.comm = comm;
        this.rank = rank;
        this.size = size;
    }

    abstract void checkOpen();

    interface Call {
        void run() throws MPIException;
    }

    /** A call that starts something. */
    interface Start {
        mpi.Request with(Region region) throws MPIException;
    }

    /** Runs a call; the regions are free again afterwards. */
    final void run(String what, Call call) {
        try {
            call.run();
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, what);
        } finally {
            read.clear();
            written.clear();
        }
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        run("a send failed", () -> {
            read.read(message);
            comm.Send(read.array(), read.offset(), read.room(), MPI.BYTE, destination, tag);
            sent(destination, tag);
        });
    }

    @Override
    public void sSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        run("a synchronous send failed", () -> {
            read.read(message);
            comm.Ssend(read.array(), read.offset(), read.room(), MPI.BYTE, destination, tag);
            sent(destination, tag);
        });
    }

    private void sent(int destination, int tag) {
        if (destination == rank) {
            sentToSelf(tag);
        }
    }

    /** Completes a receive that was posted before for a message to oneself, if there is one. */
    final void sentToSelf(int tag) {
        for (MpiJavaOperation receive : anyTag) {
            if (receive.hasGot(tag)) {
                return;
            }
        }
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        written.write(message);
        try {
            mpi.Status found = comm.Recv(
                    written.array(),
                    written.offset(),
                    written.room(),
                    MPI.BYTE,
                    Handles.source(source),
                    Handles.tag(tag));
            MpiJavaOperation.received(found, rank, status, written);
        } catch (MPIException | RuntimeException e) {
            throw Failures.ofReceive(e, written.room());
        } finally {
            written.clear();
        }
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        MpiJavaRequest request = request(false, freeSends);
        request.region().read(message);
        start(request, tag, from -> comm.Isend(from.array(), from.offset(), from.room(), MPI.BYTE, destination, tag));
        sent(destination, tag);
        return request;
    }

    @Override
    public Request isSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        MpiJavaRequest request = request(false, freeSends);
        request.region().read(message);
        start(request, tag, from -> comm.Issend(from.array(), from.offset(), from.room(), MPI.BYTE, destination, tag));
        sent(destination, tag);
        return request;
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        MpiJavaRequest request = request(true, freeReceives);
        request.region().write(message);
        start(
                request,
                tag,
                to -> comm.Irecv(
                        to.array(), to.offset(), to.room(), MPI.BYTE, Handles.source(source), Handles.tag(tag)));
        return request;
    }

    /**
     * Does not use the library's own, which receives first: MPJ Express 0.44 then forgets from whom, if it is oneself.
     */
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
        Request sending = iSend(sent, destination, sendTag);
        try {
            recv(received, source, recvTag, status);
        } finally {
            sending.await();
        }
    }

    @Override
    public void probe(int source, int tag, Status status) {
        checkOpen();
        Arguments.probe(source, tag, size);
        run("a probe failed", () -> tell(comm.Probe(Handles.source(source), Handles.tag(tag)), status));
    }

    @Override
    public boolean iProbe(int source, int tag, Status status) {
        checkOpen();
        Arguments.probe(source, tag, size);
        try {
            mpi.Status found = comm.Iprobe(Handles.source(source), Handles.tag(tag));
            if (found != null) {
                tell(found, status);
            }
            return found != null;
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, "a probe failed");
        }
    }

    @Override
    public PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        return init(
                false,
                message,
                destination == rank,
                tag,
                from -> comm.Send_init(from.array(), from.offset(), from.room(), MPI.BYTE, destination, tag));
    }

    @Override
    public PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        return init(
                true,
                message,
                false,
                tag,
                to -> comm.Recv_init(
                        to.array(), to.offset(), to.room(), MPI.BYTE, Handles.source(source), Handles.tag(tag)));
    }

    private PersistentRequest init(
            boolean receives, ByteBuffer message, boolean toSelf, int tag, MpiJavaPersistent.Init init) {
        try {
            return new MpiJavaPersistent(this, receives, message, toSelf, tag, init);
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, "a persistent request was not made");
        }
    }

    private MpiJavaRequest request(boolean receives, ArrayDeque<MpiJavaRequest> free) {
        MpiJavaRequest request = free.poll();
        return request == null ? new MpiJavaRequest(receives, this, free) : request;
    }

    private static void start(MpiJavaRequest request, int tag, Start start) {
        try {
            request.started(start.with(request.region()));
            request.posted(tag);
        } catch (MPIException | RuntimeException e) {
            request.end();
            throw Failures.of(e, "an operation did not start");
        }
    }

    private static void tell(mpi.Status found, Status status) throws MPIException {
        if (status != null) {
            status.set(found.source, found.tag, found.Get_count(MPI.BYTE));
        }
    }
}
