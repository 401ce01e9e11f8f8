package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Output;
import dev.lockstep.codec.support.GuardedCodec;
import dev.lockstep.codec.support.HeapBuffer;
import java.nio.ByteBuffer;

/** The codec of one Kryo with its buffers. */
final class KryoCodec<T> extends GuardedCodec<T> {
    private static final int FIRST_SIZE = 512;
    private static final int ANY_SIZE = -1;

    private final Kryo kryo;
    private final Output output = new Output(FIRST_SIZE, ANY_SIZE);
    private final BoundedInput input = new BoundedInput();

    KryoCodec(Class<T> type, Kryo kryo) {
        super(type);
        this.kryo = kryo;
    }

    @Override
    protected ByteBuffer write(T value) {
        output.reset();
        kryo.writeObject(output, value);
        return ByteBuffer.wrap(output.toBytes());
    }

    @Override
    protected void write(T value, ByteBuffer target) {
        output.reset();
        kryo.writeObject(output, value);
        target.put(output.getBuffer(), 0, output.position());
    }

    @Override
    protected T read(ByteBuffer source, T reused) {
        ByteBuffer heap = HeapBuffer.of(source);
        input.setBuffer(heap.array(), heap.arrayOffset() + heap.position(), heap.remaining());
        T value = kryo.readObject(input, type());
        if (input.position() != input.limit()) {
            throw new KryoException(input.limit() - input.position() + " bytes are left over after the object");
        }
        return value;
    }
}
