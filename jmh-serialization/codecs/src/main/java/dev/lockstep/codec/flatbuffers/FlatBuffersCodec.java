package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.support.GuardedCodec;
import java.nio.ByteBuffer;

/** The codec of one builder. */
final class FlatBuffersCodec<T> extends GuardedCodec<T> {
    private static final int FIRST_SIZE = 512;

    private final Format<T> format;
    private FlatBufferBuilder builder = new FlatBufferBuilder(FIRST_SIZE);

    FlatBuffersCodec(Class<T> type, Format<T> format) {
        super(type);
        this.format = format;
    }

    private FlatBufferBuilder build(T value) {
        builder.clear();
        try {
            builder.finish(format.write(value, builder));
            return builder;
        } catch (RuntimeException | StackOverflowError e) {
            // One that was left in the middle of a table cannot go on.
            builder = new FlatBufferBuilder(FIRST_SIZE);
            throw e;
        }
    }

    @Override
    protected ByteBuffer write(T value) {
        return ByteBuffer.wrap(build(value).sizedByteArray());
    }

    @Override
    protected void write(T value, ByteBuffer target) {
        target.put(build(value).dataBuffer());
    }

    @Override
    protected T read(ByteBuffer source, T reused) {
        return format.read(source.slice(), new Budget(source.remaining()));
    }
}
