package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
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
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The codec {@code written}: code written by hand. */
public final class WrittenProvider extends PayloadCodecProvider {
    private static final Map<Class<?>, Supplier<Format<?>>> FORMATS = Map.of(
            PingMessage.class, PingFormat::new,
            Command.class, CommandFormat::new,
            MediaContent.class, MediaContentFormat::new,
            NumericBlock.class, NumericBlockFormat::new,
            LogRecord.class, LogRecordFormat::new,
            Readings.class, ReadingsFormat::new,
            GraphNode.class, () -> new GraphNodeFormat(0));

    /** The constructor for {@link java.util.ServiceLoader}. */
    public WrittenProvider() {
        super(
                "written",
                "written by hand over ByteBuffer",
                "JDK " + Runtime.version(),
                Schema.WRITTEN,
                Map.of(
                        Capability.CYCLES, "objects are nested, 1,000 deep at most",
                        Capability.EVOLUTION, "fields stand in order and without names"));
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return FORMATS.containsKey(type)
                ? Optional.empty()
                : Optional.of("nobody wrote a format for " + type.getName());
    }

    @Override
    @SuppressWarnings("unchecked") // the map has a format of the key's type
    protected <T> Codec<T> open(Class<T> type) {
        return new WrittenCodec<>(type, (Format<T>) FORMATS.get(type).get());
    }

    /** The codec of one format. */
    private static final class WrittenCodec<T> extends GuardedCodec<T> {
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
}
