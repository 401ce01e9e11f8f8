package dev.lockstep.transport.ring;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The sender's end of a link; its threads are those of an {@link Outbox} without {@code THREADS}. */
final class RingOutbox implements Outbox, Outbox.Claim {
    private final RingLink link;
    private final String peer;
    private final int largest;
    private final RingWriter messages;
    private final RingReader answers;
    private final Patience patience;
    private final Consumer<Outbox> leaving;
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean unanswered;

    RingOutbox(RingLink link, String peer, int largest, Waiting waiting, Consumer<Outbox> leaving) {
        this.link = link;
        this.peer = peer;
        this.largest = largest;
        this.messages = new RingWriter(link.messages());
        this.answers = new RingReader(link.answers());
        this.patience = new Patience(waiting);
        this.leaving = leaving;
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        write(message, 0);
    }

    /** Whether there was room before the time was over; the wait goes on from there. */
    private boolean write(ByteBuffer message, long timeoutNanos) throws IOException {
        Messages.sendable(message, largest);
        requirePeer();
        patience.begin();
        while (!messages.write(message)) {
            if (!patience.goOn(timeoutNanos)) {
                return false;
            }
            requirePeer();
        }
        return true;
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requirePeer();
        return messages.write(message);
    }

    @Override
    public Claim claim() throws IOException {
        patience.requireOpen();
        return this;
    }

    @Override
    public ByteBuffer reserve(int bytes) throws IOException {
        Messages.sendable(bytes, largest);
        requirePeer();
        return messages.claim(bytes);
    }

    @Override
    public void commit() throws IOException {
        requirePeer();
        messages.commit();
    }

    @Override
    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        Messages.answered(unanswered);
        if (!write(message, timeoutNanos)) {
            return -1;
        }
        unanswered = true;
        int length;
        while ((length = answers.ready()) == RingReader.NOTHING) {
            if (answers.isOver()) {
                throw new PeerLostException(peer + " has closed, or its process has ended, before it answered");
            }
            if (!patience.goOn(timeoutNanos)) {
                return -1;
            }
        }
        answers.read(length, reply);
        unanswered = false;
        return length;
    }

    private void requirePeer() throws IOException {
        patience.requireOpen();
        if (messages.isReaderClosed()) {
            throw new PeerLostException(peer + " has closed, or its process has ended");
        }
    }

    @Override
    public void close() {
        patience.close();
        if (closed.compareAndSet(false, true)) {
            link.closeSender();
            link.gone().run();
            leaving.accept(this);
        }
    }
}
