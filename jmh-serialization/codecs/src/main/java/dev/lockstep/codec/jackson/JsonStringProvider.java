package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.support.GuardedStagedCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The codec {@code json-string}: objects to a string of JSON and that to bytes, as in Boysan (2018), and back. */
public final class JsonStringProvider extends JacksonProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public JsonStringProvider() {
        super(
                "json-string",
                "JSON by Jackson, by way of a string",
                JsonMapper::new,
                Map.of(
                        Capability.REUSED_BUFFERS, "the string, and then its bytes, are made first",
                        Capability.REUSED_INSTANCES, "the paper's way makes a new object"));
    }

    @Override
    <T> Codec<T> open(Class<T> type, ObjectWriter writer, ObjectReader reader) {
        return new JsonStringCodec<>(type, writer, reader);
    }

    /** The codec from object to string to bytes, and back. */
    private static final class JsonStringCodec<T> extends GuardedStagedCodec<T, String> {
        private final ObjectWriter writer;
        private final ObjectReader reader;

        JsonStringCodec(Class<T> type, ObjectWriter writer, ObjectReader reader) {
            super(type, "string");
            this.writer = writer;
            this.reader = reader;
        }

        @Override
        protected String convert(T value) throws JsonProcessingException {
            return writer.writeValueAsString(value);
        }

        @Override
        protected ByteBuffer writeForm(String json) {
            return ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        protected String readForm(ByteBuffer source) {
            if (source.hasArray()) {
                int start = source.arrayOffset() + source.position();
                return new String(source.array(), start, source.remaining(), StandardCharsets.UTF_8);
            }
            return StandardCharsets.UTF_8.decode(source).toString();
        }

        @Override
        protected T restore(String json) throws JsonProcessingException {
            return reader.readValue(json);
        }
    }
}
