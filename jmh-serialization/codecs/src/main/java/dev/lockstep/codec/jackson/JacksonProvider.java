package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The common part of the providers that use Jackson with a mapper of some kind. */
abstract class JacksonProvider extends PayloadCodecProvider {
    private final Supplier<ObjectMapper> mapper;

    JacksonProvider(String name, String description, Supplier<ObjectMapper> mapper, Map<Capability, String> also) {
        this(name, description, Versions.of("Jackson"), mapper, also);
    }

    JacksonProvider(
            String name,
            String description,
            String library,
            Supplier<ObjectMapper> mapper,
            Map<Capability, String> also) {
        super(name, description, library, Schema.NONE, lacking(also));
        this.mapper = mapper;
    }

    private static Map<Capability, String> lacking(Map<Capability, String> also) {
        Map<Capability, String> all = new HashMap<>(also);
        all.put(Capability.CYCLES, "objects are nested, and Jackson goes 1,000 deep at most");
        return all;
    }

    @Override
    protected final <T> Codec<T> open(Class<T> type) {
        ObjectMapper configured = mapper.get();
        return open(
                type,
                configured.writerFor(type),
                configured
                        .readerFor(type)
                        .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));
    }

    /** Makes the codec of bytes; others override this. */
    <T> Codec<T> open(Class<T> type, ObjectWriter writer, ObjectReader reader) {
        return new JacksonCodec<>(type, writer, reader);
    }
}
