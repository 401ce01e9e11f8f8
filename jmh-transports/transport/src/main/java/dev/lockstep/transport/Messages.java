package dev.lockstep.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The checks that every transport makes before a byte moves, for implementations. */
public final class Messages {
    private Messages() {}

    /**
     * Checks what an endpoint is opened for.
     *
     * @param setting of the endpoint
     * @param transport that opens it
     * @throws IllegalArgumentException if the transport carries no message of the largest size
     * @throws UnsupportedOperationException if it gives messages to no receiver, and there is one
     */
    public static void carried(Setting setting, Transport transport) {
        if (setting.receiver().isPresent()
                && transport.unsupported(setting.options()).containsKey(Capability.PUSH)) {
            throw new UnsupportedOperationException("push");
        }
        int most = transport.largest(setting.options());
        if (setting.largest() > most) {
            throw new IllegalArgumentException("transport " + transport.name() + " carries messages of at most " + most
                    + " bytes, not " + setting.largest());
        }
    }

    /**
     * Checks a message to be sent.
     *
     * @param message position to limit
     * @param largest that may be sent, in bytes
     * @return its length in bytes
     * @throws IllegalArgumentException if it is larger
     */
    public static int sendable(ByteBuffer message, int largest) {
        return sendable(message.remaining(), largest);
    }

    /**
     * Checks a message to be claimed.
     *
     * @param bytes its length
     * @param largest that may be sent, in bytes
     * @return the same
     * @throws IllegalArgumentException if it is negative or larger
     */
    public static int sendable(int bytes, int largest) {
        if (bytes < 0 || bytes > largest) {
            throw new IllegalArgumentException("a message of " + bytes + " bytes; the largest is " + largest);
        }
        return bytes;
    }

    /**
     * Checks a buffer to receive into.
     *
     * @param into position to limit
     * @param largest message that may come, in bytes
     * @throws IllegalArgumentException if it is read-only or has less room
     */
    public static void receivable(ByteBuffer into, int largest) {
        if (into.isReadOnly()) {
            throw new IllegalArgumentException("nothing can be received into a read-only buffer");
        }
        if (into.remaining() < largest) {
            throw new IllegalArgumentException(
                    "room for " + into.remaining() + " bytes; the largest message has " + largest);
        }
    }

    /**
     * Checks that the request before has had its answer.
     *
     * @param missing whether it has not
     * @throws IOException if it has not: the next request could get what comes for it
     */
    public static void answered(boolean missing) throws IOException {
        if (missing) {
            throw new IOException("an earlier request has had no answer, which may yet come");
        }
    }
}
