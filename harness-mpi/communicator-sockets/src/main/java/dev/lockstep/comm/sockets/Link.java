package dev.lockstep.comm.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The way between this rank and another: what waits to leave by it, and where reading stopped. */
abstract class Link {
    private static final int OUT_BYTES = 16 << 10;

    private final int peer;
    private final Scheme scheme;
    private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES).limit(0);
    private Frame first;
    private Frame last;

    /** The frame that is coming. */
    final Arrival arrival = new Arrival();

    private boolean inFrame;
    private boolean saidGoodbye;

    /** One that is connected when the first frame is to leave, or the peer connects. */
    Link(int peer, Scheme scheme) {
        this.peer = peer;
        this.scheme = scheme;
    }

    /** Begins to connect, unless that is done or under way: who waits for a peer learns then that it is gone. */
    abstract void open() throws IOException;

    abstract boolean isConnected();

    /** Whether it is connected, or has been. */
    abstract boolean isOpened();

    /** Takes as many bytes as there is room for; how many. */
    abstract int put(ByteBuffer bytes) throws IOException;

    /** Hears whether there is something that waits to leave. */
    abstract void waiting(boolean something);

    /** Nothing more comes or leaves. */
    abstract void abandon();

    final int peer() {
        return peer;
    }

    final boolean isEmpty() {
        return first == null;
    }

    /** Whether a frame has begun to come, and not ended. */
    final boolean inFrame() {
        return inFrame;
    }

    final boolean saidGoodbye() {
        return saidGoodbye;
    }

    /** Forgets what waits to leave. */
    final void drop() {
        first = null;
    }

    /** Puts a frame behind those that wait; if none does, it is tried at once. */
    final void add(Frame frame) throws IOException {
        if (first != null) {
            last.next = frame;
            last = frame;
            return;
        }
        first = frame;
        last = frame;
        if (!isOpened()) {
            open();
        } else {
            write();
            if (first != null) {
                waiting(true);
            }
        }
    }

    /** Looks up what is next, and writes until nothing waits or there is no more room. */
    final void write() throws IOException {
        while (first != null) {
            Frame frame = first;
            if (!frame.isBegun()) {
                out.clear();
                frame.begin(out);
                out.flip();
            }
            while (out.hasRemaining()) {
                if (put(out) == 0) {
                    return;
                }
            }
            while (frame.hasRest()) {
                ByteBuffer rest = frame.rest();
                int asked = rest.remaining();
                int written = put(rest);
                frame.sent(written);
                if (written < asked) {
                    return;
                }
            }
            first = frame.next;
            frame.next = null;
            frame.left();
        }
        waiting(false);
    }

    /** Takes whole headers, and as much of payloads as has come. */
    final void parse(ByteBuffer in) throws IOException {
        while (inFrame ? in.hasRemaining() : in.remaining() >= Frame.HEADER) {
            if (!inFrame) {
                begin(in);
            }
            int bytes = Math.min(in.remaining(), arrival.remaining);
            if (arrival.into != null && bytes > 0) {
                arrival.into.put(arrival.at, in, in.position(), bytes);
            }
            in.position(in.position() + bytes);
            arrived(bytes);
        }
    }

    private void begin(ByteBuffer in) throws IOException {
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
        if (kind == Frame.STILL_HERE) {
            return;
        }
        if (length < 0) {
            throw new IOException("it sends a frame of " + length + " bytes");
        }
        scheme.begin(this, kind, context, tag, number, token, length, arrival);
    }

    /** So many bytes of the payload are where they belong. */
    final void arrived(int bytes) throws IOException {
        arrival.at += bytes;
        arrival.remaining -= bytes;
        if (arrival.remaining == 0) {
            inFrame = false;
            scheme.end(this, arrival);
        }
    }
}
