package dev.lockstep.comm.sockets;

import java.nio.ByteBuffer;

/** A message that came, or began to come, before a receive was posted for it. Reused. */
final class Unexpected {
    private static final int SMALLEST = 64;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int length;
    private int source;
    private int tag;
    private boolean whole;
    private ReceiveRequest claimed;

    /** The sender that waits to hear that it is being received: another process, by its token, or this one. */
    private Link waiting;

    private int token;
    private SendRequest waitingHere;

    Unexpected next;

    /** Begins to come. */
    Unexpected start(int from, int withTag, int size) {
        if (bytes.capacity() < size) {
            bytes = ByteBuffer.allocate(Math.max(SMALLEST, size));
        }
        source = from;
        tag = withTag;
        length = size;
        whole = false;
        claimed = null;
        waiting = null;
        waitingHere = null;
        next = null;
        return this;
    }

    void waiting(Link sender, int itsToken) {
        waiting = sender;
        token = itsToken;
    }

    void waiting(SendRequest sender) {
        waitingHere = sender;
    }

    Link waiting() {
        return waiting;
    }

    int token() {
        return token;
    }

    SendRequest waitingHere() {
        return waitingHere;
    }

    int source() {
        return source;
    }

    int tag() {
        return tag;
    }

    int length() {
        return length;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** All of it has come; whether it has gone to a receive with that, and is free. */
    boolean end() {
        whole = true;
        if (claimed == null) {
            return false;
        }
        claimed.take(source, tag, bytes, 0, length);
        return true;
    }

    /** Goes to a receive, as soon as all of it has come; whether it is free now. */
    boolean moveTo(ReceiveRequest request) {
        claimed = request;
        return whole && end();
    }
}
