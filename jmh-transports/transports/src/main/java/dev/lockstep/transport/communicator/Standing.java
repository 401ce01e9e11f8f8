package dev.lockstep.transport.communicator;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What has come from anyone, over a communicator that receives from one rank at a time: a receive of each rank is always
 * under way, into a buffer of its own, and what it got is copied from there. The communicator ends with it.
 */
final class Standing implements Inbox {
    private static final int NONE = -1;

    private final Communicator communicator;
    private final Calls calls;
    private final ByteBuffer[] buffers;
    private final Request[] receives;
    private final Status status = new Status();

    /** Whose message is there. */
    private int there = NONE;

    /** Who is asked first, that none waits for ever. */
    private int next;

    private int source;

    Standing(Communicator communicator, Calls calls, int largest) {
        this.communicator = communicator;
        this.calls = calls;
        buffers = new ByteBuffer[communicator.size()];
        receives = new Request[buffers.length];
        for (int rank = 0; rank < buffers.length; rank++) {
            buffers[rank] = communicator.allocate(largest);
            receives[rank] = communicator.iRecv(buffers[rank], rank, Calls.MESSAGE);
        }
    }

    @Override
    public boolean isThere() throws IOException {
        calls.requireOpen();
        try {
            for (int i = 0; there == NONE && i < receives.length; i++) {
                int rank = (next + i) % receives.length;
                if (receives[rank].test(status)) {
                    there = rank;
                    next = (rank + 1) % receives.length;
                }
            }
            return there != NONE;
        } catch (CommunicationException e) {
            throw Calls.failed(e);
        }
    }

    @Override
    public int take(ByteBuffer into) throws IOException {
        source = there;
        there = NONE;
        int bytes = status.bytes();
        into.put(into.position(), buffers[source], 0, bytes);
        try {
            receives[source] = communicator.iRecv(buffers[source], source, Calls.MESSAGE);
        } catch (CommunicationException e) {
            throw Calls.failed(e);
        }
        return bytes;
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return calls.await(this, timeoutNanos) ? take(into) : -1;
    }

    @Override
    public int source() {
        return source;
    }

    @Override
    public void close() {
        communicator.close();
    }
}
