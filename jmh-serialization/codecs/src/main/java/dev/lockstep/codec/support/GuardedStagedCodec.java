package dev.lockstep.codec.support;

import dev.lockstep.codec.StagedCodec;
import java.nio.ByteBuffer;

/**
 * A guarded codec that goes through another form.
 *
 * @param <T> the objects' type
 * @param <F> the form's type
 */
public abstract class GuardedStagedCodec<T, F> extends GuardedCodec<T> implements StagedCodec<T, F> {
    private final String form;

    /**
     * A codec for subclasses.
     *
     * @param form what the form is called
     */
    protected GuardedStagedCodec(Class<T> type, String form) {
        super(type);
        this.form = form;
    }

    /**
     * Does the first stage of encoding.
     *
     * @throws Exception if there is no such form; of any kind
     */
    protected abstract F convert(T value) throws Exception;

    /**
     * Does the second stage of encoding, into fresh memory from position to limit.
     *
     * @throws Exception if there is no encoding; of any kind
     */
    protected abstract ByteBuffer writeForm(F converted) throws Exception;

    /**
     * Does the first stage of decoding; all that remains is one object.
     *
     * @throws Exception if that is not so; of any kind
     */
    protected abstract F readForm(ByteBuffer source) throws Exception;

    /**
     * Does the second stage of decoding.
     *
     * @throws Exception if the form is that of no object; of any kind
     */
    protected abstract T restore(F converted) throws Exception;

    @Override
    protected final ByteBuffer write(T value) throws Exception {
        return writeForm(convert(value));
    }

    @Override
    protected final T read(ByteBuffer source, T reused) throws Exception {
        return restore(readForm(source));
    }

    @Override
    public final String form() {
        return form;
    }

    @Override
    public final F toForm(T value) {
        try {
            return convert(value);
        } catch (Exception | StackOverflowError e) {
            throw refused("turn into a " + form + " a", e);
        }
    }

    @Override
    public final ByteBuffer toBytes(F converted) {
        try {
            return writeForm(converted);
        } catch (Exception | StackOverflowError e) {
            throw refused("encode the " + form + " of a", e);
        }
    }

    @Override
    public final F formOf(ByteBuffer source) {
        try {
            F converted = readForm(source.duplicate());
            source.position(source.limit());
            return converted;
        } catch (Exception | StackOverflowError e) {
            throw refused("decode the " + form + " of a", e);
        }
    }

    @Override
    public final T fromForm(F converted) {
        try {
            return restore(converted);
        } catch (Exception | StackOverflowError e) {
            throw refused("make of a " + form + " a", e);
        }
    }
}
