package dev.lockstep.comm.sockets;

import java.nio.ByteBuffer;

/** What leaves for another process: a header of {@link #HEADER} bytes, and perhaps a payload. Reused. */
final class Frame {
    /** The size of a header, in bytes: kind, tag, context, number, token, length, and four that are free. */
    static final int HEADER = 32;

    private static final int HEAP_AT_ONCE = 128 << 10;

    /** A message. */
    static final int MESSAGE = 1;

    /** A message whose sender waits to hear that it is being received. */
    static final int SYNCHRONOUS = 2;

    /** Says that a synchronous message is being received. */
    static final int RECEIVED = 3;

    /** Asks for a message: what receiver-initiated messaging begins with. */
    static final int REQUEST = 4;

    /** The message that was asked for. */
    static final int ANSWER = 5;

    /** Says that the message that was asked for is longer than the room for it, and is lost. */
    static final int TOO_LONG = 6;

    /** Says that nothing more comes. */
    static final int GOODBYE = 7;

    /** Says nothing: who cannot send it learns that its peer is gone. */
    static final int STILL_HERE = 8;

    /** Hears when a frame has left. */
    interface Owner {
        void left(Frame frame);
    }

    private final Owner owner;
    private int kind;
    private int tag;
    private long context;
    private int number;
    private int token;
    private int length;
    private int payloadLength;
    private ByteBuffer payload;
    private int at;
    private ByteBuffer view;
    private ByteBuffer viewed;

    /** The payload's bytes that have left the buffer. */
    private int sent;

    private boolean begun;
    Frame next;

    Frame(Owner owner) {
        this.owner = owner;
    }

    /** Becomes a header alone; what its length says is the kind's own. */
    Frame header(int ofKind, long ofContext, int withTag, int withNumber, int withToken, int says) {
        kind = ofKind;
        context = ofContext;
        tag = withTag;
        number = withNumber;
        token = withToken;
        length = says;
        payload = null;
        payloadLength = 0;
        sent = 0;
        begun = false;
        next = null;
        return this;
    }

    /** Becomes a header with a payload, whose length it says. */
    Frame message(
            int ofKind,
            long ofContext,
            int withTag,
            int withNumber,
            int withToken,
            ByteBuffer of,
            int from,
            int bytes) {
        header(ofKind, ofContext, withTag, withNumber, withToken, bytes);
        payload = of;
        at = from;
        payloadLength = bytes;
        return this;
    }

    /** Puts the header, and as much of the payload as there is room for. */
    void begin(ByteBuffer out) {
        out.putInt(kind)
                .putInt(tag)
                .putLong(context)
                .putInt(number)
                .putInt(token)
                .putInt(length)
                .putInt(0);
        sent = Math.min(payloadLength, out.remaining());
        if (sent > 0) {
            out.put(out.position(), payload, at, sent).position(out.position() + sent);
        }
        begun = true;
    }

    boolean isBegun() {
        return begun;
    }

    /** What {@link #begin} had no room for, and {@link #sent} has not yet counted. */
    ByteBuffer rest() {
        if (viewed != payload) {
            viewed = payload;
            view = payload.duplicate();
        }
        return view.limit(at + sent + atOnce(view, payloadLength - sent)).position(at + sent);
    }

    /** How much of a buffer is handed to a socket at once: of one on the heap all is copied each time. */
    static int atOnce(ByteBuffer buffer, int bytes) {
        return buffer.isDirect() ? bytes : Math.min(bytes, HEAP_AT_ONCE);
    }

    boolean hasRest() {
        return sent < payloadLength;
    }

    void sent(int bytes) {
        sent += bytes;
    }

    int payloadLength() {
        return payloadLength;
    }

    /** Tells the owner, whose it is again. */
    void left() {
        payload = null;
        owner.left(this);
    }
}
