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
    private final int size;
    private final ArrayDeque<MpiJavaRequest> freeSends = new ArrayDeque<>();
    private final ArrayDeque<MpiJavaRequest> freeReceives = new ArrayDeque<>();

    MpiJavaPointToPoint(Intracomm comm, int size) {
        this.comm = comm;
        this.size = size;
    }

    abstract void checkOpen();

    /** A call of the library. */
    interface Call {
        void run() throws MPIException;
    }

    /** A call that starts something. */
    interface Start {
        mpi.Request with(Region region) throws MPIException;
    }

    /** Runs one; the regions are free again afterwards. */
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
        });
    }

    @Override
    public void sSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        run("a synchronous send failed", () -> {
            read.read(message);
            comm.Ssend(read.array(), read.offset(), read.room(), MPI.BYTE, destination, tag);
        });
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        run("a receive failed", () -> {
            written.write(message);
            mpi.Status found = comm.Recv(
                    written.array(),
                    written.offset(),
                    written.room(),
                    MPI.BYTE,
                    Handles.source(source),
                    Handles.tag(tag));
            MpiJavaOperation.received(found, status, written);
        });
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        MpiJavaRequest request = request(false, freeSends);
        request.region().read(message);
        return start(request, from -> comm.Isend(from.array(), from.offset(), from.room(), MPI.BYTE, destination, tag));
    }

    @Override
    public Request isSend(ByteBuffer message, int destination, int tag) {
        checkOpen();
        Arguments.send(message, destination, tag, size);
        MpiJavaRequest request = request(false, freeSends);
        request.region().read(message);
        return start(
                request, from -> comm.Issend(from.array(), from.offset(), from.room(), MPI.BYTE, destination, tag));
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        MpiJavaRequest request = request(true, freeReceives);
        request.region().write(message);
        return start(
                request,
                to -> comm.Irecv(
                        to.array(), to.offset(), to.room(), MPI.BYTE, Handles.source(source), Handles.tag(tag)));
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
        run("a send and receive failed", () -> {
            read.read(sent);
            written.write(received);
            mpi.Status found = comm.Sendrecv(
                    read.array(),
                    read.offset(),
                    read.room(),
                    MPI.BYTE,
                    destination,
                    sendTag,
                    written.array(),
                    written.offset(),
                    written.room(),
                    MPI.BYTE,
                    Handles.source(source),
                    Handles.tag(recvTag));
            MpiJavaOperation.received(found, status, written);
        });
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
                from -> comm.Send_init(from.array(), from.offset(), from.room(), MPI.BYTE, destination, tag));
    }

    @Override
    public PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        checkOpen();
        Arguments.recv(message, source, tag, size);
        return init(
                true,
                message,
                to -> comm.Recv_init(
                        to.array(), to.offset(), to.room(), MPI.BYTE, Handles.source(source), Handles.tag(tag)));
    }

    private PersistentRequest init(boolean receives, ByteBuffer message, MpiJavaPersistent.Init init) {
        try {
            return new MpiJavaPersistent(this, receives, message, init);
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, "a persistent request was not made");
        }
    }

    private static MpiJavaRequest request(boolean receives, ArrayDeque<MpiJavaRequest> free) {
        MpiJavaRequest request = free.poll();
        return request == null ? new MpiJavaRequest(receives, free) : request;
    }

    private static Request start(MpiJavaRequest request, Start start) {
        try {
            return request.started(start.with(request.region()));
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
