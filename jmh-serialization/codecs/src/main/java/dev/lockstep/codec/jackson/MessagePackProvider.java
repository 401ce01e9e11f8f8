package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.HeapBuffer;
import dev.lockstep.codec.support.Versions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.jackson.dataformat.MessagePackMapper;

/**
 * The codec {@code msgpack}: MessagePack, by its authors' module for Jackson (msgpack/msgpack-java,
 * msgpack-jackson/README).
 */
public final class MessagePackProvider extends JacksonProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public MessagePackProvider() {
        super(
                "msgpack",
                "MessagePack by Jackson",
                Versions.of("MessagePack") + ", " + Versions.of("Jackson"),
                MessagePackMapper::new,
                Map.of(Capability.REUSED_BUFFERS, "the generator keeps all values in a list until the object ends"));
    }

    @Override
    <T> Codec<T> open(Class<T> type, ObjectWriter writer, ObjectReader reader) {
        // It does not tell the end of the bytes from bytes that are missing; the codec looks for what is left over
        // itself.
        return new MessagePackCodec<>(type, writer, reader.without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));
    }

    /**
     * The codec of MessagePack by Jackson. Its unpacker takes up to 64 MiB of memory for a length that it reads, before
     * it looks for the bytes; so the lengths are followed to the end first, without taking any, and that is a part of
     * decoding.
     */
    private static final class MessagePackCodec<T> extends JacksonCodec<T> {

        MessagePackCodec(Class<T> type, ObjectWriter writer, ObjectReader reader) {
            super(type, writer, reader);
        }

        @Override
        protected T read(ByteBuffer source, T reused) throws IOException {
            ByteBuffer heap = HeapBuffer.of(source);
            try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(heap.duplicate())) {
                unpacker.skipValue();
                if (unpacker.hasNext()) {
                    throw new CodecException("bytes are left over after the object");
                }
            }
            return super.read(heap, reused);
        }
    }
}
