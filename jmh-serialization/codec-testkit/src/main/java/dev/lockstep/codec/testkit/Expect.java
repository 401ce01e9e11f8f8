package dev.lockstep.codec.testkit;

import dev.lockstep.codec.CodecException;
import java.nio.ByteBuffer;

/** Assertions of clauses. */
final class Expect {
    private static final int SHOWN = 500;

    private Expect() {}

    static void that(boolean holds, String otherwise, Object... details) {
        if (!holds) {
            throw new AssertionError(String.format(otherwise, details));
        }
    }

    /** Fails unless the check is refused by the declared exception. */
    static void refused(String what, Clause.Check check) throws Exception {
        raises(CodecException.class, what, check);
    }

    /** Fails unless the check ends in an exception of a type, with a message. */
    static void raises(Class<? extends Exception> type, String what, Clause.Check check) throws Exception {
        try {
            check.run();
        } catch (Exception | StackOverflowError e) {
            if (!type.isInstance(e)) {
                throw new AssertionError(what + ": " + e + " was raised instead of " + type.getName(), e);
            }
            return;
        }
        throw new AssertionError(what + ": not refused");
    }

    static String shortened(Object value) {
        String all = String.valueOf(value);
        return all.length() <= SHOWN ? all : all.substring(0, SHOWN) + "...";
    }

    static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return copy;
    }
}
