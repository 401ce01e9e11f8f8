package dev.lockstep.comm.sockets;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * The socket between this rank and another, what waits to leave by it, and where reading stopped. {@code writeInterest}
 * decides whether selecting says that it can be written to always, or only while something waits.
 */
final class Link {
    private static final int OUT_BYTES = 16 << 10;
    private static final int IN_BYTES = 64 << 10;

    /** So often a socket that always has more is read before others have their turn. */
    private static final int READS = 16;

    private final int peer;
    private final Handshakes handshakes;
    private final boolean always;
    private final Scheme scheme;
    private SocketChannel channel;
    private SelectionKey key;
    private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES).limit(0);
    private final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES);
    private Frame first;
    private Frame last;

    private final Arrival arrival = new Arrival();
    private ByteBuffer view;
    private ByteBuffer viewed;
    private boolean inFrame;
    private boolean saidGoodbye;

    /** How often it was tried in vain to connect. */
    int attempts;

    /** One that is connected when the first frame is to leave, or the peer connects. */
    Link(int peer, Handshakes handshakes, boolean always, Scheme scheme) {
        this.peer = peer;
        this.handshakes = handshakes;
        this.always = always;
        this.scheme = scheme;
    }

    /** Has a connection. */
    void connected(SocketChannel by, SelectionKey itsKey) {
        channel = by;
        key = itsKey;
        key.attach(this);
        key.interestOps(always || first != null ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    boolean isConnected() {
        return channel != null && channel.isOpen();
    }

    int peer() {
        return peer;
    }

    /** Begins to connect, unless that is done or under way: who waits for a peer learns then that it is gone. */
    void open() throws IOException {
        if (channel == null) {
            handshakes.connect(this);
        }
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Puts a frame behind those that wait; if none does, it is tried at once. */
    void add(Frame frame) throws IOException {
        if (first != null) {
            last.next = frame;
            last = frame;
            return;
        }
        first = frame;
        last = frame;
        if (channel == null) {
            handshakes.connect(this);
        } else {
            write();
            if (first != null && !always) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            }
        }
    }

    /** Looks up what is next, and writes until nothing waits or the socket takes no more; bytes written. */
    long write() throws IOException {
        long all = 0;
        while (first != null) {
            Frame frame = first;
            if (!frame.isBegun()) {
                out.clear();
                frame.begin(out);
                out.flip();
            }
            if (out.hasRemaining()) {
                all += channel.write(out);
                if (out.hasRemaining()) {
                    return all;
                }
            }
            while (frame.hasRest()) {
                ByteBuffer rest = frame.rest();
                int asked = rest.remaining();
                int written = channel.write(rest);
                frame.sent(written);
                all += written;
                if (written < asked) {
                    return all;
                }
            }
            first = frame.next;
            frame.next = null;
            frame.left();
        }
        if (!always && (key.interestOps() & SelectionKey.OP_WRITE) != 0) {
            key.interestOps(SelectionKey.OP_READ);
        }
        return all;
    }

    /** Reads what has come; bytes read. */
    long read() throws IOException {
        long all = 0;
        for (int i = 0; i < READS; i++) {
            boolean straight = inFrame && in.position() == 0 && arrival.remaining >= IN_BYTES && arrival.into != null;
            ByteBuffer to = straight ? straight() : in;
            int room = to.remaining();
            int read = channel.read(to);
            if (read < 0 && saidGoodbye) {
                channel.close();
                first = null;
                return all;
            }
            if (read < 0) {
                throw new EOFException("it has closed its connection");
            }
            all += read;
            if (straight) {
                arrived(read);
            } else {
                parse();
            }
            if (read < room) {
                break;
            }
        }
        return all;
    }

    private ByteBuffer straight() {
        if (viewed != arrival.into) {
            viewed = arrival.into;
            view = viewed.duplicate();
        }
        return view.limit(arrival.at + Frame.atOnce(view, arrival.remaining)).position(arrival.at);
    }

    private void parse() throws IOException {
        in.flip();
        while (inFrame ? in.hasRemaining() : in.remaining() >= Frame.HEADER) {
            if (!inFrame) {
                begin();
            }
            int bytes = Math.min(in.remaining(), arrival.remaining);
            if (arrival.into != null && bytes > 0) {
                arrival.into.put(arrival.at, in, in.position(), bytes);
            }
            in.position(in.position() + bytes);
            arrived(bytes);
        }
        in.compact();
    }

    private void begin() throws IOException {
        int kind = in.getInt();
        int tag = in.getInt();
        long context = in.getLong();
        int number = in.getInt();
        int token = in.getInt();
        int length = in.getInt();
        in.getInt();
        arrival.clear();
        inFrame = true;
        if (kind == Frame.GOODBYE) {
            saidGoodbye = true;
            return;
        }
        if (length < 0) {
            throw new IOException("it sends a frame of " + length + " bytes");
        }
        scheme.begin(this, kind, context, tag, number, token, length, arrival);
    }

    private void arrived(int bytes) throws IOException {
        arrival.at += bytes;
        arrival.remaining -= bytes;
        if (arrival.remaining == 0) {
            inFrame = false;
            scheme.end(this, arrival);
        }
    }

    /** Nothing more comes or leaves. */
    void abandon() {
        first = null;
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed as far as it can be.
            return;
        }
    }
}
