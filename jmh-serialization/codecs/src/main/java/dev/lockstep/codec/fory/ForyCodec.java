package dev.lockstep.codec.fory;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.GuardedCodec;
import dev.lockstep.codec.support.HeapBuffer;
import java.nio.ByteBuffer;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/** The codec of one Fory with its buffer. */
final class ForyCodec<T> extends GuardedCodec<T> {
    private static final int FIRST_SIZE = 512;

    private final Fory fory;
    private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(FIRST_SIZE);

    ForyCodec(Class<T> type, Fory fory) {
        super(type);
        this.fory = fory;
    }

    @Override
    protected ByteBuffer write(T value) {
        return ByteBuffer.wrap(fory.serialize(value));
    }

    @Override
    protected void write(T value, ByteBuffer target) {
        buffer.writerIndex(0);
        fory.serialize(buffer, value);
        target.put(buffer.getHeapMemory(), 0, buffer.writerIndex());
    }

    @Override
    protected T read(ByteBuffer source, T reused) {
        ByteBuffer heap = HeapBuffer.of(source);
        MemoryBuffer bytes =
                MemoryBuffer.fromByteArray(heap.array(), heap.arrayOffset() + heap.position(), heap.remaining());
        T value = type().cast(fory.deserialize(bytes));
        if (bytes.readerIndex() != heap.remaining()) {
            throw new CodecException(heap.remaining() - bytes.readerIndex() + " bytes are left over after the object");
        }
        return value;
    }
}
