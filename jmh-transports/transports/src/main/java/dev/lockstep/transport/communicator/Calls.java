package dev.lockstep.transport.communicator;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PointToPoint;
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
    /** That of all threads, which take turns; null if they share. */
    private final Own taken;
    /** Each thread's, if they share. */
    private final ThreadLocal<Own> shared;

    private volatile boolean closed;

    Calls(Communicator communicator, boolean nonBlocking, boolean threadsShare) {
        this.communicator = communicator;
        this.nonBlocking = nonBlocking;
        taken = threadsShare ? null : new Own(communicator, new Status());
        shared = !threadsShare ? null : ThreadLocal.withInitial(() -> new Own(communicator.share(), new Status()));
    }

    /** What a thread calls, and is told. */
    private record Own(PointToPoint messages, Status status) {}

    private Own own() {
        return taken == null ? shared.get() : taken;
    }

    void send(ByteBuffer message, int to, int tag) throws IOException {
        requireOpen();
        try {
            PointToPoint messages = own().messages;
            if (nonBlocking) {
                messages.iSend(message, to, tag).await();
            } else {
                messages.send(message, to, tag);
            }
        } catch (CommunicationException e) {
            throw failed(e);
        }
    }

    /** Receives; -1 if the time is over, which it never is where threads share. */
    int receive(ByteBuffer into, int from, int tag, long timeoutNanos) throws IOException {
        requireOpen();
        Own own = own();
        PointToPoint messages = own.messages;
        Status status = own.status;
        try {
            int source = from;
            if (timeoutNanos != 0 && own == taken) {
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
                messages.iRecv(into, source, tag).await(status);
            } else {
                messages.recv(into, source, tag, status);
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
            return communicator.iProbe(Communicator.ANY_SOURCE, tag, own().status);
        } catch (CommunicationException e) {
            throw failed(e);
        }
    }

    /** The rank of the message last received or seen, by the calling thread where threads share. */
    int source() {
        return own().status.source();
    }

    static IOException failed(CommunicationException e) {
        return new IOException(e.getMessage(), e);
    }

    /** For what a thread that shares the communicator lacks. */
    void requireUnshared(String what) {
        if (shared != null) {
            throw new UnsupportedOperationException(what + ", where threads share the communicator");
        }
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
