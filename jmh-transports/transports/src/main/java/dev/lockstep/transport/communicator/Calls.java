package dev.lockstep.transport.communicator;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.transport.ring.Waiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;

/** The communicator's calls with a transport's exceptions. */
final class Calls {
    static final int MESSAGE = 1;
    static final int ANSWER = 2;

    private final Communicator communicator;
    private final boolean nonBlocking;
    /** Between looks at what is under way; null if the library waits. */
    private final Waiting waiting;
    /** That of all threads, which take turns; null if they share. */
    private final Own taken;
    /** Each thread's, if they share. */
    private final ThreadLocal<Own> shared;

    private volatile boolean closed;

    Calls(Communicator communicator, boolean nonBlocking, boolean threadsShare, Optional<Waiting> waiting) {
        this.communicator = communicator;
        this.nonBlocking = nonBlocking;
        this.waiting = waiting.orElse(null);
        taken = threadsShare ? null : new Own(communicator, new Status());
        shared = !threadsShare ? null : ThreadLocal.withInitial(() -> new Own(communicator.share(), new Status()));
    }

    /** What a thread calls, and is told. */
    private record Own(PointToPoint messages, Status status) {}

    private void await(Request request, Status status) {
        if (waiting == null) {
            request.await(status);
        } else {
            for (int round = 0; !request.test(status); round = next(round)) {
                waiting.pause(round);
            }
        }
    }

    /** Waits for a message, without a limit if that is 0; false if the time is over. */
    boolean await(Inbox inbox, long timeoutNanos) throws IOException {
        long start = timeoutNanos == 0 ? 0 : System.nanoTime();
        for (int round = 0; !inbox.isThere(); round = next(round)) {
            if (timeoutNanos != 0 && System.nanoTime() - start >= timeoutNanos) {
                return false;
            }
            if (waiting != null) {
                waiting.pause(round);
            }
        }
        return true;
    }

    /** Never below zero, however long it lasts. */
    private static int next(int round) {
        return (round + 1) & Integer.MAX_VALUE;
    }

    private Own own() {
        return taken == null ? shared.get() : taken;
    }

    void send(ByteBuffer message, int to, int tag) throws IOException {
        requireOpen();
        try {
            PointToPoint messages = own().messages;
            if (nonBlocking) {
                await(messages.iSend(message, to, tag), null);
            } else {
                messages.send(message, to, tag);
            }
        } catch (CommunicationException e) {
            throw failed(e);
        }
    }

    /** Receives, however long it takes. */
    int receive(ByteBuffer into, int from, int tag) throws IOException {
        requireOpen();
        try {
            Own own = own();
            if (nonBlocking) {
                await(own.messages.iRecv(into, from, tag), own.status);
            } else {
                own.messages.recv(into, from, tag, own.status);
            }
            return own.status.bytes();
        } catch (CommunicationException e) {
            throw failed(e);
        }
    }

    /** Whether a message is there. */
    boolean isThere(int from, int tag) throws IOException {
        requireOpen();
        try {
            return communicator.iProbe(from, tag, own().status);
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

    /** Whether threads share the communicator. */
    boolean areShared() {
        return shared != null;
    }

    /** For what a thread that shares the communicator lacks. */
    void requireUnshared(String what) {
        if (areShared()) {
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
