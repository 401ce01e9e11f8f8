package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.testkit.Dressed.DressedOutbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Outboxes that break the contract, each around a good one. */
final class BrokenOutboxes {
    private BrokenOutboxes() {}

    /** Copies into a buffer that another thread may have in use. */
    static final class Racing extends DressedOutbox {
        private final ByteBuffer shared = ByteBuffer.allocate(1 << 16);

        Racing(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            int length = message.remaining();
            shared.put(0, message, message.position(), length);
            Thread.yield();
            synchronized (this) {
                inner.send(shared.slice(0, length));
            }
        }
    }

    /** Sends the second of two first. */
    static final class Swapping extends DressedOutbox {
        private ByteBuffer kept;

        Swapping(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (Stamp.sequence(message) == 7) {
                kept = Dressed.copy(message);
                return;
            }
            inner.send(message);
            if (kept != null) {
                inner.send(kept);
                kept = null;
            }
        }
    }

    /** Says that an offer was refused, which was not. */
    static final class Lying extends DressedOutbox {
        private int offers;

        Lying(Outbox inner) {
            super(inner);
        }

        @Override
        public boolean offer(ByteBuffer message) throws IOException {
            return inner.offer(message) && ++offers != 1;
        }
    }

    /** Commits what was claimed at once, and nothing later. */
    static final class Hasty extends DressedOutbox {
        Hasty(Outbox inner) {
            super(inner);
        }

        @Override
        public ByteBuffer claim(int bytes) throws IOException {
            ByteBuffer memory = inner.claim(bytes);
            if (memory != null) {
                inner.commit();
            }
            return memory;
        }

        @Override
        public void commit() {
            // It has left already.
        }
    }

    /** Has memory for everybody, and drops what there is no room for. */
    static final class Overcommitting extends DressedOutbox {
        private ByteBuffer memory;

        Overcommitting(Outbox inner) {
            super(inner);
        }

        @Override
        public ByteBuffer claim(int bytes) {
            memory = ByteBuffer.allocate(bytes);
            return memory;
        }

        @Override
        public void commit() throws IOException {
            inner.offer(memory);
        }
    }

    /** Keeps what the receiver has no room for, in memory without a bound. */
    static final class Hoarding extends DressedOutbox {
        private final ArrayDeque<ByteBuffer> hoard = new ArrayDeque<>();

        Hoarding(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            hoard.add(Dressed.copy(message));
            while (!hoard.isEmpty() && inner.offer(hoard.peek())) {
                hoard.remove();
            }
        }

        @Override
        public void flush() throws IOException {
            while (!hoard.isEmpty()) {
                inner.send(hoard.remove());
            }
        }
    }

    /** After an interrupt what it sends is taken for the rest of an earlier message. */
    static final class Torn extends DressedOutbox {
        private boolean torn;

        Torn(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (torn) {
                return;
            }
            try {
                inner.send(message);
            } catch (IOException e) {
                torn = true;
                throw e;
            }
        }
    }

    /** Keeps the last message for when there is another. */
    static final class Tardy extends DressedOutbox {
        private ByteBuffer kept;

        Tardy(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (kept != null) {
                inner.send(kept);
            }
            kept = Dressed.copy(message);
        }
    }
}
