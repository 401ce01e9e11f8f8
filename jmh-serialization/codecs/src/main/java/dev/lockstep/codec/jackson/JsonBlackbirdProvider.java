package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;

/** The codec {@code json-blackbird}: as {@code json}, with accessors that are generated at run time. */
public final class JsonBlackbirdProvider extends JacksonProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public JsonBlackbirdProvider() {
        super(
                "json-blackbird",
                "JSON by Jackson, with Blackbird",
                () -> JsonMapper.builder().addModule(new BlackbirdModule()).build(),
                JsonProvider.LACKING);
    }
}
