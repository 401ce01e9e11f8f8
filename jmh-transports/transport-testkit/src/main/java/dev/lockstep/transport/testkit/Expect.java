package dev.lockstep.transport.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Expectations; what is not met is an {@link AssertionError}. */
final class Expect {
    private Expect() {}

    /** Code that may fail. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    static void that(boolean fact, String otherwise, Object... values) {
        if (!fact) {
            throw new AssertionError(String.format(otherwise, values));
        }
    }

    /** Requires an exception of a type, and returns it. */
    static <E extends Exception> E refused(Class<E> type, String what, Action action) {
        try {
            action.run();
        } catch (Exception e) {
            if (type.isInstance(e)) {
                return type.cast(e);
            }
            throw new AssertionError(what + " ends in " + e + ", not in " + type.getSimpleName(), e);
        }
        throw new AssertionError(what + " does not end in " + type.getSimpleName());
    }

    /** As {@link #refused}, of what a peer, a thread or the network does. */
    static IOException fails(String what, Action action) {
        return refused(IOException.class, what, action);
    }

    /** Requires that a message is that one, whole. */
    static void stamp(ByteBuffer message, int length, int sender, int sequence) {
        that(message.remaining() == length, "%s bytes have come of %s", message.remaining(), length);
        that(Stamp.isWhole(message), "a message of %s bytes is torn", length);
        that(
                Stamp.sender(message) == sender && Stamp.sequence(message) == sequence,
                "message %s of %s has come for %s of %s",
                Stamp.sequence(message),
                Stamp.sender(message),
                sequence,
                sender);
    }
}
