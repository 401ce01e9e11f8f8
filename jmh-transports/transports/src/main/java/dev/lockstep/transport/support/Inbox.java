package dev.lockstep.transport.support;

import dev.lockstep.transport.Endpoint.Receiver;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Sender;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Messages that a library's own threads bring: they wait here until somebody receives or polls them, or until a thread that
 * is there for that {@linkplain #giveAll gives} them to the endpoint's receiver; or they are given to it at once, in the
 * thread that brings them.
 *
 * @param <M> a message as the library has it
 */
public abstract class Inbox<M> implements Closeable {
    /**
     * As many bytes as may wait, with {@value #EACH} more for each message; what brings more is asked to pause. One message
     * may always wait, however large it is.
     */
    private static final long MOST = 4L << 20;

    private static final int EACH = 64;

    private final int largest;
    private final Optional<Receiver> receiver;

    /** Whether who brings a message gives it to the receiver. */
    private final boolean givesAtOnce;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition some = lock.newCondition();
    private final Condition room = lock.newCondition();

    /** A ring: what waits begins at {@code first}. */
    private Object[] messages = new Object[16];

    private long[] senders = new long[16];
    private int first;
    private int count;
    private long bytes;

    /** How many threads give a message to the receiver, and whether this is one of them. */
    private int giving;

    private final ThreadLocal<Boolean> isGiving = ThreadLocal.withInitial(() -> false);

    /** Whether what brings messages was asked to pause. */
    private boolean paused;

    /** What went wrong with a connection, for the next who receives. */
    private IOException trouble;

    /** Why nothing comes any more. */
    private IOException ended;

    private volatile boolean closed;

    /**
     * An inbox.
     *
     * @param largest the largest message, in bytes
     * @param receiver what messages are given to, if there is something
     * @param givesAtOnce whether who brings a message gives it, one after the other for each connection; else a thread does
     *     that calls {@link #giveAll}
     */
    protected Inbox(int largest, Optional<Receiver> receiver, boolean givesAtOnce) {
        this.largest = largest;
        this.receiver = receiver;
        this.givesAtOnce = givesAtOnce && receiver.isPresent();
    }

    /** The length of a message in bytes. */
    protected abstract int length(M message);

    /** The message to look at, in the library's memory. */
    protected abstract ByteBuffer view(M message);

    /** Copies a message to where the buffer stands; the buffer's position need not stay. */
    protected abstract void read(M message, ByteBuffer into);

    /** Is done with a message. */
    protected abstract void release(M message);

    /**
     * What brings messages may go on, after {@link #add} has said to pause; or see {@link #awaitRoom}. This may come before
     * who has called {@link #add} has paused: what is done here must come after.
     */
    protected void resume() {}

    /**
     * Brings a message.
     *
     * @param message which is released here
     * @param sender the token for answers
     * @return false if what brings messages is to pause until {@link #resume}, or for {@link #awaitRoom}
     */
    public final boolean add(M message, long sender) {
        if (givesAtOnce) {
            give(message, sender, receiver.get());
            return true;
        }
        lock.lock();
        try {
            if (!closed) {
                put(message, sender);
                some.signal();
                paused |= bytes > MOST && count > 1;
                return !paused;
            }
        } finally {
            lock.unlock();
        }
        release(message);
        return true;
    }

    /** Whether what brings messages may go on. */
    public final boolean hasRoom() {
        lock.lock();
        try {
            return !paused || closed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until what brings messages may go on, in a thread that it has for this, or until this is closed. */
    public final void awaitRoom() throws InterruptedException {
        lock.lock();
        try {
            while (paused && !closed) {
                room.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void put(M message, long sender) {
        if (count == messages.length) {
            grow();
        }
        int at = (first + count++) % messages.length;
        messages[at] = message;
        senders[at] = sender;
        bytes += length(message) + EACH;
    }

    private void grow() {
        Object[] moreMessages = new Object[2 * count];
        long[] moreSenders = new long[2 * count];
        for (int i = 0; i < count; i++) {
            moreMessages[i] = messages[(first + i) % count];
            moreSenders[i] = senders[(first + i) % count];
        }
        messages = moreMessages;
        senders = moreSenders;
        first = 0;
    }

    /** Whether there is a receiver. */
    protected final boolean hasReceiver() {
        return receiver.isPresent();
    }

    /** Gives the receiver what comes, one message after the other, until this is closed. */
    protected final void giveAll() {
        while (true) {
            long sender;
            M message;
            lock.lock();
            try {
                while (count == 0 && !closed) {
                    some.awaitUninterruptibly();
                }
                if (closed) {
                    return;
                }
                sender = senders[first];
                message = next();
            } finally {
                lock.unlock();
            }
            give(message, sender, receiver.get());
        }
    }

    private void give(M message, long sender, Receiver to) {
        try {
            if (begin()) {
                to.take(view(message), sender);
            }
        } catch (IOException | RuntimeException itsOwn) {
            // Costs its message alone, as receivers know.
            return;
        } finally {
            end();
            release(message);
        }
    }

    /** A thread begins to give a message to the receiver, unless this is closed. */
    private boolean begin() {
        lock.lock();
        try {
            giving++;
            isGiving.set(true);
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            giving--;
            isGiving.set(false);
            if (closed) {
                some.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells the next who receives what went wrong with a connection, unless it is closed, or has other trouble to tell. */
    public final void fail(IOException e) {
        lock.lock();
        try {
            trouble = trouble == null ? e : trouble;
            some.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Tells all who receive, once what has come is taken, why nothing comes any more. */
    public final void end(IOException why) {
        lock.lock();
        try {
            ended = why;
            some.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Receives a message, as an endpoint does; the sender may be null. */
    public final int receive(ByteBuffer into, Sender sender, long timeoutNanos) throws IOException {
        return receiveUntil(into, sender, Deadline.of(timeoutNanos));
    }

    /** The same until a {@link Deadline}. */
    public final int receiveUntil(ByteBuffer into, Sender sender, long end) throws IOException {
        requireNoReceiver();
        Messages.receivable(into, largest);
        M message;
        lock.lock();
        try {
            if (!awaitOne(end)) {
                return -1;
            }
            if (sender != null) {
                sender.set(senders[first]);
            }
            message = next();
        } finally {
            lock.unlock();
        }
        try {
            int length = length(message);
            int position = into.position();
            read(message, into);
            into.position(position);
            return length;
        } finally {
            release(message);
        }
    }

    /** Whether there is a message before the end. */
    private boolean awaitOne(long end) throws IOException {
        while (!isThere()) {
            long left = Deadline.left(end);
            if (left < 0) {
                return false;
            }
            try {
                if (left == 0) {
                    some.await();
                } else {
                    some.awaitNanos(left);
                }
            } catch (InterruptedException e) {
                // Perhaps it was woken for a message as well.
                some.signal();
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while it waited for a message");
            }
        }
        return true;
    }

    private boolean isThere() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (count == 0 && trouble != null) {
            IOException named = trouble;
            trouble = null;
            throw named;
        }
        if (count == 0 && ended != null) {
            throw new IOException(ended.getMessage(), ended);
        }
        return count > 0;
    }

    @SuppressWarnings("unchecked")
    private M next() {
        M message = (M) messages[first];
        messages[first] = null;
        first = (first + 1) % messages.length;
        count--;
        bytes -= length(message) + EACH;
        if (paused && !closed && bytes < MOST / 2) {
            paused = false;
            room.signalAll();
            resume();
        }
        return message;
    }

    /** Receives what is there, as an endpoint does. */
    public final int poll(Receiver to, int limit) throws IOException {
        requireNoReceiver();
        int taken = 0;
        while (taken < limit && pollOne(to)) {
            taken++;
        }
        return taken;
    }

    private boolean pollOne(Receiver to) throws IOException {
        long sender;
        M message;
        lock.lock();
        try {
            if (!isThere()) {
                return false;
            }
            sender = senders[first];
            message = next();
        } finally {
            lock.unlock();
        }
        try {
            to.take(view(message), sender);
        } finally {
            release(message);
        }
        return true;
    }

    private void requireNoReceiver() {
        if (receiver.isPresent()) {
            throw new IllegalStateException("messages are given to the endpoint's receiver");
        }
    }

    /**
     * Wakes who waits, and forgets what nobody has received. Waits until nothing is given to the receiver any more, unless it
     * is the receiver that closes.
     */
    @Override
    public final void close() {
        List<M> forgotten = new ArrayList<>();
        boolean awaited;
        lock.lock();
        try {
            closed = true;
            awaited = paused;
            paused = false;
            while (count > 0) {
                forgotten.add(next());
            }
            some.signalAll();
            room.signalAll();
            while (giving > 0 && !isGiving.get()) {
                some.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        forgotten.forEach(this::release);
        if (awaited) {
            resume();
        }
    }
}
