package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.lockstep.codec.support.GuardedStagedCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The codec from object to string to bytes, and back. */
final class JsonStringCodec<T> extends GuardedStagedCodec<T, String> {
    private final ObjectWriter writer;
    private final ObjectReader reader;

    JsonStringCodec(Class<T> type, ObjectWriter writer, ObjectReader reader) {
        super(type, "string");
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    protected String convert(T value) throws JsonProcessingException {
        return writer.writeValueAsString(value);
    }

    @Override
    protected ByteBuffer writeForm(String json) {
        return ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected String readForm(ByteBuffer source) {
        if (source.hasArray()) {
            int start = source.arrayOffset() + source.position();
            return new String(source.array(), start, source.remaining(), StandardCharsets.UTF_8);
        }
        return StandardCharsets.UTF_8.decode(source).toString();
    }

    @Override
    protected T restore(String json) throws JsonProcessingException {
        return reader.readValue(json);
    }
}
