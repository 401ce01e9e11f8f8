package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.util.DefaultClassResolver;

/** Takes payloads' classes, and arrays of numbers, by their names, and no others. */
final class PayloadClassResolver extends DefaultClassResolver {
    private static final String PAYLOADS = "dev.lockstep.codec.payload.";

    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    public Registration registerImplicit(Class type) {
        boolean numbers = type.isArray() && type.getComponentType().isPrimitive();
        if (!numbers && !type.getName().startsWith(PAYLOADS)) {
            throw new KryoException(type.getName() + " is no part of a payload");
        }
        return super.registerImplicit(type);
    }
}
