package dev.lockstep.codec.support;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.Schema;
import dev.lockstep.spi.Availability;
import java.util.Map;
import java.util.Optional;

/** A provider for the payloads, and for nothing else. */
public abstract class PayloadCodecProvider implements CodecProvider {
    private static final String PAYLOADS = "dev.lockstep.codec.payload";

    private final String name;
    private final String description;
    private final String library;
    private final Schema schema;
    private final Map<Capability, String> unsupported;

    /**
     * A provider for subclasses.
     *
     * @param name what users write
     * @param description one line
     * @param library with its version
     * @param schema what both ends need
     * @param unsupported a reason for each capability that is missing
     */
    protected PayloadCodecProvider(
            String name, String description, String library, Schema schema, Map<Capability, String> unsupported) {
        this.name = name;
        this.description = description;
        this.library = library;
        this.schema = schema;
        this.unsupported = Map.copyOf(unsupported);
    }

    /**
     * Makes a codec for a type that is claimed.
     *
     * @param <T> the objects' type
     */
    protected abstract <T> Codec<T> open(Class<T> type);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public Availability availability() {
        return new Availability.Available(library);
    }

    @Override
    public final Schema schema() {
        return schema;
    }

    @Override
    public final Map<Capability, String> unsupported() {
        return unsupported;
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return type.getPackageName().startsWith(PAYLOADS)
                ? Optional.empty()
                : Optional.of(type.getName() + " is not a payload");
    }

    @Override
    public final <T> Codec<T> codec(Class<T> type) {
        unclaimed(type).ifPresent(reason -> {
            throw new IllegalArgumentException(name + " has no codec for " + type.getSimpleName() + ": " + reason);
        });
        return open(type);
    }
}
