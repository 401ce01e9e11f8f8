package dev.lockstep.codec.support;

import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/**
 * A codec that turns all the library's exceptions into a {@link CodecException}, and restores its buffers if something
 * was raised.
 *
 * @param <T> the objects' type
 */
public abstract class GuardedCodec<T> implements Codec<T> {
    private final Class<T> type;

    protected GuardedCodec(Class<T> type) {
        this.type = type;
    }

    protected final Class<T> type() {
        return type;
    }

    /**
     * Encodes into fresh memory.
     *
     * @param value not null
     * @return from position to limit, the bytes
     * @throws Exception if the value has no encoding; of any kind
     */
    protected abstract ByteBuffer write(T value) throws Exception;

    /**
     * Encodes into memory that is given.
     *
     * @param value not null
     * @param target big-endian; its position is moved. The same memory as the caller's buffer, but not the same object
     * @throws Exception if the value has no encoding; of any kind. That the room is too small must come through as it is
     */
    protected void write(T value, ByteBuffer target) throws Exception {
        target.put(write(value));
    }

    /**
     * Decodes.
     *
     * @param source big-endian; all that remains is one object. The same memory as the caller's buffer, but not
     *     the same object
     * @param reused to be filled if the codec can do that; null for a new object
     * @return may be null: that is no object, either
     * @throws Exception if that is not one object; of any kind
     */
    protected abstract T read(ByteBuffer source, T reused) throws Exception;

    @Override
    public final ByteBuffer encode(T value) {
        requireSomething(value);
        try {
            return write(value);
        } catch (Exception | StackOverflowError e) {
            throw refused("encode a", e);
        }
    }

    @Override
    public final void encode(T value, ByteBuffer target) {
        requireSomething(value);
        ByteBuffer view = target.duplicate();
        try {
            write(value, view);
        } catch (BufferOverflowException e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            throw refused("encode a", e);
        }
        target.position(view.position());
    }

    @Override
    public final T decode(ByteBuffer source) {
        return decode(source, null);
    }

    @Override
    public final T decode(ByteBuffer source, T reused) {
        try {
            T value = read(source.duplicate(), reused);
            if (value == null) {
                throw new CodecException("the bytes are no " + type.getSimpleName() + " but null");
            }
            source.position(source.limit());
            return value;
        } catch (Exception | StackOverflowError e) {
            throw refused("decode a", e);
        }
    }

    private void requireSomething(T value) {
        if (value == null) {
            throw new CodecException("null has no encoding; a " + type.getSimpleName() + " is needed");
        }
    }

    /**
     * The exception to raise instead; the cause itself if it is already of the declared type.
     *
     * @param what was attempted, in words before the type's name
     */
    protected final CodecException refused(String what, Throwable cause) {
        return cause instanceof CodecException declared
                ? declared
                : new CodecException("cannot " + what + " " + type.getSimpleName(), cause);
    }
}
