package dev.lockstep.transport.support;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An outbox that threads share: they take turns to send, and to ask; while one waits for its answer, others send. One that
 * needs no turns overrides {@link #send}.
 */
public abstract class SharedOutbox implements Outbox {
    /** The largest message, in bytes. */
    protected final int largest;

    /** Of those who send. */
    protected final Turns sending = new Turns();

    private final Turns asking = new Turns();

    /** Whether a request has gone out that had no answer: the next one could get it. */
    private boolean unanswered;

    /** One for messages up to that size in bytes. */
    protected SharedOutbox(int largest) {
        this.largest = largest;
    }

    /** Sends a message; it is the caller's turn. False, and nothing has happened, if there is no room until the {@link Deadline}. */
    protected abstract boolean write(ByteBuffer message, long end) throws IOException;

    /** Waits for the next answer until the {@link Deadline}; its length, or -1 if the time is over. */
    protected abstract int answer(ByteBuffer reply, long end) throws IOException;

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        sending.begin(0);
        try {
            write(message, 0);
        } finally {
            sending.end();
        }
    }

    @Override
    public final int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        Messages.sendable(message, largest);
        long end = Deadline.of(timeoutNanos);
        if (!asking.begin(timeoutNanos)) {
            return -1;
        }
        try {
            return ask(message, reply, end);
        } finally {
            asking.end();
        }
    }

    private int ask(ByteBuffer message, ByteBuffer reply, long end) throws IOException {
        Messages.answered(unanswered);
        long left = Deadline.left(end);
        if (left < 0 || !sending.begin(left)) {
            return -1;
        }
        unanswered = true;
        try {
            if (!write(message, end)) {
                unanswered = false;
                return -1;
            }
        } finally {
            sending.end();
        }
        int length = answer(reply, end);
        unanswered = length < 0;
        return length;
    }
}
