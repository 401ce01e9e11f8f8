package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.support.Versions;
import java.util.Map;
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
}
