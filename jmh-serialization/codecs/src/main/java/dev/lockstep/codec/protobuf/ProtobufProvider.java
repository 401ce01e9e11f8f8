package dev.lockstep.codec.protobuf;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
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
import dev.lockstep.codec.schema.protobuf.PayloadProtos;
import dev.lockstep.codec.support.GuardedStagedCodec;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/** The codec {@code protobuf}: Protocol Buffers. */
public final class ProtobufProvider extends PayloadCodecProvider {
    private static final Map<Class<?>, Mapping<?, ?>> MAPPINGS = Map.of(
            PingMessage.class,
            new Mapping<>(PingMessages::toMessage, PingMessages::toPayload, PayloadProtos.Ping.parser()),
            Command.class,
            new Mapping<>(Commands::toMessage, Commands::toPayload, PayloadProtos.Command.parser()),
            dev.lockstep.codec.payload.next.Command.class,
            new Mapping<>(NextCommands::toMessage, NextCommands::toPayload, PayloadProtos.NextCommand.parser()),
            MediaContent.class,
            new Mapping<>(MediaContents::toMessage, MediaContents::toPayload, PayloadProtos.MediaContent.parser()),
            NumericBlock.class,
            new Mapping<>(Numbers::toMessage, Numbers::toPayload, PayloadProtos.NumericBlock.parser()),
            LogRecord.class,
            new Mapping<>(LogRecords::toMessage, LogRecords::toPayload, PayloadProtos.LogRecord.parser()),
            Readings.class,
            new Mapping<>(ReadingLists::toMessage, ReadingLists::toPayload, PayloadProtos.Readings.parser()),
            GraphNode.class,
            new Mapping<>(GraphNodes::toMessage, GraphNodes::toPayload, PayloadProtos.GraphNode.parser()));

    /** The constructor for {@link java.util.ServiceLoader}. */
    public ProtobufProvider() {
        super(
                "protobuf",
                "Protocol Buffers",
                Versions.of("Protobuf"),
                Schema.GENERATED,
                Map.of(
                        Capability.NULL_LISTS, "a repeated field has no presence",
                        Capability.NULL_ELEMENTS, "a repeated field has no elements that are absent",
                        Capability.CYCLES, "messages are trees, and nested 100 deep at most when they are parsed",
                        Capability.REUSED_BUFFERS, "an object of the generated class is built first",
                        Capability.REUSED_INSTANCES, "messages are immutable, and parsed into new ones"));
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return MAPPINGS.containsKey(type)
                ? Optional.empty()
                : Optional.of("payloads.proto has no message for " + type.getName());
    }

    @Override
    protected <T> Codec<T> open(Class<T> type) {
        return codec(type, MAPPINGS.get(type));
    }

    @SuppressWarnings("unchecked") // the map has a mapping of the key's type
    private static <T, M extends MessageLite> Codec<T> codec(Class<T> type, Mapping<?, M> mapping) {
        return new ProtobufCodec<>(type, (Mapping<T, M>) mapping);
    }

    /** The codec of objects by way of messages. */
    private static final class ProtobufCodec<T, M extends MessageLite> extends GuardedStagedCodec<T, M> {
        private final Mapping<T, M> mapping;

        ProtobufCodec(Class<T> type, Mapping<T, M> mapping) {
            super(type, "message");
            this.mapping = mapping;
        }

        @Override
        protected M convert(T value) {
            return mapping.toMessage().apply(value);
        }

        @Override
        protected ByteBuffer writeForm(M message) {
            return ByteBuffer.wrap(message.toByteArray());
        }

        @Override
        protected void write(T value, ByteBuffer target) throws IOException {
            M message = convert(value);
            if (message.getSerializedSize() > target.remaining()) {
                throw new BufferOverflowException();
            }
            CodedOutputStream out = CodedOutputStream.newInstance(target);
            message.writeTo(out);
            out.flush();
        }

        @Override
        protected M readForm(ByteBuffer source) throws InvalidProtocolBufferException {
            return mapping.parser().parseFrom(source);
        }

        @Override
        protected T restore(M message) {
            return mapping.toPayload().apply(message);
        }
    }
}
