package dev.lockstep.transport.zeromq;

import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.zeromq.UncheckedZMQException;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.Msg;
import zmq.ZError;

/**
 * A socket of JeroMQ, which belongs to one thread at a time: the one that has the lock. Nobody keeps it while waiting. Of those who
 * wait one watches for JeroMQ's signal (ZMQ_FD); whoever may have heard in passing what was for others tells them.
 */
final class SharedSocket {
    /** How long closing waits for a peer that takes nothing of what was sent to it. */
    static final int LINGER_MILLIS = 2_000;

    /** Of looks whether what was sent has left, which nothing signals. */
    private static final int LOOK_MILLIS = 1;

    private static final Consumer<SelectionKey> NOTHING = key -> {};

    private final ZMQ.Socket socket;
    private final Selector selector;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition messages = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final Condition nobodyWaits = lock.newCondition();

    /** How many wait for messages, and for room, the one that watches included. */
    private int forMessages;

    private int forRoom;
    private boolean watched;
    private boolean watchedForRoom;

    /** Whether JeroMQ has taken an interrupt away. */
    private boolean interrupted;

    private volatile boolean closed;

    /** Why it is of no use any more. */
    private final AtomicReference<Supplier<IOException>> broken = new AtomicReference<>();

    /** One that is configured, and neither bound nor connected; it is closed if this fails. */
    SharedSocket(ZMQ.Socket socket) throws IOException {
        this.socket = socket;
        try {
            selector = Selector.open();
            socket.getFD().register(selector, SelectionKey.OP_READ);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** What is tried again whenever something may have changed. */
    @FunctionalInterface
    interface Attempt<T> {
        /** The result; null if there is none now. */
        T now() throws IOException;
    }

    // --- What attempts are made of ---

    /** Binds or connects. */
    <T> T with(Function<ZMQ.Socket, T> what) throws IOException {
        return now(() -> what.apply(socket));
    }

    /** Whether a part of a message was taken; if it is the first, or the only one, there may be no room. */
    boolean send(Msg part, boolean more) {
        while (true) {
            try {
                return socket.sendMsg(part, more ? ZMQ.DONTWAIT | ZMQ.SNDMORE : ZMQ.DONTWAIT);
            } catch (ZMQException e) {
                requireInterrupt(e);
            }
        }
    }

    /** The next part of a message that is there; null if there is none. */
    Msg receive() {
        while (true) {
            try {
                return socket.recvMsg(ZMQ.DONTWAIT);
            } catch (ZMQException e) {
                requireInterrupt(e);
            }
        }
    }

    /** JeroMQ gives up for an interrupt what needs no waiting as well, between the parts of a message too. */
    private void requireInterrupt(ZMQException e) {
        if (e.getErrorCode() != ZError.EINTR) {
            throw e;
        }
        interrupted = true;
    }

    /** Whether there is a message, {@link org.zeromq.ZMQ.Poller#POLLIN}, or room for one, {@link org.zeromq.ZMQ.Poller#POLLOUT}. */
    boolean has(int event) {
        int events;
        while ((events = socket.getEvents()) < 0 && socket.errno() == ZError.EINTR) {
            interrupted = true;
        }
        return events > 0 && (events & event) != 0;
    }

    /** An interrupt is for who waits: JeroMQ does not see it. */
    private <T> T tried(Attempt<T> attempt) throws IOException {
        boolean before = Thread.interrupted();
        try {
            return attempt.now();
        } catch (UncheckedZMQException e) {
            throw new IOException("JeroMQ has failed: " + reason(e), e);
        } finally {
            giveBack(before);
        }
    }

    private void giveBack(boolean interrupt) {
        if (interrupt || interrupted) {
            interrupted = false;
            Thread.currentThread().interrupt();
        }
    }

    private boolean hasMessage() {
        boolean before = Thread.interrupted();
        try {
            return has(ZMQ.Poller.POLLIN);
        } finally {
            giveBack(before);
        }
    }

    /** What went wrong in JeroMQ, in a line. */
    static String reason(UncheckedZMQException e) {
        return e instanceof ZMQException numbered ? ZError.toString(numbered.getErrorCode()) : Tcp.reason(e);
    }

    // --- Turns ---

    /** Tries once; null if it was in vain. */
    <T> T now(Attempt<T> attempt) throws IOException {
        requireUsable();
        lock.lock();
        try {
            requireOpen();
            return tried(attempt);
        } finally {
            endTurn();
        }
    }

    /** Tries until the {@link Deadline}, as messages come; null if it was in vain. */
    <T> T awaitMessage(Attempt<T> attempt, long end) throws IOException {
        return await(attempt, false, end);
    }

    /** Tries until the {@link Deadline}, as there is room; null if it was in vain. */
    <T> T awaitRoom(Attempt<T> attempt, long end) throws IOException {
        return await(attempt, true, end);
    }

    private <T> T await(Attempt<T> attempt, boolean wantsRoom, long end) throws IOException {
        // A message may have come before it was of no use any more.
        if (wantsRoom) {
            requireUsable();
        }
        requireOpen();
        lock.lock();
        try {
            // Who has watched has perhaps heard what was for others.
            boolean hasWatched = false;
            boolean signalled = false;
            while (true) {
                requireOpen();
                T done = tried(attempt);
                if (done != null) {
                    return done;
                }
                requireUsable();
                long left = Deadline.left(end);
                if (left < 0) {
                    return null;
                }
                if (hasWatched) {
                    tellOthers();
                }
                count(wantsRoom, 1);
                try {
                    hasWatched = !watched;
                    if (hasWatched) {
                        signalled = watch(wantsRoom, left, signalled);
                    } else if (left == 0) {
                        condition(wantsRoom).await();
                    } else {
                        condition(wantsRoom).awaitNanos(left);
                    }
                } finally {
                    count(wantsRoom, -1);
                }
                requireNoInterrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waited for the peer");
        } finally {
            endTurn();
        }
    }

    private Condition condition(boolean wantsRoom) {
        return wantsRoom ? room : messages;
    }

    private void count(boolean wantsRoom, int more) {
        if (wantsRoom) {
            forRoom += more;
        } else {
            forMessages += more;
        }
        if (closed && forMessages + forRoom == 0) {
            nobodyWaits.signalAll();
        }
    }

    /**
     * Waits for a signal without the lock, and tells whether one came. JeroMQ raises it before it counts it, and until then nothing is
     * there ({@code zmq.Signaler}): after a signal in vain the thread that raises it goes first, which on one core would stand still.
     */
    private boolean watch(boolean wantsRoom, long nanos, boolean inVain) throws IOException {
        watched = true;
        watchedForRoom = wantsRoom;
        lock.unlock();
        try {
            if (inVain) {
                Thread.yield();
            }
            return selector.select(NOTHING, Tcp.millis(nanos)) > 0;
        } finally {
            lock.lock();
            watched = false;
        }
    }

    private static void requireNoInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private void endTurn() {
        try {
            tellOthers();
        } finally {
            lock.unlock();
        }
    }

    /** What this thread has heard from JeroMQ may be for those who wait; and one of them is to watch. */
    private void tellOthers() {
        if (forMessages + forRoom == 0) {
            return;
        }
        if (closed || broken.get() != null) {
            messages.signalAll();
            room.signalAll();
            selector.wakeup();
            return;
        }
        if (forRoom > 0) {
            room.signalAll();
        }
        if (!watched || watchedForRoom && forMessages > 0 && hasMessage()) {
            messages.signal();
        }
        if (watched && (watchedForRoom || hasMessage())) {
            selector.wakeup();
        }
    }

    /** Has whoever watches look again, or who watches next. */
    void lookAgain() {
        selector.wakeup();
    }

    /** Tells all who wait, and all who come, why it is of no use any more; the first reason stays. Never waits. */
    void breakOff(Supplier<IOException> why) {
        broken.compareAndSet(null, why);
        selector.wakeup();
    }

    private void requireUsable() throws IOException {
        requireOpen();
        Supplier<IOException> why = broken.get();
        if (why != null) {
            throw why.get();
        }
    }

    void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    // --- The end ---

    /**
     * Ends who waits, tries to say last words while the peer takes something, and gives the socket up: JeroMQ closes it when all has
     * left, or the time is over.
     *
     * @param lastWords whatever is not null has been said
     * @param progress a number that grows as the peer takes something
     * @param end until when that may stand still at first; see {@link Deadline}
     * @param lingerMillis until when JeroMQ closes it, unless it is {@linkplain #breakOff broken}
     */
    void close(Attempt<Boolean> lastWords, LongSupplier progress, long end, int lingerMillis) throws IOException {
        boolean hasInterrupt = Thread.interrupted();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            tellOthers();
            while (forMessages + forRoom > 0) {
                nobodyWaits.awaitUninterruptibly();
            }
            try (selector) {
                hasInterrupt |= say(lastWords, progress, end);
            } finally {
                socket.setLinger(broken.get() == null ? lingerMillis : 0);
                socket.close();
            }
        } finally {
            lock.unlock();
            if (hasInterrupt) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether it was interrupted meanwhile. */
    private boolean say(Attempt<Boolean> lastWords, LongSupplier progress, long first) throws IOException {
        boolean hasInterrupt = false;
        long end = first;
        long before = progress.getAsLong();
        while (broken.get() == null && tried(lastWords) == null && Deadline.left(end) > 0) {
            selector.select(NOTHING, LOOK_MILLIS);
            hasInterrupt |= Thread.interrupted();
            long now = progress.getAsLong();
            if (now != before) {
                before = now;
                end = lingerEnd();
            }
        }
        return hasInterrupt;
    }

    /** Until when what makes no progress is waited for, from now on. */
    static long lingerEnd() {
        return Deadline.of(LINGER_MILLIS * 1_000_000L);
    }
}
