package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.testkit.Dressed.DressedEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Endpoints that break the contract, each around a good one. */
final class BrokenEndpoints {
    private BrokenEndpoints() {}

    /** Receives into a buffer that another thread may have in use. */
    static final class Careless extends DressedEndpoint {
        private final ByteBuffer shared = ByteBuffer.allocate(1 << 16);

        Careless(Endpoint inner) {
            super(inner);
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            int length;
            synchronized (this) {
                length = inner.receive(shared, timeoutNanos);
            }
            Thread.yield();
            if (length > 0) {
                into.put(into.position(), shared, 0, length);
            }
            return length;
        }
    }

    /** Answers with the question before. */
    static final class Answering extends DressedEndpoint {
        private ByteBuffer before;

        Answering(Endpoint inner) {
            super(inner);
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            ByteBuffer copy = Dressed.copy(message);
            inner.reply(sender, before == null ? copy : before);
            before = copy;
        }
    }

    /** Answers the first who asked, whoever asks. */
    static final class Favouring extends DressedEndpoint {
        private long first;

        Favouring(Endpoint inner) {
            super(inner);
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            first = first == 0 ? sender : first;
            inner.reply(first, message);
        }
    }
}
