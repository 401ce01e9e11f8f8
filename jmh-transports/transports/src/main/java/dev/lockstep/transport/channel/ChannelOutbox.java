package dev.lockstep.transport.channel;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A connection to a peer. */
final class ChannelOutbox implements Outbox, Outbox.Claim {
    private static final Consumer<SelectionKey> NOTHING = key -> {};

    private final SocketChannel channel;
    private final int largest;
    private final Consumer<ChannelOutbox> leaving;
    private final Writer writer;
    private final Reader answers;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Selector answered;

    /** Takes a channel that is connected. */
    ChannelOutbox(SocketChannel channel, int largest, Consumer<ChannelOutbox> leaving) throws IOException {
        this.channel = channel;
        this.largest = largest;
        this.leaving = leaving;
        this.writer = new Writer(channel);
        this.answers = new Reader(channel, true, largest);
        channel.configureBlocking(false);
        writer.greet(Tcp.GREETING);
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        lock.lock();
        try {
            writer.send(message);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        lock.lock();
        try {
            return writer.offer(message);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Claim claim() {
        return this;
    }

    @Override
    public ByteBuffer reserve(int bytes) throws IOException {
        Messages.sendable(bytes, largest);
        lock.lock();
        try {
            return writer.claim(bytes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void commit() throws IOException {
        lock.lock();
        try {
            writer.commit();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() throws IOException {
        lock.lock();
        try {
            writer.flush();
        } finally {
            lock.unlock();
        }
    }

    /** Moves along what was offered or committed and has not left. */
    void drain() throws IOException {
        // Whoever is at it moves it along by itself; to wait for it here could be to wait for each other.
        if (lock.tryLock()) {
            try {
                if (writer.isPending()) {
                    writer.drain();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        Messages.sendable(message, largest);
        lock.lock();
        try {
            writer.send(message);
            return answer(reply, timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    private int answer(ByteBuffer reply, long timeoutNanos) throws IOException {
        long start = System.nanoTime();
        int length;
        while ((length = answers.ready()) < 0) {
            long left = timeoutNanos == 0 ? 0 : timeoutNanos - (System.nanoTime() - start);
            if (timeoutNanos != 0 && left <= 0) {
                return -1;
            }
            await(left);
            if (!answers.fill()) {
                throw new PeerLostException("the peer has closed before it answered");
            }
        }
        answers.read(length, reply);
        return length;
    }

    private void await(long nanos) throws IOException {
        if (answered == null) {
            answered = Selector.open();
            try {
                channel.register(answered, SelectionKey.OP_READ);
            } catch (IOException e) {
                answered.close();
                throw e;
            }
        }
        try {
            answered.select(NOTHING, nanos == 0 ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        } catch (ClosedSelectorException e) {
            throw new AsynchronousCloseException();
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while it waited for an answer");
        }
    }

    @Override
    public void close() throws IOException {
        leaving.accept(this);
        // First the channel: who has yet to wait for it cannot register any more.
        try {
            writer.close();
        } finally {
            Selector waiting = answered;
            if (waiting != null) {
                waiting.close();
            }
        }
    }
}
