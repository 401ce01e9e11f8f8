package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
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

    /** Receives a message, and requires it to be there in time. */
    static ByteBuffer message(Endpoint endpoint, ByteBuffer into) throws IOException {
        int position = into.position();
        int limit = into.limit();
        int length = endpoint.receive(into, Stage.LONG_NANOS);
        that(length >= 0, "no message has come");
        that(
                into.position() == position && into.limit() == limit,
                "receiving has moved the buffer's position or limit");
        return into.duplicate().limit(position + length);
    }

    /** Requires that the next message is that one, whole. */
    static void stamp(Endpoint endpoint, ByteBuffer into, int length, int sender, int sequence) throws IOException {
        stamp(message(endpoint, into), length, sender, sequence);
    }

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
