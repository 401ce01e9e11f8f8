package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.CodecException;

/** Helpers for builders: a field that is null is left out. */
final class Builders {
    /** The offset of a field that is left out. */
    static final int NOTHING = 0;

    private Builders() {}

    static int text(String text, FlatBufferBuilder builder) {
        return text == null ? NOTHING : builder.createString(text);
    }

    static <E> E constant(E[] constants, int ordinal) {
        if (ordinal >= constants.length) {
            throw new CodecException(
                    "there is no " + constants[0].getClass().getSimpleName() + " of number " + ordinal);
        }
        return constants[ordinal];
    }
}
