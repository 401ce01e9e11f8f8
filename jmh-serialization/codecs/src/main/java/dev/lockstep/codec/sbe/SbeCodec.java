package dev.lockstep.codec.sbe;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.GuardedCodec;
import dev.lockstep.codec.support.HeapBuffer;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The codec of one format with its buffers. */
final class SbeCodec<T> extends GuardedCodec<T> {
    private final Format<T> format;
    private final Supplier<T> maker;
    private final ExpandableArrayBuffer written = new ExpandableArrayBuffer();
    private final UnsafeBuffer read = new UnsafeBuffer(new byte[0]);

    SbeCodec(Class<T> type, Supplier<T> maker, Format<T> format) {
        super(type);
        this.maker = maker;
        this.format = format;
    }

    @Override
    protected ByteBuffer write(T value) {
        byte[] bytes = new byte[format.write(value, written)];
        written.getBytes(0, bytes);
        return ByteBuffer.wrap(bytes);
    }

    @Override
    protected void write(T value, ByteBuffer target) {
        int length = format.write(value, written);
        if (length > target.remaining()) {
            throw new BufferOverflowException();
        }
        target.put(written.byteArray(), 0, length);
    }

    @Override
    protected T read(ByteBuffer source, T reused) {
        ByteBuffer heap = HeapBuffer.of(source);
        read.wrap(heap.array(), heap.arrayOffset() + heap.position(), heap.remaining());
        T value = reused == null ? maker.get() : reused;
        int length = format.read(read, value);
        if (length != heap.remaining()) {
            throw new CodecException(length + " bytes were read of " + heap.remaining());
        }
        return value;
    }
}
