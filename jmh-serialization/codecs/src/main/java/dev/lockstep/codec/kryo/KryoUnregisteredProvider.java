package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import com.esotericsoftware.kryo.util.MapReferenceResolver;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.util.Set;

/**
 * The codec {@code kryo-unregistered}: the name of each class in the bytes, and references, so that an object may
 * appear twice.
 */
public final class KryoUnregisteredProvider extends PayloadCodecProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public KryoUnregisteredProvider() {
        super(
                "kryo-unregistered",
                "Kryo, classes by name, with references",
                Versions.of("Kryo"),
                Schema.NONE,
                KryoProvider.LACKING);
    }

    @Override
    protected <T> Codec<T> open(Class<T> type) {
        Kryo kryo = KryoProvider.withLists(new Kryo(new PayloadClassResolver(), new MapReferenceResolver()));
        kryo.setRegistrationRequired(false);
        return new KryoCodec<>(type, kryo);
    }

    /**
     * A resolver that accepts payloads' classes by their names, and their arrays, which {@link BoundedInput} bounds;
     * and no others.
     */
    private static final class PayloadClassResolver extends DefaultClassResolver {
        private static final String PAYLOADS = "dev.lockstep.codec.payload.";
        private static final Set<Class<?>> ARRAYS = Set.of(byte[].class, double[].class);

        @Override
        @SuppressWarnings("rawtypes") // as Kryo declares it
        public Registration registerImplicit(Class type) {
            if (!ARRAYS.contains(type) && !type.getName().startsWith(PAYLOADS)) {
                throw new KryoException(type.getName() + " is no part of a payload");
            }
            return super.registerImplicit(type);
        }
    }
}
