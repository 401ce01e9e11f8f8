package dev.lockstep.codec.sbe;

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
import dev.lockstep.codec.support.HeapBuffer;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import dev.lockstep.spi.Availability;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The codec {@code sbe}: Simple Binary Encoding, from which objects are made. */
public final class SbeProvider extends PayloadCodecProvider {
    private static final String NEEDED = "jdk.internal.misc";
    private static final Map<Class<?>, Supplier<Codec<?>>> CODECS = Map.of(
            PingMessage.class, () -> new SbeCodec<>(PingMessage.class, PingMessage::new, new PingFormat()),
            Command.class, () -> new SbeCodec<>(Command.class, Command::new, new CommandFormat()),
            MediaContent.class, () -> new SbeCodec<>(MediaContent.class, MediaContent::new, new MediaContentFormat()),
            NumericBlock.class, () -> new SbeCodec<>(NumericBlock.class, NumericBlock::new, new NumericBlockFormat()),
            LogRecord.class, () -> new SbeCodec<>(LogRecord.class, LogRecord::new, new LogRecordFormat()),
            Readings.class, () -> new SbeCodec<>(Readings.class, Readings::new, new ReadingsFormat()));

    /** The constructor for {@link java.util.ServiceLoader}. */
    public SbeProvider() {
        super(
                "sbe",
                "Simple Binary Encoding, of which objects are made",
                Versions.of("SBE"),
                Schema.GENERATED,
                Map.of(
                        Capability.NULL_LISTS, "a group with no elements is empty",
                        Capability.CYCLES, "groups do not nest without end",
                        Capability.NULL_ELEMENTS, "a group has no elements that are absent",
                        Capability.EVOLUTION,
                                "fields can be added at the end, but none can go, as one of the command's does",
                        Capability.THREADS, "encoder, decoder and buffer are for one thread"));
    }

    @Override
    public Availability availability() {
        return Object.class.getModule().isOpen(NEEDED, getClass().getModule())
                ? super.availability()
                : new Availability.Unavailable(
                        "Agrona needs java.base to open " + NEEDED,
                        "run the JVM with --add-opens java.base/" + NEEDED + "=ALL-UNNAMED");
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return CODECS.containsKey(type)
                ? Optional.empty()
                : Optional.of(
                        type == GraphNode.class
                                ? "groups do not nest without end"
                                : "payloads.xml has no message for " + type.getName());
    }

    @Override
    @SuppressWarnings("unchecked") // the map has a codec of the key's type
    protected <T> Codec<T> open(Class<T> type) {
        return (Codec<T>) CODECS.get(type).get();
    }

    /** The codec of one format with its buffers. */
    private static final class SbeCodec<T> extends GuardedCodec<T> {
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
}
