package dev.lockstep.transport.support;

import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An endpoint whose messages are requests: it has a server, and a client for each outbox.
 *
 * @param <O> an outbox
 * @param <A> a request that is to be answered, as the library has it
 */
public abstract class RequestEndpoint<O extends Outbox, A> extends InboxEndpoint {
    /** The token of who does not ask. */
    protected static final long ASKS_NOTHING = 0;

    /** Where messages come. */
    protected final ByteArrayInbox inbox;

    /** Those that are open, or being opened. */
    protected final List<O> outboxes = new CopyOnWriteArrayList<>();

    /** What can be answered, by its token. */
    protected final Map<Long, A> asked = new ConcurrentHashMap<>();

    private final AtomicLong tokens = new AtomicLong(ASKS_NOTHING);

    /** One for messages of the setting, to its receiver if it has one. */
    protected RequestEndpoint(Setting setting) {
        super(setting.largest());
        inbox = new ByteArrayInbox(setting);
    }

    @Override
    protected final Inbox<?> inbox() {
        return inbox;
    }

    /** An outbox to that address, which is not connected yet; it leaves {@link #outboxes} as it is closed. */
    protected abstract O outbox(String to) throws IOException;

    /** Connects an outbox, and hears who is there; what to send by. */
    protected abstract Outbox connect(O outbox, long timeoutNanos) throws IOException;

    @Override
    public final Outbox connect(String to, long timeoutNanos) throws IOException {
        requireOpen();
        O outbox = outbox(to);
        outboxes.add(outbox);
        Outbox connected;
        try {
            connected = connect(outbox, timeoutNanos);
        } catch (IOException e) {
            outbox.close();
            requireOpen();
            throw new IOException(to + " cannot be connected to: " + e.getMessage(), e);
        }
        if (isClosed()) {
            outbox.close();
        }
        return connected;
    }

    /** Something can be answered, by the token that is returned. */
    protected final long asks(A request) {
        long token = tokens.incrementAndGet();
        asked.put(token, request);
        return token;
    }

    /** What was found to be answered. */
    protected final A required(A found) throws PeerLostException {
        if (found == null) {
            throw new PeerLostException("the peer to be answered has asked nothing, or was answered, or has closed");
        }
        return found;
    }

    /** A copy of a message. */
    public static byte[] bytes(ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.get(message.position(), bytes);
        return bytes;
    }
}
