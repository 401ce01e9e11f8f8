package dev.lockstep.comm.sockets;

import java.nio.ByteBuffer;

/** The payload of the frame that is being read from a socket. Reused. */
final class Arrival {
    /** Where it goes; null if nobody has room for it, and it is lost. */
    ByteBuffer into;

    int at;
    int remaining;

    /** The receive that it is for, if there is one. */
    ReceiveRequest request;

    /** Otherwise the message that nobody has asked for yet, if it is one. */
    Unexpected unexpected;

    void clear() {
        into = null;
        at = 0;
        remaining = 0;
        request = null;
        unexpected = null;
    }

    void into(ByteBuffer buffer, int from, int bytes) {
        into = buffer;
        at = from;
        remaining = bytes;
    }
}
