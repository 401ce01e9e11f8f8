package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lockstep.codec.Capability;
import java.util.Map;

/** The codec {@code json}: objects to the bytes of JSON, and back. */
public final class JsonProvider extends JacksonProvider {
    /** The missing capabilities, also those with Blackbird. */
    static final Map<Capability, String> LACKING =
            Map.of(Capability.REUSED_BUFFERS, "numbers with a fraction become strings first");

    /** The constructor for {@link java.util.ServiceLoader}. */
    public JsonProvider() {
        super("json", "JSON by Jackson", JsonMapper::new, LACKING);
    }
}
