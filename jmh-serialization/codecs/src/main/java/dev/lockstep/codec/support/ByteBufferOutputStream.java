package dev.lockstep.codec.support;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A stream that puts bytes into a buffer, whose overflow it raises as it is. */
public final class ByteBufferOutputStream extends OutputStream {
    private final ByteBuffer target;

    /** A stream for one object, written from the buffer's position on. */
    public ByteBufferOutputStream(ByteBuffer target) {
        this.target = target;
    }

    @Override
    public void write(int b) {
        target.put((byte) b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        target.put(bytes, offset, length);
    }
}
