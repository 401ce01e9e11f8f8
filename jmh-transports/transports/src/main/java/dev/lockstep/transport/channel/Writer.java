package dev.lockstep.transport.channel;

import dev.lockstep.transport.PeerLostException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** The writing side of a channel that does not block. What it takes without sending it stays in its own memory. */
final class Writer {
    static final int HEADER = Integer.BYTES;

    /** Up to this, a copy is cheaper than two buffers in one write. */
    private static final int SMALL = 1 << 14;

    private static final Consumer<SelectionKey> NOTHING = key -> {};

    private final SocketChannel channel;
    private final ByteBuffer[] both = new ByteBuffer[2];

    /** From position to limit what must leave before anything else. */
    private ByteBuffer pending = ByteBuffer.allocateDirect(SMALL + 2 * HEADER).limit(0);

    private ByteBuffer view = pending.duplicate();
    private int claimed = -1;
    private volatile Selector room;
    private volatile boolean closed;
    private volatile boolean torn;

    Writer(SocketChannel channel) {
        this.channel = channel;
    }

    void greet(int greeting) throws IOException {
        pending.clear().putInt(greeting).flip();
        flush();
    }

    boolean isClosed() {
        return closed;
    }

    boolean isPending() {
        return pending.hasRemaining();
    }

    void send(ByteBuffer message) throws IOException {
        claimed = -1;
        flush();
        int length = message.remaining();
        if (length <= SMALL) {
            take(message, length);
            flush();
            return;
        }
        pending.clear().putInt(length).flip();
        int position = message.position();
        int limit = message.limit();
        both[0] = pending;
        both[1] = message;
        try {
            while (pending.hasRemaining() || message.hasRemaining()) {
                if (write() == 0) {
                    awaitRoom();
                }
            }
        } catch (InterruptedIOException e) {
            giveUp();
            throw e;
        } finally {
            message.limit(limit).position(position);
            both[1] = null;
        }
    }

    /** Forgets a message, and closes the channel if a part of it has left: nobody could find the next one in it. */
    private void giveUp() throws IOException {
        boolean begun = pending.position() > 0;
        pending.limit(pending.position());
        if (begun) {
            torn = true;
            close();
        }
    }

    private long write() throws IOException {
        try {
            return channel.write(both, 0, 2);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    boolean offer(ByteBuffer message) throws IOException {
        if (!drain()) {
            return false;
        }
        take(message, message.remaining());
        drain();
        return true;
    }

    private void take(ByteBuffer message, int length) {
        claimed = -1;
        clear(length).putInt(length).put(HEADER, message, message.position(), length);
        pending.limit(HEADER + length).position(0);
    }

    private ByteBuffer clear(int length) {
        if (pending.capacity() < HEADER + length) {
            pending = ByteBuffer.allocateDirect(HEADER + length);
            view = pending.duplicate();
        }
        return pending.clear();
    }

    ByteBuffer claim(int length) throws IOException {
        claimed = -1;
        if (!drain()) {
            return null;
        }
        clear(length).limit(0);
        claimed = length;
        return view.limit(HEADER + length).position(HEADER);
    }

    void commit() throws IOException {
        if (claimed < 0) {
            throw new IllegalStateException("nothing was claimed");
        }
        pending.clear().putInt(claimed).limit(HEADER + claimed).position(0);
        claimed = -1;
        drain();
    }

    /** Writes what is pending, as far as there is room; whether all has left. */
    boolean drain() throws IOException {
        if (torn) {
            throw new IOException("an interrupt has broken this connection off in the middle of a message");
        }
        if (closed) {
            throw new ClosedChannelException();
        }
        try {
            while (pending.hasRemaining()) {
                if (channel.write(pending) == 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    void flush() throws IOException {
        while (!drain()) {
            awaitRoom();
        }
    }

    private void awaitRoom() throws IOException {
        if (room == null) {
            room = Selector.open();
            try {
                channel.register(room, SelectionKey.OP_WRITE);
            } catch (IOException e) {
                room.close();
                throw e;
            }
        }
        try {
            if (!closed) {
                room.select(NOTHING);
            }
        } catch (ClosedSelectorException e) {
            throw new ClosedChannelException();
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while it waited for room to write");
        }
    }

    private IOException lost(IOException e) {
        return closed || !channel.isOpen() ? e : new PeerLostException("the peer is gone: " + e.getMessage(), e);
    }

    /** Closes the channel, and wakes who waits to write. */
    void close() throws IOException {
        closed = true;
        try {
            channel.close();
        } finally {
            Selector waiting = room;
            if (waiting != null) {
                waiting.close();
            }
        }
    }
}
