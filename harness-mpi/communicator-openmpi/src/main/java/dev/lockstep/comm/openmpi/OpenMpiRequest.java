package dev.lockstep.comm.openmpi;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** A non-blocking operation. Reused by its communicator; the library's own request inside is new each time. */
final class OpenMpiRequest extends OpenMpiOperation {
    private final ArrayDeque<OpenMpiRequest> free;
    private final NativeBuffers buffers;
    private mpi.Request request;
    /** The buffer that is read, held lest it be collected meanwhile. */
    private ByteBuffer read;

    private ByteBuffer stagedRead;
    private ByteBuffer stagedWritten;

    OpenMpiRequest(ArrayDeque<OpenMpiRequest> free, NativeBuffers buffers) {
        this.free = free;
        this.buffers = buffers;
    }

    /** Keeps the buffer that is read, and the stand-ins, until completion. */
    OpenMpiRequest started(
            mpi.Request by, ByteBuffer reads, ByteBuffer standsInForRead, ByteBuffer standsInForWritten) {
        request = by;
        read = reads;
        stagedRead = standsInForRead;
        stagedWritten = standsInForWritten;
        return this;
    }

    @Override
    mpi.Request active() {
        if (request == null) {
            throw new IllegalStateException("this request was completed before");
        }
        return request;
    }

    @Override
    void end() {
        buffers.unstage(stagedRead);
        buffers.unstage(stagedWritten);
        started(null, null, null, null);
        describe(null, false, null, null);
        free.push(this);
    }
}
