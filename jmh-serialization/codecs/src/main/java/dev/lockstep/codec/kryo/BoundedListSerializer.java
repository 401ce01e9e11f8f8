package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import java.util.ArrayList;

/** Kryo's own serializer, which makes no list longer than the bytes that are left. */
final class BoundedListSerializer extends CollectionSerializer<ArrayList<?>> {

    @Override
    protected ArrayList<?> create(Kryo kryo, Input input, Class<? extends ArrayList<?>> type, int size) {
        ((BoundedInput) input).require(size, 1);
        return new ArrayList<>(size);
    }
}
