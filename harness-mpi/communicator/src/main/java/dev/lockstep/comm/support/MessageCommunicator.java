package dev.lockstep.comm.support;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.spi.Buffers;
import java.nio.ByteBuffer;

/** A communicator whose messages between two ranks are requests, blocking ones too. */
public abstract class MessageCommunicator implements Communicator {
    /** What is under way. */
    protected final Progress progress;

    /** The caller's rank. */
    protected final int rank;

    /** The number of ranks. */
    protected final int size;

    /**
     * One rank's.
     *
     * @param progress what is under way
     * @param rank of the caller
     * @param size of the group, in ranks
     */
    protected MessageCommunicator(Progress progress, int rank, int size) {
        this.progress = progress;
        this.rank = rank;
        this.size = size;
    }

    /** Begins to send; arguments are right. */
    protected abstract PooledRequest start(ByteBuffer message, int destination, int tag, boolean synchronous);

    /** Begins to receive; arguments are right. */
    protected abstract PooledRequest post(ByteBuffer message, int source, int tag);

    /** Begins a receive: refuses what cannot be right, and wildcards where there are none. */
    protected final void receiving(ByteBuffer message, int source, int tag) {
        progress.enter();
        Arguments.recv(message, source, tag, size);
        if ((source == ANY_SOURCE || tag == ANY_TAG) && !supports(Capability.WILDCARD)) {
            throw UnsupportedCapabilityException.of(this, Capability.WILDCARD);
        }
    }

    @Override
    public final int rank() {
        progress.checkOpen();
        return rank;
    }

    @Override
    public final int size() {
        progress.checkOpen();
        return size;
    }

    @Override
    public final ByteBuffer allocate(int bytes) {
        progress.checkOpen();
        return Buffers.direct(bytes);
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        iSend(message, destination, tag).await(null);
    }

    @Override
    public final void sSend(ByteBuffer message, int destination, int tag) {
        isSend(message, destination, tag).await(null);
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        iRecv(message, source, tag).await(status);
    }

    @Override
    public final Request iSend(ByteBuffer message, int destination, int tag) {
        progress.enter();
        Arguments.send(message, destination, tag, size);
        return start(message, destination, tag, false);
    }

    @Override
    public final Request isSend(ByteBuffer message, int destination, int tag) {
        progress.enter();
        Arguments.send(message, destination, tag, size);
        return start(message, destination, tag, true);
    }

    @Override
    public final Request iRecv(ByteBuffer message, int source, int tag) {
        receiving(message, source, tag);
        return post(message, source, tag);
    }

    @Override
    public final PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
        progress.enter();
        Arguments.send(message, destination, tag, size);
        ByteBuffer kept = message.duplicate();
        return new StartedAgain(() -> {
            progress.enter();
            return start(kept, destination, tag, false);
        });
    }

    @Override
    public final PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        receiving(message, source, tag);
        ByteBuffer kept = message.duplicate();
        return new StartedAgain(() -> {
            progress.enter();
            return post(kept, source, tag);
        });
    }
}
