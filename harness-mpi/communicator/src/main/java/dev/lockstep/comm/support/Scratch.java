package dev.lockstep.comm.support;

import java.nio.ByteBuffer;

/** A buffer that grows as needed and is kept. */
public final class Scratch {
    private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

    /** A buffer of so many bytes, with position 0 and limit behind them; old contents stay. */
    public ByteBuffer of(int bytes) {
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocateDirect(Math.max(bytes, 2 * buffer.capacity()));
        }
        return buffer.clear().limit(bytes);
    }

    /** A copy of the bytes between position and limit. */
    public ByteBuffer copy(ByteBuffer original) {
        ByteBuffer copy = of(original.remaining());
        return copy.put(0, original, original.position(), original.remaining());
    }
}
