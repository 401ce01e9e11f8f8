package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import mpi.MPIException;

/**
 * Calls of the library around which buffers on the heap are copied through direct ones. What is written is copied in, too,
 * because blocks may leave gaps.
 */
final class NativeCalls {
    private final NativeBuffers buffers;
    private final ArrayDeque<OpenMpiRequest> free = new ArrayDeque<>();

    NativeCalls(NativeBuffers buffers) {
        this.buffers = buffers;
    }

    /** A call that returns when it is done. */
    interface Call {
        void with(ByteBuffer read, ByteBuffer written) throws MPIException;
    }

    /** A call that starts something. */
    interface Start {
        mpi.Request with(ByteBuffer read, ByteBuffer written) throws MPIException;
    }

    /** A call that starts to receive. */
    interface StartReceive {
        mpi.Request with(ByteBuffer written) throws MPIException;
    }

    /** Runs what reads one buffer and writes another; null for none. */
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

    /** Starts what reads one buffer and writes another; null for none. */
    Request start(String what, ByteBuffer read, ByteBuffer written, Start call) {
        return start(what, false, read, written, buffers.stageIn(written), call);
    }

    /** Starts what receives a message, perhaps a shorter one. */
    Request receive(ByteBuffer message, StartReceive call) {
        return start("a receive", true, null, message, buffers.stage(message), (none, to) -> call.with(to));
    }

    private Request start(
            String what, boolean receives, ByteBuffer read, ByteBuffer written, ByteBuffer stagedWritten, Start call) {
        ByteBuffer stagedRead = buffers.stageIn(read);
        try {
            mpi.Request started = call.with(buffers.address(read, stagedRead), buffers.address(written, stagedWritten));
            OpenMpiRequest request = free.poll();
            if (request == null) {
                request = new OpenMpiRequest(free, buffers);
            }
            request.describe(what, receives, written, stagedWritten);
            return request.started(started, read, stagedRead, stagedWritten);
        } catch (MPIException e) {
            buffers.unstage(stagedRead);
            buffers.unstage(stagedWritten);
            throw Failures.of(e, what + " did not start");
        }
    }
}
