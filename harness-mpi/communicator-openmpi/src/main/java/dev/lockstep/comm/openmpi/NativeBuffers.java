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
}
