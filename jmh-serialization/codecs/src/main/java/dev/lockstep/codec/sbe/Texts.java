package dev.lockstep.codec.sbe;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.schema.sbe.Flag;
import java.util.Objects;
import org.agrona.DirectBuffer;

/** Helpers for texts: generated code writes null as an empty text, and believes the lengths that it reads. */
final class Texts {
    private Texts() {}

    static String required(String text) {
        return Objects.requireNonNull(text, "a text that is null");
    }

    static Flag flag(boolean flag) {
        return flag ? Flag.YES : Flag.NO;
    }

    /** The length of what comes next, which must not exceed what is left. */
    static int checked(int length, int limit, DirectBuffer source) {
        // Behind the limit is the length itself.
        if (length < 0 || length > source.capacity() - limit - Integer.BYTES) {
            throw new CodecException("a length of " + length + " in " + source.capacity() + " bytes, at " + limit);
        }
        return length;
    }

    static <E> E constant(E[] constants, Enum<?> generated) {
        if (generated.ordinal() >= constants.length) {
            throw new CodecException("there is no " + constants[0].getClass().getSimpleName() + " for " + generated);
        }
        return constants[generated.ordinal()];
    }
}
