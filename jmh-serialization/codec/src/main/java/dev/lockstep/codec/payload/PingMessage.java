package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;

/**
 * The ping of a consensus round, after Boysan (2018): a leader asks a role of its cluster to answer. Its JSON form,
 * fields in the order of their declaration, has {@value #JSON_BYTES} bytes in UTF-8, the paper's message size.
 *
 * <p>The paper gives the size and not the fields. Its program (github.com/mboysan/ping-pong-mpi-tcp) sends the
 * message's type, both ends' addresses, a tag and a time stamp; so does this.
 *
 * @implNote A plain class with public fields and not a record: Kryo 5.6 takes 1.6 times as long for a record's
 *     encoding, and what is compared here is libraries, not Java's kinds of classes.
 */
public final class PingMessage implements Serializable {
    private static final long serialVersionUID = 1;

    /** The size of its JSON form in UTF-8. */
    public static final int JSON_BYTES = 353;

    /** The kind of message. */
    public String type;

    /** A unique number, which a pong quotes. */
    public UUID id;

    /** The consensus round. */
    public long round;

    /** The leader of the round. */
    public Role leader;

    /** The sender of this message. */
    public Role sender;

    /** The process that is to answer. */
    public Role receiver;

    /** A tag as MPI's. */
    public int tag;

    /** The time when it was sent, in milliseconds since 1970. */
    public long sentAtMillis;

    /** The time when an answer comes too late, in milliseconds since 1970. */
    public long deadlineMillis;

    /** A process of the cluster. */
    public static final class Role implements Serializable {
        private static final long serialVersionUID = 1;

        /** A number from 0 to 9. */
        public int id;

        /** The host, fully qualified. */
        public String host;

        /** The port where it listens. */
        public int port;

        /**
         * A role of an example's cluster.
         *
         * @param id from 0 to 9
         * @param port of five digits
         */
        public static Role of(int id, int port) {
            Role role = new Role();
            role.id = id;
            role.host = "node-0" + id + ".cluster.example.org";
            role.port = port;
            return role;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Role r && id == r.id && port == r.port && Objects.equals(host, r.host);
        }

        @Override
        public int hashCode() {
            return Objects.hash(id, host, port);
        }

        @Override
        public String toString() {
            return id + "@" + host + ":" + port;
        }
    }

    /**
     * A message with plausible contents, sent by the leader to any of ten roles; equal seeds give equal messages. All
     * have the same size, because every field has a fixed width.
     */
    public static PingMessage of(long seed) {
        Random random = new Random(seed);
        PingMessage ping = new PingMessage();
        ping.type = "PING";
        ping.id = new UUID(random.nextLong(), random.nextLong());
        ping.round = 1_000_000_000L + random.nextInt(1_000_000_000);
        ping.leader = Role.of(random.nextInt(10), 40_000 + random.nextInt(10_000));
        ping.sender = Role.of(ping.leader.id, ping.leader.port);
        ping.receiver = Role.of(random.nextInt(10), 40_000 + random.nextInt(10_000));
        ping.tag = 10 + random.nextInt(90);
        ping.sentAtMillis = 1_700_000_000_000L + random.nextInt(1_000_000_000);
        ping.deadlineMillis = ping.sentAtMillis + 500;
        return ping;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PingMessage p
                && round == p.round
                && tag == p.tag
                && sentAtMillis == p.sentAtMillis
                && deadlineMillis == p.deadlineMillis
                && Objects.equals(type, p.type)
                && Objects.equals(id, p.id)
                && Objects.equals(leader, p.leader)
                && Objects.equals(sender, p.sender)
                && Objects.equals(receiver, p.receiver);
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, id, round, leader, sender, receiver, tag, sentAtMillis, deadlineMillis);
    }

    @Override
    public String toString() {
        return type + " " + id + " of round " + round + ": " + sender + " to " + receiver;
    }
}
