package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.GuardedCodec;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/** The codec of one format. */
final class WrittenCodec<T> extends GuardedCodec<T> {
    private static final int FIRST_SIZE = 512;

    private final Format<T> format;

    /** A size that is likely to suffice. Threads may overwrite each other's, which does no harm. */
    private int size = FIRST_SIZE;

    WrittenCodec(Class<T> type, Format<T> format) {
        super(type);
        this.format = format;
    }

    @Override
    protected ByteBuffer write(T value) {
        for (int room = size; ; room = Math.multiplyExact(room, 2)) {
            ByteBuffer target = ByteBuffer.allocate(room);
            try {
                format.write(value, target);
                return target.flip();
            } catch (BufferOverflowException e) {
                size = Math.multiplyExact(room, 2);
            }
        }
    }

    @Override
    protected void write(T value, ByteBuffer target) {
        format.write(value, target);
    }

    @Override
    protected T read(ByteBuffer source, T reused) {
        T value = reused == null ? format.make() : reused;
        format.read(source, value);
        if (source.hasRemaining()) {
            throw new CodecException(source.remaining() + " bytes are left over after the object");
        }
        return value;
    }
}
