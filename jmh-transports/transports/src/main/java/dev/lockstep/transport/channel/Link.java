package dev.lockstep.transport.channel;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.SharedOutbox;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** A connection: of one that was opened messages go out and answers come in, of one that was accepted the reverse. */
final class Link extends SharedOutbox {
    /** The token of one that was opened, which nobody answers by. */
    static final long OPENED = 0;

    final long token;
    final Reader reader;

    /** Whether it is in the queue of those with a message. */
    boolean queued;

    private final SocketChannel channel;
    private final Consumer<Link> leaving;
    private final Await room;
    private final Await answered;
    private final Writer writer;

    Link(SocketChannel channel, long token, int largest, Consumer<Link> leaving) {
        super(largest);
        this.channel = channel;
        this.token = token;
        this.leaving = leaving;
        this.room = new Await(channel, SelectionKey.OP_WRITE);
        this.answered = new Await(channel, SelectionKey.OP_READ);
        this.writer = new Writer(channel, room);
        this.reader = new Reader(channel, token == OPENED, largest);
    }

    /** Blocks no more; one that was opened says who it is. */
    void begin() throws IOException {
        channel.configureBlocking(false);
        if (token == OPENED) {
            writer.greet(Tcp.GREETING);
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    protected boolean write(ByteBuffer message, long end) throws IOException {
        try {
            return writer.send(message, end);
        } catch (IOException e) {
            if (writer.isTorn()) {
                close();
            }
            throw e;
        }
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        writer.requireOpen();
        if (!sending.beginNow()) {
            return false;
        }
        try {
            return writer.offer(message);
        } finally {
            sending.end();
        }
    }

    @Override
    public Claim claim() throws IOException {
        writer.requireOpen();
        return new OwnClaim();
    }

    @Override
    public void flush() throws IOException {
        sending.begin(0);
        try {
            writer.flush(0);
        } finally {
            sending.end();
        }
    }

    /** Moves along what has not left. Whoever sends does so anyway: to wait here could be to wait for each other. */
    void drain() throws IOException {
        if (sending.beginNow()) {
            try {
                if (writer.isPending()) {
                    writer.drain();
                }
            } finally {
                sending.end();
            }
        }
    }

    @Override
    protected int answer(ByteBuffer reply, long end) throws IOException {
        int length;
        while ((length = reader.ready()) < 0) {
            long left = Deadline.left(end);
            if (left < 0) {
                return -1;
            }
            answered.await(left);
            if (!reader.fill()) {
                throw new PeerLostException("the peer has closed before it answered");
            }
        }
        reader.read(length, reply);
        return length;
    }

    @Override
    public void close() throws IOException {
        leaving.accept(this);
        // First the channel, then who waits for it. It needs no other class: descriptors may be at an end.
        try (answered;
                room) {
            channel.close();
        }
    }

    /** Memory of a caller's own, which leaves by the queue. */
    private final class OwnClaim implements Claim {
        private final Parcel parcel = new Parcel(Math.min(largest, Writer.SMALL));
        private int reserved = -1;

        @Override
        public ByteBuffer reserve(int bytes) throws IOException {
            Messages.sendable(bytes, largest);
            reserved = -1;
            writer.requireOpen();
            if (parcel.queued) {
                drain();
            }
            if (parcel.queued) {
                return null;
            }
            reserved = bytes;
            return parcel.room(bytes);
        }

        @Override
        public void commit() throws IOException {
            if (reserved < 0) {
                throw new IllegalStateException("nothing was reserved");
            }
            sending.begin(0);
            try {
                writer.requireOpen();
                writer.enqueue(parcel, reserved, reserved);
                reserved = -1;
                writer.drain();
            } finally {
                sending.end();
            }
        }
    }
}
