package dev.lockstep.pattern.consensus;

import dev.lockstep.codec.Codec;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.payload.PingMessage.Role;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Objects that a codec marshals. All have one length as JSON, {@value PingMessage#JSON_BYTES} bytes: every field has a fixed width. */
final class ObjectForm implements Form<PingMessage> {
    /** As many as a number of one digit tells apart. */
    static final int MOST_ROLES = 10;

    private static final String PING = "PING";
    private static final String PONG = "PONG";
    private static final long FIRST_ROUND = 1_000_000_000L;
    private static final long UNIQUE = 0x4c6f636b73746570L;
    private static final int FIRST_TAG = 10;
    private static final int FIRST_PORT = 40_000;
    private static final long PATIENCE_MILLIS = 500;

    private static final List<Role> ROLES = IntStream.range(0, MOST_ROLES)
            .mapToObj(role -> Role.of(role, FIRST_PORT + role))
            .toList();

    private final Codec<PingMessage> codec;
    private final int largest;

    ObjectForm(Codec<PingMessage> codec) {
        this.codec = codec;
        // Some codecs write large numbers longer than small ones.
        this.largest = 2 * codec.encode(ping(MOST_ROLES - 1, 0)).remaining();
    }

    @Override
    public int largest() {
        return largest;
    }

    @Override
    public PingMessage ping(int role, long round) {
        PingMessage ping = new PingMessage();
        ping.type = PING;
        ping.id = new UUID(UNIQUE, unique(role, round));
        ping.round = FIRST_ROUND + round;
        ping.leader = ROLES.get(0);
        ping.sender = ROLES.get(0);
        ping.receiver = ROLES.get(role);
        ping.tag = FIRST_TAG + role;
        ping.sentAtMillis = System.currentTimeMillis();
        ping.deadlineMillis = ping.sentAtMillis + PATIENCE_MILLIS;
        return ping;
    }

    private static long unique(int role, long round) {
        return round * MOST_ROLES + role;
    }

    @Override
    public PingMessage pong(PingMessage ping) {
        PingMessage pong = new PingMessage();
        pong.type = PONG;
        pong.id = ping.id;
        pong.round = ping.round;
        pong.leader = ping.leader;
        pong.sender = ping.receiver;
        pong.receiver = ping.sender;
        pong.tag = ping.tag;
        pong.sentAtMillis = ping.sentAtMillis;
        pong.deadlineMillis = ping.deadlineMillis;
        return pong;
    }

    @Override
    public void write(PingMessage message, ByteBuffer out) {
        codec.encode(message, out);
    }

    @Override
    public PingMessage read(ByteBuffer in) {
        PingMessage message = codec.decode(in);
        boolean pong = PONG.equals(message.type);
        int role = role(message);
        if (!pong && !PING.equals(message.type)
                || role < 0
                || role >= MOST_ROLES
                || !new UUID(UNIQUE, unique(role, round(message))).equals(message.id)
                || !ROLES.get(0).equals(message.leader)
                || !ROLES.get(0).equals(pong ? message.receiver : message.sender)
                || !ROLES.get(role).equals(pong ? message.sender : message.receiver)
                || message.deadlineMillis != message.sentAtMillis + PATIENCE_MILLIS) {
            throw new IllegalStateException("a message has come that nobody has sent: " + message);
        }
        return message;
    }

    @Override
    public int role(PingMessage message) {
        return message.tag - FIRST_TAG;
    }

    @Override
    public long round(PingMessage message) {
        return message.round - FIRST_ROUND;
    }

    @Override
    public boolean isPong(PingMessage message) {
        return PONG.equals(message.type);
    }
}
