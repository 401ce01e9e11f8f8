package dev.lockstep.codec.support;

import java.nio.ByteBuffer;

/** Copies bytes for libraries that read arrays alone. */
public final class HeapBuffer {
    private HeapBuffer() {}

    /**
     * The buffer itself if it has an array that can be reached, else a copy of what remains; the source is left as it
     * is.
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
