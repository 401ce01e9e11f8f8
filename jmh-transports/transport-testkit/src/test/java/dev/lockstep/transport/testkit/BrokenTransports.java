package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.Dressed.DressedEndpoint;
import dev.lockstep.transport.testkit.Dressed.DressedOutbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/** Transports that break the contract in several of their parts. */
final class BrokenTransports {
    private BrokenTransports() {}

    /** Claims that threads may share it, and has one buffer for all. */
    static Transport claimingThreads(boolean receiver) {
        return new Dressed() {
            @Override
            public Map<Capability, String> unsupported(Map<String, String> options) {
                Map<Capability, String> all = new EnumMap<>(super.unsupported(options));
                all.remove(Capability.THREADS);
                return all;
            }

            @Override
            Outbox outbox(Outbox outbox) {
                return receiver ? outbox : new BrokenOutboxes.Racing(outbox);
            }

            @Override
            Endpoint endpoint(Endpoint endpoint) {
                return receiver ? new BrokenEndpoints.Careless(endpoint) : endpoint;
            }
        };
    }

    /** Sends nothing before it has received something, which is what the other waits for, too. */
    static final class Polite extends Dressed {
        private volatile boolean received;

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return new DressedEndpoint(endpoint) {
                @Override
                public int poll(Receiver receiver, int limit) throws IOException {
                    int count = inner.poll(receiver, limit);
                    received |= count > 0;
                    return count;
                }
            };
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                @Override
                public boolean offer(ByteBuffer message) throws IOException {
                    return received && inner.offer(message);
                }
            };
        }
    }

    /** Sends or receives, but not both. */
    static final class OneAtATime extends Dressed {
        private final Object turn = new Object();

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return new DressedEndpoint(endpoint) {
                @Override
                public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                    synchronized (turn) {
                        return inner.receive(into, timeoutNanos);
                    }
                }
            };
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                @Override
                public void send(ByteBuffer message) throws IOException {
                    synchronized (turn) {
                        inner.send(message);
                    }
                }
            };
        }
    }

    /** Claims that its addresses work elsewhere. */
    static final class Elsewhere extends Dressed {
        @Override
        public Map<Capability, String> unsupported(Map<String, String> options) {
            Map<Capability, String> all = new EnumMap<>(super.unsupported(options));
            all.remove(Capability.PROCESSES);
            return all;
        }
    }
}
