package dev.lockstep.transport.benchmarks;

import dev.lockstep.transport.Outbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The parameter {@code send}: {@code send} returns when a message is on its way; {@code offer} goes on to the next one, and
 * all are flushed together; {@code claim} does so with messages that are written where the transport has them, which here is
 * a copy from a buffer that stays in the cache. These are other work: what a window of them shows is MPI's non-blocking
 * sends, or what a loop of events writes at once.
 */
@State(Scope.Benchmark)
public class Sending {
    static final String SEND = "send";
    static final String OFFER = "offer";
    static final String CLAIM = "claim";

    /** {@code send}, {@code offer} or {@code claim}. */
    @Param(SEND)
    String send;

    /** A way to send messages. */
    interface Style {
        /** Sends one, position to limit, which stay. */
        void message(ByteBuffer message) throws IOException;

        /** Waits until those before have left, where the way to send them does not. */
        default void flush() throws IOException {}
    }

    /** The style, for what an outbox sends. */
    Style by(Outbox outbox) throws IOException {
        return switch (send) {
            case SEND -> outbox::send;
            case OFFER -> new Flushed(outbox, message -> offer(outbox, message));
            case CLAIM -> {
                Outbox.Claim claim = outbox.claim();
                yield new Flushed(outbox, message -> claim(claim, message));
            }
            default ->
                throw new IllegalArgumentException(
                        "send must be '" + SEND + "', '" + OFFER + "' or '" + CLAIM + "', not '" + send + "'");
        };
    }

    private record Flushed(Outbox outbox, Style style) implements Style {
        @Override
        public void message(ByteBuffer message) throws IOException {
            style.message(message);
        }

        @Override
        public void flush() throws IOException {
            outbox.flush();
        }
    }

    private static void offer(Outbox outbox, ByteBuffer message) throws IOException {
        for (int idle = 1; !outbox.offer(message); idle++) {
            Receiving.pause(idle);
        }
    }

    private static void claim(Outbox.Claim claim, ByteBuffer message) throws IOException {
        ByteBuffer memory = claim.reserve(message.remaining());
        for (int idle = 1; memory == null; idle++) {
            Receiving.pause(idle);
            memory = claim.reserve(message.remaining());
        }
        memory.put(memory.position(), message, message.position(), message.remaining());
        claim.commit();
    }
}
