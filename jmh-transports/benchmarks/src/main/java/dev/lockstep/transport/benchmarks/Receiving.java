package dev.lockstep.transport.benchmarks;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Sender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The parameter {@code receive}: {@code blocking} waits in {@link Endpoint#receive}; {@code poll} asks again and again, on the
 * caller's thread, and copies the message from where it lies; {@code push} has the transport give each message to a
 * receiver, in a thread of its own, which goes on with the exchange: JMH's thread begins a batch and waits for its end.
 * These are other work. Where a transport cannot poll, receiving with the shortest timeout stands in, and the cell is
 * recorded as emulated.
 */
@State(Scope.Benchmark)
public class Receiving {
    static final String BLOCKING = "blocking";
    static final String POLL = "poll";
    static final String PUSH = "push";

    /** So many times a pause of the processor, then another thread's turn. */
    private static final int SPINS = 1000;

    private static final long SHORTEST_NANOS = 1;

    /** {@code blocking}, {@code poll} or {@code push}. */
    @Param(BLOCKING)
    String receive;

    /** Receives one message. */
    interface Style {
        /** Puts it at the beginning of a buffer, which must have room for the largest; returns its length. */
        int into(ByteBuffer room) throws IOException;

        /** The same if one is there, without waiting; -1 if none is. Only for those that are polled. */
        default int tryInto(ByteBuffer room) throws IOException {
            throw new UnsupportedOperationException("poll");
        }

        /** Who has sent it, where the transport has replies. */
        default long sender() {
            throw new UnsupportedOperationException("reply");
        }
    }

    /** The style, for what an endpoint receives; what is pushed is received by nobody. */
    Style from(Endpoint endpoint, Peers peers) {
        if (pushes()) {
            return room -> {
                throw new IllegalStateException("messages are given to a receiver");
            };
        }
        if (polls()) {
            return peers.lacks(Capability.POLL) ? waiting(endpoint, peers, SHORTEST_NANOS) : new Polling(endpoint);
        }
        return waiting(endpoint, peers, 0);
    }

    /** Whether messages are polled for. */
    boolean polls() {
        return receive().equals(POLL);
    }

    /** Whether messages are given to a receiver. */
    boolean pushes() {
        return receive().equals(PUSH);
    }

    private String receive() {
        if (!List.of(BLOCKING, POLL, PUSH).contains(receive)) {
            throw new IllegalArgumentException(
                    "receive must be '" + BLOCKING + "', '" + POLL + "' or '" + PUSH + "', not '" + receive + "'");
        }
        return receive;
    }

    private static Style waiting(Endpoint endpoint, Peers peers, long timeoutNanos) {
        return new Waiting(endpoint, peers.lacks(Capability.REPLY) ? null : new Sender(), timeoutNanos);
    }

    /** Waits once without a limit, or for a short time again and again. */
    private record Waiting(Endpoint endpoint, Sender from, long timeoutNanos) implements Style {
        @Override
        public int into(ByteBuffer room) throws IOException {
            int length;
            do {
                length = tryInto(room);
            } while (length < 0);
            return length;
        }

        @Override
        public int tryInto(ByteBuffer room) throws IOException {
            return from == null ? endpoint.receive(room, timeoutNanos) : endpoint.receive(room, from, timeoutNanos);
        }

        @Override
        public long sender() {
            return from.token();
        }
    }

    /** What a look in vain is followed by, the first of them, the second, and so on. */
    static void pause(int idle) {
        if (idle % SPINS == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private static final class Polling implements Style, Endpoint.Receiver {
        private final Endpoint endpoint;
        private ByteBuffer room;
        private int length;
        private long sender;

        Polling(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public int into(ByteBuffer into) throws IOException {
            room = into;
            for (int idle = 1; endpoint.poll(this, 1) == 0; idle++) {
                pause(idle);
            }
            return length;
        }

        @Override
        public int tryInto(ByteBuffer into) throws IOException {
            room = into;
            return endpoint.poll(this, 1) == 0 ? -1 : length;
        }

        @Override
        public long sender() {
            return sender;
        }

        @Override
        public void take(ByteBuffer message, long from) {
            sender = from;
            length = message.remaining();
            room.put(0, message, message.position(), length);
        }
    }
}
