package dev.lockstep.comm.testkit.clauses;

import java.nio.ByteBuffer;
import java.util.Objects;

/** Assertions of clauses; they need nothing but the JDK, because they also run inside launched ranks. */
public final class Expect {
    private Expect() {}

    public static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    public static void equal(Object expected, Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(what + " should be " + expected + ", not " + actual);
        }
    }

    /** Compares the bytes between position and limit with the pattern of a seed. */
    public static void pattern(ByteBuffer buffer, int seed, String what) {
        for (int i = 0; i < buffer.remaining(); i++) {
            byte expected = Messages.at(seed, i);
            byte actual = buffer.get(buffer.position() + i);
            if (expected != actual) {
                throw new AssertionError(what + ": byte " + i + " of " + buffer.remaining() + " should be " + expected
                        + ", not " + actual);
            }
        }
    }

    public static void raises(Class<? extends Exception> expected, String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            if (expected.isInstance(e)) {
                return;
            }
            throw new AssertionError(what + " should raise " + expected.getSimpleName() + ", not " + e, e);
        }
        throw new AssertionError(what + " should raise " + expected.getSimpleName() + ", and raises nothing");
    }
}
