package dev.lockstep.collectives.algorithms;

import java.nio.ByteBuffer;

/**
 * Parts of buffers as messages, for one message at a time: the buffer itself keeps its position and limit. The
 * duplicates of the last {@value #KEPT} buffers are kept, so that calls which use the same ones allocate nothing.
 */
final class Views {
    private static final int KEPT = 8;
    private static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(0);

    private final ByteBuffer[] viewed = new ByteBuffer[KEPT];
    private final ByteBuffer[] views = new ByteBuffer[KEPT];
    private int oldest;

    /** So many bytes of a buffer from an index on. */
    ByteBuffer of(ByteBuffer buffer, int at, int bytes) {
        return bytes == 0 ? EMPTY : view(buffer).limit(at + bytes).position(at);
    }

    private ByteBuffer view(ByteBuffer buffer) {
        for (int i = 0; i < KEPT; i++) {
            if (viewed[i] == buffer) {
                return views[i];
            }
        }
        int place = oldest;
        oldest = (oldest + 1) % KEPT;
        viewed[place] = buffer;
        views[place] = buffer.duplicate();
        return views[place];
    }
}
