package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.spi.Staging;
import java.nio.ByteBuffer;

/** The direct buffers that the bindings get for ours, whose address is where the message begins. */
final class NativeBuffers {
    /**
     * A buffer for arguments that the library does not look at on this rank; some of the bindings' calls refuse null.
     */
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(Long.BYTES);

    private final Slices slices = new Slices();
    private final Staging staging = new Staging();

    /** Room for a buffer on the heap; null for a direct one, and where there is no buffer. */
    ByteBuffer stage(ByteBuffer message) {
        return isNone(message) || message.isDirect() ? null : staging.take(message.remaining());
    }

    /** As {@link #stage}, filled with the message. */
    ByteBuffer stageIn(ByteBuffer message) {
        ByteBuffer staged = stage(message);
        copyIn(message, staged);
        return staged;
    }

    void copyIn(ByteBuffer message, ByteBuffer staged) {
        if (staged != null) {
            staged.put(0, message, message.position(), message.remaining());
        }
    }

    void stageOut(ByteBuffer staged, ByteBuffer message) {
        if (staged != null) {
            message.put(message.position(), staged, 0, message.remaining());
        }
    }

    void unstage(ByteBuffer staged) {
        if (staged != null) {
            staging.give(staged);
        }
    }

    /** The buffer whose address is where the message begins. */
    ByteBuffer address(ByteBuffer message, ByteBuffer staged) {
        if (isNone(message)) {
            return NOTHING;
        }
        return staged == null ? slices.of(message) : staged;
    }

    private static boolean isNone(ByteBuffer message) {
        return message == null || message == Collectives.IN_PLACE;
    }

    /**
     * Slices of direct buffers. The bindings ignore a direct buffer's position, so a message that does not begin at 0
     * needs a slice. The last few are kept, lest a loop make one for each message; they keep as many buffers from being
     * collected as long as the communicator lives.
     */
    private static final class Slices {
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
}
