package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.CodecException;

/** Constants by number: protobuf's 0 means "not set", so ours begin with 1. */
final class Enums {
    private Enums() {}

    static int number(Enum<?> constant) {
        return constant.ordinal() + 1;
    }

    static <E extends Enum<E>> E constant(E[] constants, int number) {
        if (number < 1 || number > constants.length) {
            throw new CodecException(
                    "there is no " + constants[0].getDeclaringClass().getSimpleName() + " of number " + number);
        }
        return constants[number - 1];
    }
}
