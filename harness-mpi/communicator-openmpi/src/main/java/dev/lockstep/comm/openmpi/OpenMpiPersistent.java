package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.PersistentRequest;
import java.nio.ByteBuffer;
import mpi.MPIException;
import mpi.Prequest;

final class OpenMpiPersistent extends OpenMpiOperation implements PersistentRequest {
    private final OpenMpiPointToPoint communicator;
    private final NativeBuffers buffers;
    private final ByteBuffer message;
    private final ByteBuffer staged;
    private final boolean sends;
    private final Prequest request;
    private boolean active;
    private boolean closed;

    /** The library's own initialisation of a request. */
    interface Init {
        Prequest from(ByteBuffer address) throws MPIException;
    }

    OpenMpiPersistent(OpenMpiPointToPoint communicator, boolean sends, ByteBuffer message, Init init)
            throws MPIException {
        this.communicator = communicator;
        this.buffers = communicator.buffers;
        // Position and limit of the original may move between starts.
        this.message = message.duplicate();
        this.sends = sends;
        staged = buffers.stage(message);
        request = init.from(buffers.address(message, staged));
        if (sends) {
            describe("a send", false, null, null);
        } else {
            describe("a receive", true, this.message, staged);
        }
    }

    @Override
    public void start() {
        communicator.checkOpen();
        if (closed || active) {
            throw new IllegalStateException("this persistent request " + (closed ? "was closed" : "is active"));
        }
        if (sends) {
            buffers.copyIn(message, staged);
        }
        try {
            request.start();
        } catch (MPIException e) {
            throw Failures.of(e, "a persistent request did not start");
        }
        active = true;
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
        if (closed) {
            return;
        }
        closed = true;
        buffers.unstage(staged);
        try {
            request.free();
        } catch (MPIException e) {
            throw Failures.of(e, "a persistent request was not freed");
        }
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
