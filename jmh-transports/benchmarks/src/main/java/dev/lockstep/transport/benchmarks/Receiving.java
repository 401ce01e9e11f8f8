package dev.lockstep.transport.benchmarks;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The parameter {@code receive}: {@code blocking} waits in {@link Endpoint#receive}; {@code poll} asks again and again, on the
 * caller's thread, and copies the message from where it lies. These are other work. Where a transport cannot poll, receiving
 * with the shortest timeout stands in, and the cell is recorded as emulated.
 */
@State(Scope.Benchmark)
public class Receiving {
    static final String BLOCKING = "blocking";
    static final String POLL = "poll";

    /** So many times a pause of the processor, then another thread's turn. */
    private static final int SPINS = 1000;

    private static final long SHORTEST_NANOS = 1;

    /** {@code blocking} or {@code poll}. */
    @Param(BLOCKING)
    String receive;

    /** Receives one message. */
    interface Style {
        /** Puts it at the beginning of a buffer, which must have room for the largest; returns its length. */
        int into(ByteBuffer room) throws IOException;
    }

    /** The style, for what an endpoint receives. */
    Style from(Endpoint endpoint, Peers peers) {
        if (polls()) {
            return peers.lacks(Capability.POLL) ? emulated(endpoint) : new Polling(endpoint);
        }
        return room -> endpoint.receive(room, 0);
    }

    /** Whether messages are polled for. */
    boolean polls() {
        if (!receive.equals(POLL) && !receive.equals(BLOCKING)) {
            throw new IllegalArgumentException(
                    "receive must be '" + BLOCKING + "' or '" + POLL + "', not '" + receive + "'");
        }
        return receive.equals(POLL);
    }

    /** What a look in vain is followed by, the first of them, the second, and so on. */
    static void pause(int idle) {
        if (idle % SPINS == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private static Style emulated(Endpoint endpoint) {
        return room -> {
            int length = endpoint.receive(room, SHORTEST_NANOS);
            while (length < 0) {
                length = endpoint.receive(room, SHORTEST_NANOS);
            }
            return length;
        };
    }

    private static final class Polling implements Style, Endpoint.Receiver {
        private final Endpoint endpoint;
        private ByteBuffer room;
        private int length;

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
        public void take(ByteBuffer message, long sender) {
            length = message.remaining();
            room.put(0, message, message.position(), length);
        }
    }
}
