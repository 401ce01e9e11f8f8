package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers.UUIDSerializer;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.support.PayloadClasses;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** The codec {@code kryo}: Kryo with a number for each class, and no references. */
public final class KryoProvider extends PayloadCodecProvider {
    private static final int MAX_DEPTH = 1_000;

    /** The missing capabilities of both ways. */
    static final Map<Capability, String> LACKING = Map.of(
            Capability.EVOLUTION, "FieldSerializer, the default, writes fields in order and without names",
            Capability.THREADS, "a Kryo and its buffers are for one thread",
            Capability.REUSED_INSTANCES, "Kryo makes all objects itself");

    /** The constructor for {@link java.util.ServiceLoader}. */
    public KryoProvider() {
        super("kryo", "Kryo, classes registered", Versions.of("Kryo"), Schema.REGISTERED, lacking());
    }

    private static Map<Capability, String> lacking() {
        Map<Capability, String> all = new HashMap<>(LACKING);
        all.put(Capability.CYCLES, "references are off, as by default; kryo-unregistered has them");
        return all;
    }

    @Override
    protected <T> Codec<T> open(Class<T> type) {
        Kryo kryo = withLists(new Kryo());
        kryo.register(byte[].class);
        kryo.register(double[].class);
        PayloadClasses.ALL.forEach(kryo::register);
        return new KryoCodec<>(type, kryo);
    }

    /** Sets what both ways need: a bound to depth and to lists, and serializers that Kryo lacks. */
    static Kryo withLists(Kryo kryo) {
        kryo.setMaxDepth(MAX_DEPTH);
        kryo.register(ArrayList.class, new BoundedListSerializer());
        kryo.register(UUID.class, new UUIDSerializer());
        return kryo;
    }

    /** Kryo's own serializer, which makes no list longer than the bytes that are left. */
    private static final class BoundedListSerializer extends CollectionSerializer<ArrayList<?>> {

        @Override
        protected ArrayList<?> create(Kryo kryo, Input input, Class<? extends ArrayList<?>> type, int size) {
            ((BoundedInput) input).require(size, 1);
            return new ArrayList<>(size);
        }
    }
}
