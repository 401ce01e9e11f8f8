package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import mpi.MPIException;

/**
 * Calls of the library around which buffers on the heap are copied through direct ones. What is written is copied in,
 * too, because blocks may leave gaps.
 */
final class NativeCalls {
    private final NativeBuffers buffers;
    private final ArrayDeque<OpenMpiRequest> free = new ArrayDeque<>();

    NativeCalls(NativeBuffers buffers) {
        this.buffers = buffers;
    }

    /** A call that returns when the operation is complete. */
    interface Call {
        void with(ByteBuffer read, ByteBuffer written) throws MPIException;
    }

    /** A call that starts something. */
    interface Start {
        mpi.Request with(ByteBuffer read, ByteBuffer written) throws MPIException;
    }

    /** Runs a call that reads one buffer and writes another; null for none. */
    void run(String what, ByteBuffer read, ByteBuffer written, Call call) {
        ByteBuffer stagedRead = buffers.stageIn(read);
        ByteBuffer stagedWritten = buffers.stageIn(written);
        try {
            call.with(buffers.address(read, stagedRead), buffers.address(written, stagedWritten));
            buffers.stageOut(stagedWritten, written);
        } catch (MPIException e) {
            throw Failures.of(e, what + " failed");
        } finally {
            buffers.unstage(stagedRead);
            buffers.unstage(stagedWritten);
        }
    }

    /** Starts a call that reads one buffer and writes another; null for none. */
    Request start(String what, ByteBuffer read, ByteBuffer written, Start call) {
        ByteBuffer stagedRead = buffers.stageIn(read);
        ByteBuffer stagedWritten = buffers.stageIn(written);
        try {
            mpi.Request started = call.with(buffers.address(read, stagedRead), buffers.address(written, stagedWritten));
            OpenMpiRequest request = request();
            request.describe(what, false, written, stagedWritten);
            return request.started(started, read, stagedRead, stagedWritten);
        } catch (MPIException e) {
            throw notStarted(e, what, stagedRead, stagedWritten);
        }
    }

    /**
     * Makes the request of a send that was started from {@code staged} or, if that is null, from the message itself.
     */
    Request sending(mpi.Request started, ByteBuffer message, ByteBuffer staged) {
        OpenMpiRequest request = request();
        request.describe("a send", false, null, null);
        return request.started(started, message, staged, null);
    }

    /**
     * Makes the request of a receive, perhaps of a shorter message, started into {@code staged} or, if that is null,
     * the message itself.
     */
    Request receiving(mpi.Request started, ByteBuffer message, ByteBuffer staged) {
        OpenMpiRequest request = request();
        request.describe("a receive", true, message, staged);
        return request.started(started, null, null, staged);
    }

    /** The exception to raise when the library did not start something; the stand-ins are free again. */
    RuntimeException notStarted(MPIException e, String what, ByteBuffer stagedRead, ByteBuffer stagedWritten) {
        buffers.unstage(stagedRead);
        buffers.unstage(stagedWritten);
        return Failures.of(e, what + " did not start");
    }

    private OpenMpiRequest request() {
        OpenMpiRequest request = free.poll();
        return request == null ? new OpenMpiRequest(free, buffers) : request;
    }
}
