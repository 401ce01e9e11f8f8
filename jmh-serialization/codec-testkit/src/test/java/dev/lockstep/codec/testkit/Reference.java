package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.Schema;
import dev.lockstep.spi.Availability;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/** A provider that keeps the contract, by Java's serialization; subclasses break it. */
class Reference implements CodecProvider {
    private static final String FILTER =
            "maxdepth=500;maxarray=200000;maxbytes=2000000;dev.lockstep.codec.payload.**;java.util.*;java.lang.*;!*";

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String description() {
        return "Java serialization";
    }

    @Override
    public Availability availability() {
        return new Availability.Available("JDK");
    }

    @Override
    public Schema schema() {
        return Schema.NONE;
    }

    @Override
    public Map<Capability, String> unsupported() {
        return Map.of(
                Capability.EVOLUTION, "the class is named in the bytes",
                Capability.REUSED_BUFFERS, "it writes to memory of its own first",
                Capability.REUSED_INSTANCES, "it makes objects itself");
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return Optional.empty();
    }

    @Override
    public <T> Codec<T> codec(Class<T> type) {
        return new Serialized<>(type, FILTER);
    }

    /** Java's serialization, of one type. */
    static class Serialized<T> implements Codec<T> {
        private final Class<T> type;
        private final ObjectInputFilter filter;

        Serialized(Class<T> type, String filter) {
            this.type = type;
            this.filter = ObjectInputFilter.Config.createFilter(filter);
        }

        @Override
        public ByteBuffer encode(T value) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(type.cast(value));
                if (value == null) {
                    throw new CodecException("null");
                }
            } catch (IOException | StackOverflowError e) {
                throw new CodecException("cannot encode", e);
            }
            return ByteBuffer.wrap(bytes.toByteArray());
        }

        @Override
        public T decode(ByteBuffer source) {
            byte[] bytes = Expect.copy(source);
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                in.setObjectInputFilter(filter);
                T value = type.cast(in.readObject());
                source.position(source.limit());
                return value;
            } catch (IOException | ReflectiveOperationException | RuntimeException | StackOverflowError e) {
                throw new CodecException("cannot decode", e);
            }
        }
    }
}
