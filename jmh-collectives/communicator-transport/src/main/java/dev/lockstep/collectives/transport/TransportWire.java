package dev.lockstep.collectives.transport;

import dev.lockstep.comm.sockets.Wires.Wire;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Transports.Choice;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;

/** An endpoint and a connection from it, with one other process. */
abstract class TransportWire implements Wire {
    final Endpoint endpoint;
    final Outbox outbox;
    private final int piece;

    private TransportWire(Endpoint endpoint, Outbox outbox, int piece) {
        this.endpoint = endpoint;
        this.outbox = outbox;
        this.piece = piece;
    }

    static TransportWire of(Choice choice, Endpoint endpoint, Outbox outbox, int piece) {
        return TransportWires.polls(choice)
                ? new Polled(endpoint, outbox, piece)
                : new Heard(endpoint, outbox, piece, "lockstep " + choice);
    }

    /** Sends a message; whether it has gone. */
    abstract boolean sent(ByteBuffer message) throws IOException;

    /** What is received from now on is of no use. */
    void closing() throws IOException {}

    @Override
    public final void write(ByteBuffer bytes) throws IOException {
        int limit = bytes.limit();
        int end = bytes.position() + Math.min(piece, bytes.remaining());
        boolean gone;
        try {
            gone = sent(bytes.limit(end));
        } finally {
            bytes.limit(limit);
        }
        if (gone) {
            bytes.position(end);
        }
    }

    /** One that the caller's thread does everything for. */
    private static final class Polled extends TransportWire {
        /** So many messages at most before others have their turn. */
        private static final int AT_ONCE = 16;

        private Taker taker;
        /** Whether something was offered since the last poll: it leaves with the next one, if not before. */
        private boolean offered;

        private final Endpoint.Receiver receiver = (message, sender) -> taker.take(message);

        Polled(Endpoint endpoint, Outbox outbox, int piece) {
            super(endpoint, outbox, piece);
        }

        @Override
        boolean sent(ByteBuffer message) throws IOException {
            boolean gone = outbox.offer(message);
            offered |= gone;
            return gone;
        }

        @Override
        public int read(Taker by) throws IOException {
            taker = by;
            int count = 0;
            do {
                offered = false;
                count += endpoint.poll(receiver, AT_ONCE);
            } while (offered);
            return count;
        }
    }

    /** One that has a thread which receives. Sending may wait, for the other has such a thread, too. */
    private static final class Heard extends TransportWire {
        private final Received received;

        Heard(Endpoint endpoint, Outbox outbox, int piece, String name) {
            super(endpoint, outbox, piece);
            received = new Received(endpoint, piece);
            Thread thread = new Thread(received, name);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        boolean sent(ByteBuffer message) throws IOException {
            try {
                outbox.send(message);
                return true;
            } catch (IOException e) {
                throw isInterrupt(e) ? interrupted(e) : e;
            }
        }

        /** Transports tell it in ways of their own, and some forget that the thread is interrupted. */
        private static boolean isInterrupt(IOException e) {
            return Thread.currentThread().isInterrupted()
                    || e.getClass() == InterruptedIOException.class
                    || e.getCause() instanceof InterruptedException;
        }

        private static IOException interrupted(IOException why) {
            Thread.currentThread().interrupt();
            IOException told = new ClosedByInterruptException();
            told.initCause(why);
            return told;
        }

        @Override
        public int read(Taker taker) throws IOException {
            return received.give(taker);
        }

        @Override
        void closing() {
            received.end();
        }
    }
}
