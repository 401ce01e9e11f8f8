package dev.lockstep.codec.avro;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.GuardedStagedCodec;
import dev.lockstep.codec.support.HeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Objects by way of records. The header is read here and not by Avro's {@code BinaryMessageDecoder}, which reads
 * streams alone, and where it cannot see how many bytes there are takes memory for any length that it reads.
 */
final class AvroCodec<T, R extends SpecificRecordBase> extends GuardedStagedCodec<T, R> {
    /** Avro 1.12 specification, "Single object encoding": the marker, and the fingerprint of the writer's schema. */
    private static final short MARKER = (short) 0xc301;

    private static final int HEADER_BYTES = Short.BYTES + Long.BYTES;

    private final Mapping<T, R> mapping;
    private final BinaryMessageEncoder<R> encoder;

    /** The readers by the fingerprint of the writer's schema. */
    private final Map<Long, DatumReader<R>> readers = new HashMap<>();

    AvroCodec(Class<T> type, Mapping<T, R> mapping) {
        super(type, "record");
        this.mapping = mapping;
        SpecificData data = new SpecificData();
        encoder = new BinaryMessageEncoder<>(data, mapping.schema());
        addReader(mapping.schema(), data);
        mapping.otherVersions().forEach(writer -> addReader(writer, data));
    }

    private void addReader(Schema writer, SpecificData data) {
        readers.put(
                SchemaNormalization.parsingFingerprint64(writer),
                new SpecificDatumReader<>(writer, mapping.schema(), data));
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
        ByteBuffer heap = HeapBuffer.of(source);
        ByteBuffer header = heap.slice();
        DatumReader<R> reader = header.remaining() >= HEADER_BYTES && header.getShort() == MARKER
                ? readers.get(header.order(ByteOrder.LITTLE_ENDIAN).getLong())
                : null;
        if (reader == null) {
            throw new CodecException("the bytes do not begin with the marker and a known schema's fingerprint");
        }
        int start = heap.arrayOffset() + heap.position() + HEADER_BYTES;
        BinaryDecoder decoder =
                DecoderFactory.get().binaryDecoder(heap.array(), start, heap.remaining() - HEADER_BYTES, null);
        R message = reader.read(null, decoder);
        if (!decoder.isEnd()) {
            throw new CodecException("bytes are left over after the object");
        }
        return message;
    }

    @Override
    protected T restore(R message) {
        return mapping.toPayload().apply(message);
    }
}
