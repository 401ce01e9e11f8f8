package dev.lockstep.codec.avro;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.payload.Command;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.payload.Readings;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;

/** {@code avro}: Apache Avro. */
public final class AvroProvider extends PayloadCodecProvider {
    private static final String GENERATED = dev.lockstep.codec.schema.avro.Ping.class.getPackageName();
    private static final Map<Class<?>, Mapping<?, ?>> MAPPINGS = Map.of(
            PingMessage.class,
            new Mapping<>(
                    PingMessages::toRecord,
                    PingMessages::toPayload,
                    dev.lockstep.codec.schema.avro.Ping.getClassSchema()),
            Command.class,
            new Mapping<>(
                    Commands::toRecord,
                    Commands::toPayload,
                    dev.lockstep.codec.schema.avro.Command.getClassSchema(),
                    List.of(dev.lockstep.codec.schema.avro.NextCommand.getClassSchema())),
            dev.lockstep.codec.payload.next.Command.class,
            new Mapping<>(
                    NextCommands::toRecord,
                    NextCommands::toPayload,
                    dev.lockstep.codec.schema.avro.NextCommand.getClassSchema(),
                    List.of(dev.lockstep.codec.schema.avro.Command.getClassSchema())),
            MediaContent.class,
            new Mapping<>(
                    MediaContents::toRecord,
                    MediaContents::toPayload,
                    dev.lockstep.codec.schema.avro.MediaContent.getClassSchema()),
            NumericBlock.class,
            new Mapping<>(
                    Numbers::toRecord,
                    Numbers::toPayload,
                    dev.lockstep.codec.schema.avro.NumericBlock.getClassSchema()),
            LogRecord.class,
            new Mapping<>(
                    LogRecords::toRecord,
                    LogRecords::toPayload,
                    dev.lockstep.codec.schema.avro.LogRecord.getClassSchema()),
            Readings.class,
            new Mapping<>(
                    ReadingLists::toRecord,
                    ReadingLists::toPayload,
                    dev.lockstep.codec.schema.avro.Readings.getClassSchema()),
            GraphNode.class,
            new Mapping<>(
                    GraphNodes::toRecord,
                    GraphNodes::toPayload,
                    dev.lockstep.codec.schema.avro.GraphNode.getClassSchema()));

    static {
        // Avro makes objects of no class that it was not told to trust; these are in addition to what it trusts anyway.
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getPackageName().equals(GENERATED)));
    }

    /** The constructor for {@link java.util.ServiceLoader}. */
    public AvroProvider() {
        super(
                "avro",
                "Apache Avro, single messages",
                Versions.of("Avro"),
                Schema.GENERATED,
                Map.of(
                        Capability.NULL_LISTS, "payloads.avsc has arrays there, and not unions with null",
                        Capability.NULL_ELEMENTS, "payloads.avsc has arrays of what is there",
                        Capability.CYCLES, "records are trees",
                        Capability.REUSED_BUFFERS, "an object of the generated class is built first",
                        Capability.REUSED_INSTANCES, "objects are made from those of the generated classes"));
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return MAPPINGS.containsKey(type)
                ? Optional.empty()
                : Optional.of("payloads.avsc has no record for " + type.getName());
    }

    @Override
    protected <T> Codec<T> open(Class<T> type) {
        return codec(type, MAPPINGS.get(type));
    }

    @SuppressWarnings("unchecked") // the map has a mapping of the key's type
    private static <T, R extends SpecificRecordBase> Codec<T> codec(Class<T> type, Mapping<?, R> mapping) {
        return new AvroCodec<>(type, (Mapping<T, R>) mapping);
    }
}
