package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.Dressed.DressedEndpoint;
import dev.lockstep.transport.testkit.Dressed.DressedOutbox;
import dev.lockstep.transport.testkit.PushingTransport.PushedEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/**
 * A transport that breaks a clause.
 *
 * @param clause that catches it
 * @param words of the message by which it does
 * @param hangs whether it can only be caught by waiting in vain
 * @param transport that has it
 */
record Flaw(String clause, String words, boolean hangs, Transport transport) {
    static Flaw of(String clause, String words, Transport transport) {
        return new Flaw(clause, words, false, transport);
    }

    Flaw hanging() {
        return new Flaw(clause, words, true, transport);
    }

    interface Sending {
        void send(Outbox outbox, ByteBuffer message) throws IOException;
    }

    interface Receiving {
        int receive(Endpoint endpoint, ByteBuffer into, long timeout) throws IOException;
    }

    interface Polling {
        int poll(Endpoint endpoint, Endpoint.Receiver receiver, int limit) throws IOException;
    }

    interface Pushing {
        void push(Endpoint endpoint, ByteBuffer message, long sender, Endpoint.Receiver receiver) throws IOException;
    }

    interface Connecting {
        Outbox connect(Endpoint endpoint, String address) throws IOException;
    }

    static Flaw outbox(String clause, String words, UnaryOperator<Outbox> flaw) {
        return of(clause, words, new Dressed() {
            @Override
            Outbox outbox(Outbox outbox) {
                return flaw.apply(outbox);
            }
        });
    }

    static Flaw endpoint(String clause, String words, UnaryOperator<Endpoint> flaw) {
        return of(clause, words, new Dressed() {
            @Override
            Endpoint endpoint(Endpoint endpoint) {
                return flaw.apply(endpoint);
            }
        });
    }

    static Flaw sending(String clause, String words, Sending flaw) {
        return outbox(clause, words, inner -> new DressedOutbox(inner) {
            @Override
            public void send(ByteBuffer message) throws IOException {
                flaw.send(inner, message);
            }
        });
    }

    static Flaw receiving(String clause, String words, Receiving flaw) {
        return endpoint(clause, words, inner -> new DressedEndpoint(inner) {
            @Override
            public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                return flaw.receive(inner, into, timeoutNanos);
            }
        });
    }

    static Flaw polling(String clause, String words, Polling flaw) {
        return endpoint(clause, words, inner -> new DressedEndpoint(inner) {
            @Override
            public int poll(Receiver receiver, int limit) throws IOException {
                return flaw.poll(inner, receiver, limit);
            }
        });
    }

    static Flaw pushing(String clause, String words, Pushing flaw) {
        return of(clause, words, new PushingTransport() {
            @Override
            PushedEndpoint pushed(Endpoint endpoint, Endpoint.Receiver receiver) {
                return new PushedEndpoint(
                        endpoint, (message, sender) -> flaw.push(endpoint, message, sender, receiver));
            }
        });
    }

    static Flaw connecting(String clause, String words, Connecting flaw) {
        return endpoint(clause, words, inner -> new DressedEndpoint(inner) {
            @Override
            public Outbox connect(String address, long timeoutNanos) throws IOException {
                return flaw.connect(inner, address);
            }
        });
    }

    @Override
    public String toString() {
        return clause + (hangs ? ", but waits: " : ", but ") + words;
    }
}
