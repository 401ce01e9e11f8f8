package dev.lockstep.codec;

import java.nio.ByteBuffer;

/**
 * A codec whose way goes through another form of the object, such as a string or an object of a generated class. The
 * pieces can be timed one by one; one after the other they do what {@link #encode(Object)} and
 * {@link #decode(ByteBuffer)} do.
 *
 * @param <T> the objects' type
 * @param <F> the form's type
 */
public interface StagedCodec<T, F> extends Codec<T> {

    /** The name of the form, a word or two, for example {@code string}. */
    String form();

    /**
     * The first stage of encoding.
     *
     * @param value to encode
     * @return its other form
     * @throws CodecException if the value has no such form
     */
    F toForm(T value);

    /**
     * The second stage of encoding.
     *
     * @param form from {@link #toForm}
     * @return from position to limit, the bytes; fresh for each call
     * @throws CodecException if the form has no encoding
     */
    ByteBuffer toBytes(F form);

    /**
     * The first stage of decoding.
     *
     * @param source its position is moved to its limit; if an exception is raised it is as before
     * @return what the bytes are the encoding of
     * @throws CodecException if the bytes are not those of one object's form
     */
    F formOf(ByteBuffer source);

    /**
     * The second stage of decoding.
     *
     * @param form from {@link #formOf}
     * @return a new object
     * @throws CodecException if the form is that of no object
     */
    T fromForm(F form);

    @Override
    default ByteBuffer encode(T value) {
        return toBytes(toForm(value));
    }

    @Override
    default T decode(ByteBuffer source) {
        int start = source.position();
        try {
            return fromForm(formOf(source));
        } catch (CodecException e) {
            source.position(start);
            throw e;
        }
    }
}
