package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.testkit.Dressed.DressedEndpoint;
import dev.lockstep.transport.testkit.Dressed.DressedOutbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.provider.Arguments;

/** A flaw of one method, as a transport that is good otherwise; beside the clause that catches it. */
final class Flaw {
    private Flaw() {}

    interface Sending {
        void send(Outbox outbox, ByteBuffer message) throws IOException;
    }

    interface Receiving {
        int receive(Endpoint endpoint, ByteBuffer into, long timeout) throws IOException;
    }

    interface Polling {
        int poll(Endpoint endpoint, Endpoint.Receiver receiver, int limit) throws IOException;
    }

    interface Connecting {
        Outbox connect(Endpoint endpoint, String address) throws IOException;
    }

    static Arguments outbox(String clause, UnaryOperator<Outbox> flaw) {
        return Arguments.of(clause, new Dressed() {
            @Override
            Outbox outbox(Outbox outbox) {
                return flaw.apply(outbox);
            }
        });
    }

    static Arguments endpoint(String clause, UnaryOperator<Endpoint> flaw) {
        return Arguments.of(clause, new Dressed() {
            @Override
            Endpoint endpoint(Endpoint endpoint) {
                return flaw.apply(endpoint);
            }
        });
    }

    static Arguments sending(String clause, Sending flaw) {
        return outbox(clause, inner -> new DressedOutbox(inner) {
            @Override
            public void send(ByteBuffer message) throws IOException {
                flaw.send(inner, message);
            }
        });
    }

    static Arguments receiving(String clause, Receiving flaw) {
        return endpoint(clause, inner -> new DressedEndpoint(inner) {
            @Override
            public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                return flaw.receive(inner, into, timeoutNanos);
            }
        });
    }

    static Arguments polling(String clause, Polling flaw) {
        return endpoint(clause, inner -> new DressedEndpoint(inner) {
            @Override
            public int poll(Receiver receiver, int limit) throws IOException {
                return flaw.poll(inner, receiver, limit);
            }
        });
    }

    static Arguments connecting(String clause, Connecting flaw) {
        return endpoint(clause, inner -> new DressedEndpoint(inner) {
            @Override
            public Outbox connect(String address, long timeoutNanos) throws IOException {
                return flaw.connect(inner, address);
            }
        });
    }
}
