package dev.lockstep.pattern.consensus;

import dev.lockstep.codec.payload.PingMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bytes that nobody marshals, as many as the paper's message has: whether it is an answer, the role, the round, and a filling. */
final class BareForm implements Form<ByteBuffer> {
    private static final byte PING = 1;
    private static final byte PONG = 2;
    private static final int ROLE_AT = 1;
    private static final int ROUND_AT = 8;
    private static final int HEADER = 16;

    private final ByteBuffer filling = ByteBuffer.allocate(PingMessage.JSON_BYTES - HEADER);
    private final ByteBuffer ping = ByteBuffer.allocate(PingMessage.JSON_BYTES);

    BareForm() {
        while (filling.hasRemaining()) {
            filling.put((byte) (17 * filling.position() + 5));
        }
        filling.flip();
        ping.put(HEADER, filling, 0, filling.limit());
    }

    @Override
    public int largest() {
        return PingMessage.JSON_BYTES;
    }

    @Override
    public ByteBuffer ping(int role, long round) {
        return ping.put(0, PING).put(ROLE_AT, (byte) role).putLong(ROUND_AT, round);
    }

    @Override
    public ByteBuffer pong(ByteBuffer asked) {
        return asked.put(asked.position(), PONG);
    }

    @Override
    public void write(ByteBuffer message, ByteBuffer out) {
        int length = message.remaining();
        out.put(out.position(), message, message.position(), length).position(out.position() + length);
    }

    @Override
    public ByteBuffer read(ByteBuffer in) {
        int from = in.position();
        if (in.remaining() != PingMessage.JSON_BYTES || in.get(from) != PING && in.get(from) != PONG) {
            throw new IllegalStateException("a message of " + in.remaining() + " bytes has come, which begins with "
                    + (in.hasRemaining() ? in.get(from) : "nothing") + ": neither a ping nor a pong of "
                    + PingMessage.JSON_BYTES);
        }
        int wrong = in.slice(from + HEADER, filling.limit()).mismatch(filling);
        if (wrong >= 0) {
            throw new IllegalStateException(
                    "byte " + (HEADER + wrong) + " of round " + round(in) + "'s message to or from" + " role "
                            + role(in) + " is " + in.get(from + HEADER + wrong) + ", not " + filling.get(wrong));
        }
        return in.order(ByteOrder.BIG_ENDIAN);
    }

    @Override
    public int role(ByteBuffer message) {
        return message.get(message.position() + ROLE_AT);
    }

    @Override
    public long round(ByteBuffer message) {
        return message.order(ByteOrder.BIG_ENDIAN).getLong(message.position() + ROUND_AT);
    }

    @Override
    public boolean isPong(ByteBuffer message) {
        return message.get(message.position()) == PONG;
    }
}
