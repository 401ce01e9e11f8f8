package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.ring.Waiting;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** An exclusive publication; its threads are those of an {@link Outbox} without {@code THREADS}. */
final class AeronOutbox implements Outbox, Outbox.Claim {
    /** Who is there answers sooner, whatever the caller's patience. */
    private static final long CONNECTING_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Between looks whether it is clear that nobody is there. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How long an answer may be on its way after who has given it has closed. */
    private static final long LAST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Client client;
    private final Medium medium;
    private final int largest;
    private final int term;
    private final String peer;
    private final Consumer<Outbox> leaving;
    private final Guard guard;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Publishing publishing;

    /** What was reserved, and not committed: a claim of Aeron's, or memory {@link #beside}. */
    private boolean claimed;

    private boolean isBeside;

    /** For claims that are too large for Aeron's; made when the first one is. */
    private ByteBuffer beside;

    private int besideBytes;

    /** Where answers come: the endpoint's own channel, and a stream for this connection, once it has asked. */
    private String answerChannel;

    private int answerStream;
    private Subscription answers;
    private volatile Image answering;
    private Reading reading;
    private boolean unanswered;

    AeronOutbox(
            Client client,
            Medium medium,
            Waiting waiting,
            int largest,
            int term,
            String peer,
            Consumer<Outbox> leaving) {
        this.client = client;
        this.medium = medium;
        this.largest = largest;
        this.term = term;
        this.peer = peer;
        this.leaving = leaving;
        guard = client.guard(waiting);
    }

    /**
     * Connects, and says hello.
     *
     * @param from the address of the endpoint
     * @param hears the channel by which it hears answers
     */
    void connect(String from, String hears, long timeoutNanos) throws IOException {
        long limit = timeoutNanos == 0 ? CONNECTING_NANOS : Math.min(timeoutNanos, CONNECTING_NANOS);
        guard.enter();
        try {
            guard.begin();
            Medium.Place to = medium.find(client, peer);
            answerChannel = hears;
            answerStream = client.next() | 1 << 30;
            publishing = inTime(Publishing.open(client, guard, medium, to, term, limit), limit);
            long looked = System.nanoTime() - LOOK_NANOS;
            while (!publishing.isConnected()) {
                if (System.nanoTime() - looked >= LOOK_NANOS) {
                    looked = System.nanoTime();
                    if (medium.isDead(client, to)) {
                        throw Medium.nobody(peer);
                    }
                }
                inTime(guard.goOn(limit) ? to : null, limit);
            }
            ByteBuffer hello = new Hello(from, answerStream).bytes();
            inTime(publishing.write(hello, guard, limit) ? to : null, limit);
        } finally {
            guard.leave();
        }
    }

    private <T> T inTime(T done, long limit) throws SocketTimeoutException {
        if (done == null) {
            throw new SocketTimeoutException(
                    "nobody has answered at " + peer + " in " + TimeUnit.NANOSECONDS.toMillis(limit) + " ms");
        }
        return done;
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        guard.enter();
        try {
            guard.begin();
            publishing.write(message, guard, 0);
        } finally {
            guard.leave();
        }
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        guard.enter();
        try {
            return publishing.write(message);
        } finally {
            guard.leave();
        }
    }

    @Override
    public Claim claim() throws IOException {
        guard.requireOpen();
        return this;
    }

    @Override
    public ByteBuffer reserve(int bytes) throws IOException {
        Messages.sendable(bytes, largest);
        guard.enter();
        try {
            forget();
            isBeside = bytes > publishing.claimable();
            ByteBuffer memory = isBeside ? beside(bytes) : publishing.claim(bytes);
            claimed = memory != null;
            if (claimed && !isBeside) {
                guard.hold();
            }
            return memory;
        } finally {
            guard.leave();
        }
    }

    private ByteBuffer beside(int bytes) throws IOException {
        if (!publishing.hasRoom(bytes)) {
            return null;
        }
        if (beside == null) {
            beside = ByteBuffer.allocateDirect(largest);
        }
        besideBytes = bytes;
        return beside.clear().limit(bytes);
    }

    private void forget() {
        if (claimed && !isBeside) {
            publishing.abort();
            guard.letGo();
        }
        claimed = false;
    }

    @Override
    public void commit() throws IOException {
        guard.enter();
        try {
            if (!claimed) {
                throw new IllegalStateException("nothing was reserved");
            }
            claimed = false;
            if (!isBeside) {
                publishing.commit();
                guard.letGo();
                return;
            }
            guard.begin();
            beside.clear().limit(besideBytes);
            // There is room, unless somebody has sent something else in between.
            publishing.write(beside, guard, 0);
        } finally {
            guard.leave();
        }
    }

    @Override
    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        Messages.sendable(message, largest);
        guard.enter();
        try {
            Messages.answered(unanswered);
            guard.begin();
            if (answers == null) {
                answers = client.subscribe(guard, answerChannel, answerStream, this::answers, timeoutNanos);
                if (answers == null) {
                    return -1;
                }
            }
            if (!publishing.write(message, guard, timeoutNanos)) {
                return -1;
            }
            unanswered = true;
            int length = answer(reply, timeoutNanos);
            unanswered = length < 0;
            return length;
        } catch (AeronException e) {
            throw client.told(peer + " cannot be asked", e);
        } finally {
            guard.leave();
        }
    }

    /** Called by Aeron. */
    private void answers(Image image) {
        answering = image;
    }

    private int answer(ByteBuffer reply, long timeoutNanos) throws IOException {
        long lost = 0;
        while (true) {
            if (reading == null && answering != null) {
                reading = new Reading(answering, largest);
            }
            int length = reading == null ? Reading.NOTHING : reading.receive(reply);
            if (length != Reading.NOTHING) {
                return length;
            }
            if (publishing.isConnected()) {
                lost = 0;
            } else if (lost == 0) {
                lost = System.nanoTime() | 1;
            } else if (System.nanoTime() - lost > LAST_ANSWER_NANOS) {
                throw new PeerLostException(peer + " has closed, or its process has ended, before it answered");
            }
            if (!guard.goOn(timeoutNanos)) {
                return -1;
            }
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            guard.close(this::leave);
        }
    }

    private void leave(boolean mapped) {
        if (publishing != null) {
            if (mapped && claimed && !isBeside) {
                // Whoever receives would wait for what was claimed.
                publishing.abort();
            }
            publishing.close();
        }
        if (answers != null) {
            Client.quietly(answers::close);
        }
        client.forget(guard);
        leaving.accept(this);
    }
}
