package dev.lockstep.comm.local;

import java.nio.ByteBuffer;

/** A message that came before a receive was posted for it: its bytes, or the request that still holds them. */
final class Unexpected {
    int source;
    int tag;
    int length;
    SendRequest large;
    Unexpected next;
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    /** A buffer of at least so many bytes; it is kept when the object is reused. */
    ByteBuffer bytes(int atLeast) {
        if (bytes.capacity() < atLeast) {
            bytes = ByteBuffer.allocate(Math.max(64, Integer.highestOneBit(atLeast - 1) << 1));
        }
        return bytes;
    }

    /** Moves the message out, which ends the object's use; a null target drops it. */
    void moveTo(ByteBuffer target, int position) {
        if (target != null) {
            if (large != null) {
                target.put(position, large.message(), large.position(), length);
            } else {
                target.put(position, bytes, 0, length);
            }
        }
        if (large != null) {
            large.release();
            large = null;
        }
    }
}
