package dev.lockstep.transport.support;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Sender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;

/** An endpoint whose messages come into an {@link Inbox}. */
public abstract class InboxEndpoint implements Endpoint {
    /** The largest message, in bytes. */
    protected final int largest;

    private final AtomicBoolean closed = new AtomicBoolean();

    /** One for messages up to that size in bytes. */
    protected InboxEndpoint(int largest) {
        this.largest = largest;
    }

    /** Where messages come. */
    protected abstract Inbox<?> inbox();

    @Override
    public final int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return receive(into, null, timeoutNanos);
    }

    @Override
    public final int receive(ByteBuffer into, Sender sender, long timeoutNanos) throws IOException {
        return inbox().receive(into, sender, timeoutNanos);
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        return inbox().poll(receiver, limit);
    }

    /** Closes it; false if it was closed before. */
    protected final boolean beginClosing() {
        return closed.compareAndSet(false, true);
    }

    /** Whether it is closed, or being closed. */
    protected final boolean isClosed() {
        return closed.get();
    }

    /** Nothing more can be asked of one that is closed. */
    protected final void requireOpen() throws ClosedChannelException {
        if (isClosed()) {
            throw new ClosedChannelException();
        }
    }
}
