package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.payload.Command;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.payload.Readings;
import dev.lockstep.codec.support.GuardedCodec;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/** The codec {@code flatbuffers}: FlatBuffers, from which objects are made. */
public final class FlatBuffersProvider extends PayloadCodecProvider {
    private static final Map<Class<?>, Format<?>> FORMATS = Map.of(
            PingMessage.class, new PingFormat(),
            Command.class, new CommandFormat(),
            dev.lockstep.codec.payload.next.Command.class, new NextCommandFormat(),
            MediaContent.class, new MediaContentFormat(),
            NumericBlock.class, new NumericBlockFormat(),
            LogRecord.class, new LogRecordFormat(),
            Readings.class, new ReadingsFormat(),
            GraphNode.class, new GraphNodeFormat());

    /** The constructor for {@link java.util.ServiceLoader}. */
    public FlatBuffersProvider() {
        super(
                "flatbuffers",
                "FlatBuffers, of which objects are made",
                Versions.of("FlatBuffers"),
                Schema.GENERATED,
                Map.of(
                        Capability.NULL_ELEMENTS, "a vector has an offset for each element",
                        Capability.CYCLES, "a table is written before what refers to it",
                        Capability.THREADS, "the builder is for one thread",
                        Capability.REUSED_INSTANCES, "not offered; what it is meant for is reading in place"));
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return FORMATS.containsKey(type)
                ? Optional.empty()
                : Optional.of("payloads.fbs has no table for " + type.getName());
    }

    @Override
    @SuppressWarnings("unchecked") // the map has a format of the key's type
    protected <T> Codec<T> open(Class<T> type) {
        return new FlatBuffersCodec<>(type, (Format<T>) FORMATS.get(type));
    }

    /** The codec of one builder. */
    private static final class FlatBuffersCodec<T> extends GuardedCodec<T> {
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
}
