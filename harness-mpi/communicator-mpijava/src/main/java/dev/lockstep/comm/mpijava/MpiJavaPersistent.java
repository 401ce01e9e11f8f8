package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.PersistentRequest;
import java.nio.ByteBuffer;
import mpi.MPIException;
import mpi.Prequest;

final class MpiJavaPersistent extends MpiJavaOperation implements PersistentRequest {
    private final MpiJavaPointToPoint communicator;
    private final ByteBuffer message;
    private final boolean sendsToSelf;
    private final int tag;
    private final Prequest request;
    private boolean active;
    private boolean closed;

    /** The library's own initialisation of a request. */
    interface Init {
        Prequest of(Region region) throws MPIException;
    }

    MpiJavaPersistent(
            MpiJavaPointToPoint communicator,
            boolean receives,
            ByteBuffer message,
            boolean sendsToSelf,
            int tag,
            Init init)
            throws MPIException {
        super(receives, communicator);
        this.communicator = communicator;
        this.sendsToSelf = sendsToSelf;
        this.tag = tag;
        // Position and limit of the original may move between starts.
        this.message = message.duplicate();
        request = init.of(region().write(this.message));
    }

    @Override
    public void start() {
        communicator.checkOpen();
        if (closed || active) {
            throw new IllegalStateException("this persistent request " + (closed ? "was closed" : "is active"));
        }
        if (!receives()) {
            region().read(message);
        }
        try {
            request.Start();
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, "a persistent request did not start");
        }
        active = true;
        posted(tag);
        if (sendsToSelf) {
            communicator.sentToSelf(tag);
        }
    }

    @Override
    public boolean isActive() {
        return active;
    }

    @Override
    public void close() {
        if (active) {
            throw new IllegalStateException("this persistent request is active");
        }
        closed = true;
    }

    @Override
    mpi.Request active() {
        if (!active) {
            throw new IllegalStateException("this persistent request is not active");
        }
        return request;
    }

    @Override
    void end() {
        active = false;
    }
}
