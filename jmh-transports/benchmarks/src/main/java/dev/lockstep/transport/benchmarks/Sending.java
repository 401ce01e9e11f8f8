package dev.lockstep.transport.benchmarks;

import dev.lockstep.transport.Outbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
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
        /** Sends all of them, and waits until they have left where the way to send them does not. */
        void all() throws IOException;
    }

    /**
     * The style of the calling thread.
     *
     * @param messages each from position to limit
     */
    Style by(Outbox outbox, ByteBuffer... messages) throws IOException {
        return style(outbox, send.equals(CLAIM) ? outbox.claim() : null, messages);
    }

    /** The style of the transport's thread, which claims by itself. */
    Style byReceiver(Outbox outbox, ByteBuffer... messages) {
        return style(outbox, null, messages);
    }

    /** With buffers of its own on the messages' memory: two threads may send the same by the same outbox. */
    private Style style(Outbox outbox, Outbox.Claim claim, ByteBuffer... messages) {
        ByteBuffer[] own = Stream.of(messages).map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
        return switch (send) {
            case SEND ->
                () -> {
                    for (ByteBuffer message : own) {
                        outbox.send(message);
                    }
                };
            case OFFER ->
                () -> {
                    for (ByteBuffer message : own) {
                        offer(outbox, message);
                    }
                    outbox.flush();
                };
            case CLAIM -> new Claiming(outbox, claim, own);
            default ->
                throw new IllegalArgumentException(
                        "send must be '" + SEND + "', '" + OFFER + "' or '" + CLAIM + "', not '" + send + "'");
        };
    }

    private static void offer(Outbox outbox, ByteBuffer message) throws IOException {
        for (int idle = 1; !outbox.offer(message); idle++) {
            Receiving.pause(idle);
        }
    }

    private static final class Claiming implements Style {
        private final Outbox outbox;
        private final ByteBuffer[] messages;
        /** Of the thread that sends; null until it does. */
        private Outbox.Claim claim;

        Claiming(Outbox outbox, Outbox.Claim claim, ByteBuffer[] messages) {
            this.outbox = outbox;
            this.claim = claim;
            this.messages = messages;
        }

        @Override
        public void all() throws IOException {
            if (claim == null) {
                claim = outbox.claim();
            }
            for (ByteBuffer message : messages) {
                write(message);
            }
            outbox.flush();
        }

        private void write(ByteBuffer message) throws IOException {
            ByteBuffer memory = claim.reserve(message.remaining());
            for (int idle = 1; memory == null; idle++) {
                Receiving.pause(idle);
                memory = claim.reserve(message.remaining());
            }
            memory.put(memory.position(), message, message.position(), message.remaining());
            claim.commit();
        }
    }
}
