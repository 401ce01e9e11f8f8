package dev.lockstep.codec.serializable;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.ByteBufferInputStream;
import dev.lockstep.codec.support.ByteBufferOutputStream;
import dev.lockstep.codec.support.GuardedCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The codec of Java's serialization, with a stream for each object. */
final class JavaCodec<T> extends GuardedCodec<T> {

    JavaCodec(Class<T> type) {
        super(type);
    }

    @Override
    protected ByteBuffer write(T value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(value, bytes);
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    @Override
    protected void write(T value, ByteBuffer target) throws IOException {
        write(value, new ByteBufferOutputStream(target));
    }

    private void write(T value, OutputStream target) throws IOException {
        ObjectOutputStream out = new ObjectOutputStream(target);
        out.writeObject(value);
        out.flush();
    }

    @Override
    protected T read(ByteBuffer source, T reused) throws IOException, ClassNotFoundException {
        try (FilteredInputStream in = new FilteredInputStream(new ByteBufferInputStream(source), type())) {
            T value = type().cast(in.readObject());
            if (source.hasRemaining()) {
                throw new CodecException(source.remaining() + " bytes are left over after the object");
            }
            return value;
        }
    }
}
