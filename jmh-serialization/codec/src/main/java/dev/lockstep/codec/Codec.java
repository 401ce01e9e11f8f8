package dev.lockstep.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Turns objects of one type into bytes, and bytes into objects.
 *
 * <p>The bytes of an object do not say where they end: what is between a buffer's position and its limit, or up to a
 * stream's end, is one object and nothing else. Buffers may be direct or not, and be slices; those that are read may be
 * read-only. Their byte order has no influence on the bytes, and is the caller's own afterwards.
 *
 * <p>Two methods have to be written, {@link #encode(Object)} and {@link #decode(ByteBuffer)}; the others go through
 * them, and by way of other memory, until they are overridden.
 *
 * @param <T> the objects' type
 * @implSpec A codec raises {@link CodecException} for an object or for bytes that it cannot take, also for bytes
 *     from an attacker: it does not hang, create objects of classes that have nothing to do with {@code T}, or take
 *     memory out of proportion to the bytes that are there. It works as before afterwards. One thread uses it at a
 *     time, unless {@link Capability#THREADS} is there.
 */
public interface Codec<T> {

    /**
     * Encodes into memory of the callee's choice, fresh for each call: what was returned earlier keeps its contents.
     *
     * @param value to encode
     * @return from position to limit, the bytes
     * @throws CodecException if the value has no encoding; null has none
     */
    ByteBuffer encode(T value);

    /**
     * Encodes into memory of the caller's, which can be used again and again.
     *
     * @param value to encode
     * @param target gets the bytes from its position on; the position is moved behind them. If an exception is
     *     raised the position is as before, and what is behind it undefined
     * @throws CodecException if the value has no encoding; null has none
     * @throws java.nio.BufferOverflowException if the bytes do not fit before the limit
     */
    default void encode(T value, ByteBuffer target) {
        target.put(encode(value));
    }

    /**
     * Encodes to a stream.
     *
     * @param value to encode
     * @param target gets the bytes; neither flushed nor closed
     * @throws CodecException if the value has no encoding; null has none
     * @throws IOException if the stream raises it
     */
    default void encode(T value, OutputStream target) throws IOException {
        ByteBuffer bytes = encode(value);
        if (bytes.hasArray()) {
            target.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        } else {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            target.write(copy);
        }
    }

    /**
     * Decodes all that is between position and limit.
     *
     * @param source its position is moved to its limit; if an exception is raised it is as before
     * @return a new object
     * @throws CodecException if the bytes are not those of one object
     */
    T decode(ByteBuffer source);

    /**
     * Decodes into an object that exists, where the codec has {@link Capability#REUSED_INSTANCES}.
     *
     * @param source its position is moved to its limit; if an exception is raised it is as before
     * @param reused gets all its fields overwritten; if an exception is raised they are undefined
     * @return {@code reused}; a new object from a codec without that capability
     * @throws CodecException if the bytes are not those of one object
     */
    default T decode(ByteBuffer source, T reused) {
        return decode(source);
    }

    /**
     * Decodes all that comes until the stream's end.
     *
     * @param source not closed
     * @return a new object
     * @throws CodecException if the bytes are not those of one object
     * @throws IOException if the stream raises it
     */
    default T decode(InputStream source) throws IOException {
        return decode(ByteBuffer.wrap(source.readAllBytes()));
    }
}
