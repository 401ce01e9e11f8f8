package dev.lockstep.codec.fory;

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
import java.util.List;
import java.util.Map;
import org.apache.fory.Fory;

/** The common part of the providers of Fory, with its classes registered. */
abstract class AbstractForyProvider extends PayloadCodecProvider {
    private static final int MAX_DEPTH = 500;

    /** The classes that both ends register in this order. */
    private static final List<Class<?>> CLASSES = List.of(
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

    private final boolean codegen;

    AbstractForyProvider(String name, String description, boolean codegen) {
        super(
                name,
                description,
                Versions.of("Fory"),
                Schema.REGISTERED,
                Map.of(
                        Capability.THREADS,
                                "a Fory is for one thread; a pool or a thread-local would be something else",
                        Capability.EVOLUTION, "both ends have the same version, which makes the bytes fewer",
                        Capability.REUSED_INSTANCES, "Fory makes all objects itself"));
        this.codegen = codegen;
    }

    @Override
    protected final <T> Codec<T> open(Class<T> type) {
        Fory fory = Fory.builder()
                .withXlang(false)
                .withCodegen(codegen)
                .withCompatible(false)
                .requireClassRegistration(true)
                .withRefTracking(type == GraphNode.class)
                .withMaxDepth(MAX_DEPTH)
                .build();
        for (Class<?> registered : CLASSES) {
            fory.register(registered);
        }
        return new ForyCodec<>(type, fory);
    }
}
