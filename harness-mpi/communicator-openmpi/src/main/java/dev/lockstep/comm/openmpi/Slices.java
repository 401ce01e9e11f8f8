package dev.lockstep.comm.openmpi;

import java.nio.ByteBuffer;

/**
 * Slices of direct buffers. The bindings ignore a direct buffer's position, so a message that does not begin at 0 needs
 * a slice. The last few are kept, lest a loop make one for each message; they keep as many buffers from being collected
 * as long as the communicator lives.
 */
final class Slices {
    private static final int KEPT = 8;

    private final ByteBuffer[] buffers = new ByteBuffer[KEPT];
    private final int[] positions = new int[KEPT];
    private final ByteBuffer[] slices = new ByteBuffer[KEPT];
    private int next;

    /** A direct buffer whose address is where this message begins. The bindings look at the address only. */
    ByteBuffer of(ByteBuffer message) {
        int position = message.position();
        if (position == 0) {
            return message;
        }
        for (int i = 0; i < KEPT; i++) {
            if (buffers[i] == message && positions[i] == position) {
                return slices[i];
            }
        }
        ByteBuffer slice = message.slice();
        buffers[next] = message;
        positions[next] = position;
        slices[next] = slice;
        next = (next + 1) % KEPT;
        return slice;
    }
}
