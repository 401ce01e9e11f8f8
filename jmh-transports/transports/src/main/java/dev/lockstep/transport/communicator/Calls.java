package dev.lockstep.transport.communicator;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** The communicator's calls with a transport's exceptions. */
final class Calls {
    static final int MESSAGE = 1;
    static final int ANSWER = 2;

    private final Communicator communicator;
    private final boolean nonBlocking;
    private final Status status = new Status();
    private volatile boolean closed;

    Calls(Communicator communicator, boolean nonBlocking) {
        this.communicator = communicator;
        this.nonBlocking = nonBlocking;
    }

    void send(ByteBuffer message, int to, int tag) throws IOException {
        requireOpen();
        try {
            if (nonBlocking) {
                communicator.iSend(message, to, tag).await();
            } else {
                communicator.send(message, to, tag);
            }
        } catch (CommunicationException e) {
            throw failed(e);
        }
    }

    /** Receives; -1 if the time is over. */
    int receive(ByteBuffer into, int from, int tag, long timeoutNanos) throws IOException {
        requireOpen();
        try {
            int source = from;
            if (timeoutNanos != 0) {
                long start = System.nanoTime();
                while (!communicator.iProbe(from, tag, status)) {
                    if (System.nanoTime() - start >= timeoutNanos) {
                        return -1;
                    }
                    requireOpen();
                }
                source = status.source();
            }
            if (nonBlocking) {
                communicator.iRecv(into, source, tag).await(status);
            } else {
                communicator.recv(into, source, tag, status);
            }
            return status.bytes();
        } catch (CommunicationException e) {
            throw failed(e);
        }
    }

    /** Whether a message is there. */
    boolean isThere(int tag) throws IOException {
        requireOpen();
        try {
            return communicator.iProbe(Communicator.ANY_SOURCE, tag, status);
        } catch (CommunicationException e) {
            throw failed(e);
        }
    }

    /** The rank of the message last received or seen. */
    int source() {
        return status.source();
    }

    static IOException failed(CommunicationException e) {
        return new IOException(e.getMessage(), e);
    }

    void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    void close() {
        closed = true;
    }
}
