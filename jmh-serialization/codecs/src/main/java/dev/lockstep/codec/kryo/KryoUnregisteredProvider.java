package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.util.MapReferenceResolver;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;

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
}
