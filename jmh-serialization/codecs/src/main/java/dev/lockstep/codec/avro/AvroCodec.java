package dev.lockstep.codec.avro;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.ByteBufferInputStream;
import dev.lockstep.codec.support.GuardedStagedCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/** Objects by way of records. */
final class AvroCodec<T, R extends SpecificRecordBase> extends GuardedStagedCodec<T, R> {
    private final Mapping<T, R> mapping;
    private final BinaryMessageEncoder<R> encoder;
    private final BinaryMessageDecoder<R> decoder;

    AvroCodec(Class<T> type, Mapping<T, R> mapping) {
        super(type, "record");
        this.mapping = mapping;
        SpecificData data = new SpecificData();
        encoder = new BinaryMessageEncoder<>(data, mapping.schema());
        decoder = new BinaryMessageDecoder<>(data, mapping.schema());
        mapping.otherVersions().forEach(decoder::addSchema);
    }

    @Override
    protected R convert(T value) {
        return mapping.toRecord().apply(value);
    }

    @Override
    protected ByteBuffer writeForm(R message) throws IOException {
        return encoder.encode(message);
    }

    @Override
    protected R readForm(ByteBuffer source) throws IOException {
        R message = decoder.decode(new ByteBufferInputStream(source));
        if (source.hasRemaining()) {
            throw new CodecException(source.remaining() + " bytes are left over after the object");
        }
        return message;
    }

    @Override
    protected T restore(R message) {
        return mapping.toPayload().apply(message);
    }
}
