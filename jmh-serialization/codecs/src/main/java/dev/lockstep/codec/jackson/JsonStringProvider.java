package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
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
}
