package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.DefaultSerializers.UUIDSerializer;
import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.payload.Command;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.payload.Image;
import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.payload.Media;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.payload.Reading;
import dev.lockstep.codec.payload.Readings;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The codec {@code kryo}: Kryo with a number for each class, and no references. */
public final class KryoProvider extends PayloadCodecProvider {
    private static final int MAX_DEPTH = 1_000;

    /** The classes that both ends register in this order. */
    private static final List<Class<?>> CLASSES = List.of(
            byte[].class,
            double[].class,
            PingMessage.class,
            PingMessage.Role.class,
            Command.class,
            Command.Operation.class,
            dev.lockstep.codec.payload.next.Command.class,
            MediaContent.class,
            Media.class,
            Media.Player.class,
            Image.class,
            Image.Size.class,
            NumericBlock.class,
            LogRecord.class,
            LogRecord.Level.class,
            Readings.class,
            Reading.class,
            GraphNode.class);

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
        for (Class<?> registered : CLASSES) {
            kryo.register(registered);
        }
        return new KryoCodec<>(type, kryo);
    }

    /** Sets what both ways need: a bound to depth and to lists, and serializers that Kryo lacks. */
    static Kryo withLists(Kryo kryo) {
        kryo.setMaxDepth(MAX_DEPTH);
        kryo.register(ArrayList.class, new BoundedListSerializer());
        kryo.register(UUID.class, new UUIDSerializer());
        return kryo;
    }
}
