package dev.lockstep.codec.protobuf;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.lockstep.codec.support.GuardedStagedCodec;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/** The codec of objects by way of messages. */
final class ProtobufCodec<T, M extends MessageLite> extends GuardedStagedCodec<T, M> {
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
