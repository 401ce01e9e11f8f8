package dev.lockstep.codec.serializable;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.support.ByteBufferInputStream;
import dev.lockstep.codec.support.ByteBufferOutputStream;
import dev.lockstep.codec.support.GuardedCodec;
import dev.lockstep.codec.support.PayloadCodecProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;

/** The codec {@code java}: {@code ObjectOutputStream} and {@code ObjectInputStream}. */
public final class JavaProvider extends PayloadCodecProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public JavaProvider() {
        super(
                "java",
                "Java serialization, with a filter",
                "JDK " + Runtime.version(),
                Schema.NONE,
                Map.of(
                        Capability.REUSED_BUFFERS,
                                "each object needs a stream, which has buffers and tables of its own",
                        Capability.REUSED_INSTANCES, "ObjectInputStream makes all objects itself"));
    }

    @Override
    protected <T> Codec<T> open(Class<T> type) {
        return new JavaCodec<>(type);
    }

    /** The codec of Java's serialization, with a stream for each object. */
    private static final class JavaCodec<T> extends GuardedCodec<T> {

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
}
