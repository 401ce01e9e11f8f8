package dev.lockstep.codec.support;

import java.nio.ByteBuffer;

/** For libraries that read arrays alone. */
public final class HeapBuffer {
    private HeapBuffer() {}

    /**
     * The bytes in an array.
     *
     * @param source left as it is
     * @return the buffer itself if it has an array that can be reached, else a copy of what remains
     */
    public static ByteBuffer of(ByteBuffer source) {
        if (source.hasArray()) {
            return source;
        }
        byte[] copy = new byte[source.remaining()];
        source.duplicate().get(copy);
        return ByteBuffer.wrap(copy);
    }
}
