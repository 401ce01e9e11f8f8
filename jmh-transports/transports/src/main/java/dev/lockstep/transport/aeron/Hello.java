package dev.lockstep.transport.aeron;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The first message of a connection.
 *
 * @param address of the endpoint that connects
 * @param answers the stream on which it hears answers
 */
record Hello(String address, int answers) {
    /** Eight bytes that strangers are unlikely to say. */
    private static final long GREETING = 0x4c6b_4165_726f_6e31L;

    /** More bytes than any has, with the longest path. */
    static final int MOST = 1 << 13;

    ByteBuffer bytes() {
        byte[] text = address.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + text.length)
                .putLong(GREETING)
                .putInt(answers)
                .put(text)
                .flip();
    }

    /** What a message says; empty if it is no hello. */
    static Optional<Hello> of(ByteBuffer message) {
        if (message.remaining() < Long.BYTES + Integer.BYTES || message.getLong() != GREETING) {
            return Optional.empty();
        }
        int answers = message.getInt();
        return Optional.of(new Hello(StandardCharsets.UTF_8.decode(message).toString(), answers));
    }
}
