package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.lockstep.codec.support.ByteBufferInputStream;
import dev.lockstep.codec.support.ByteBufferOutputStream;
import dev.lockstep.codec.support.GuardedCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The codec from objects to bytes and back, without a string between. */
class JacksonCodec<T> extends GuardedCodec<T> {
    private final ObjectWriter writer;
    private final ObjectReader reader;

    JacksonCodec(Class<T> type, ObjectWriter writer, ObjectReader reader) {
        super(type);
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    protected ByteBuffer write(T value) throws IOException {
        return ByteBuffer.wrap(writer.writeValueAsBytes(value));
    }

    @Override
    protected void write(T value, ByteBuffer target) throws IOException {
        writer.writeValue(new ByteBufferOutputStream(target), value);
    }

    @Override
    protected T read(ByteBuffer source, T reused) throws IOException {
        ObjectReader to = reused == null ? reader : reader.withValueToUpdate(reused);
        return source.hasArray()
                ? to.readValue(source.array(), source.arrayOffset() + source.position(), source.remaining())
                : to.readValue(new ByteBufferInputStream(source));
    }
}
