package dev.lockstep.codec.support;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** A stream that reads bytes from a buffer, up to its limit. */
public final class ByteBufferInputStream extends InputStream {
    private final ByteBuffer source;

    /** A stream for one object, read from the buffer's position on. */
    public ByteBufferInputStream(ByteBuffer source) {
        this.source = source;
    }

    @Override
    public int read() {
        return source.hasRemaining() ? source.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length > 0 && !source.hasRemaining()) {
            return -1;
        }
        int n = Math.min(length, source.remaining());
        source.get(target, offset, n);
        return n;
    }

    @Override
    public int available() {
        return source.remaining();
    }
}
