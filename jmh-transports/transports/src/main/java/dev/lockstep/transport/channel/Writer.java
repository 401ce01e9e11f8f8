package dev.lockstep.transport.channel;

import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Deadline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/** The writing side of a channel that does not block. What it takes without sending it stays in a queue. */
final class Writer {
    /** Up to this, a copy is cheaper than two buffers in one write. */
    static final int SMALL = 1 << 14;

    private final SocketChannel channel;
    private final Await room;
    private final Parcel own = new Parcel(SMALL);
    private final ByteBuffer[] both = new ByteBuffer[2];

    /** What must leave before anything else: its own, and those of claims. */
    private final ArrayDeque<Parcel> queue = new ArrayDeque<>();

    private volatile boolean torn;

    /** Why nothing can leave any more; what had yet to is forgotten. */
    private volatile PeerLostException lost;

    Writer(SocketChannel channel, Await room) {
        this.channel = channel;
        this.room = room;
    }

    void greet(int greeting) throws IOException {
        enqueue(own, greeting, 0);
        flush(0);
    }

    /** Whether what must leave before has left until the {@link Deadline}; then the message leaves as well, however long that lasts. */
    boolean send(ByteBuffer message, long end) throws IOException {
        if (!flush(end)) {
            return false;
        }
        if (message.remaining() <= SMALL) {
            take(message);
            flush(0);
        } else {
            sendLarge(message);
        }
        return true;
    }

    private void sendLarge(ByteBuffer message) throws IOException {
        int position = message.position();
        int limit = message.limit();
        ByteBuffer header = own.seal(limit - position, 0);
        both[0] = header;
        both[1] = message;
        try {
            while (message.hasRemaining()) {
                if (writeBoth() == 0) {
                    room.await(0);
                }
            }
        } catch (PeerLostException | ClosedChannelException over) {
            throw over;
        } catch (IOException e) {
            torn = header.position() > 0;
            throw e;
        } finally {
            message.limit(limit).position(position);
            both[1] = null;
        }
    }

    private long writeBoth() throws IOException {
        try {
            return channel.write(both);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /** Whether a message has left in part: nobody could find the next one behind it. */
    boolean isTorn() {
        return torn;
    }

    boolean offer(ByteBuffer message) throws IOException {
        if (!drain()) {
            return false;
        }
        take(message);
        drain();
        return true;
    }

    private void take(ByteBuffer message) {
        int length = message.remaining();
        ByteBuffer to = own.room(length);
        to.put(to.position(), message, message.position(), length);
        enqueue(own, length, length);
    }

    /** Takes what is written in a parcel; it leaves as soon as there is room. */
    void enqueue(Parcel parcel, int header, int length) {
        parcel.seal(header, length);
        parcel.queued = true;
        queue.add(parcel);
    }

    boolean isPending() {
        return !queue.isEmpty();
    }

    /** Writes what is in the queue, as far as there is room; whether all has left. */
    boolean drain() throws IOException {
        requireOpen();
        Parcel first;
        while ((first = queue.peek()) != null) {
            if (!written(first.bytes())) {
                return false;
            }
            queue.remove().queued = false;
        }
        return true;
    }

    private boolean written(ByteBuffer bytes) throws IOException {
        try {
            while (bytes.hasRemaining()) {
                if (channel.write(bytes) == 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /** Whether all has left until the {@link Deadline}. */
    boolean flush(long end) throws IOException {
        while (!drain()) {
            long left = Deadline.left(end);
            if (left < 0) {
                return false;
            }
            room.await(left);
        }
        return true;
    }

    void requireOpen() throws IOException {
        if (torn) {
            throw new IOException("an interrupt has broken this connection off in the middle of a message");
        }
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        if (lost != null) {
            throw new PeerLostException(lost.getMessage(), lost.getCause());
        }
    }

    private IOException lost(IOException e) {
        if (!channel.isOpen()) {
            return e;
        }
        lost = new PeerLostException("the peer is gone: " + e.getMessage(), e);
        queue.forEach(parcel -> parcel.queued = false);
        queue.clear();
        return lost;
    }
}
