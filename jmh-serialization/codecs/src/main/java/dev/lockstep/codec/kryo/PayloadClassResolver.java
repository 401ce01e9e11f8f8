package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.util.Set;

/**
 * A resolver that accepts payloads' classes by their names, and their arrays, which {@link BoundedInput} bounds; and no
 * others.
 */
final class PayloadClassResolver extends DefaultClassResolver {
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
