package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Endpoint.Receiver;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The reference with a thread that gives each message to a receiver. */
class PushingTransport extends Dressed {
    private static final String LACKING = "threads share its outboxes, which only send";

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = new EnumMap<>(super.unsupported(options));
        all.remove(Capability.PUSH);
        all.put(Capability.OFFER, LACKING);
        all.put(Capability.CLAIM, LACKING);
        return all;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Endpoint endpoint = super.open(setting.withReceiver(Optional.empty()));
        return setting.receiver().isEmpty()
                ? endpoint
                : pushed(endpoint, setting.receiver().get());
    }

    /** Threads share it. */
    @Override
    Outbox outbox(Outbox outbox) {
        return new DressedOutbox(outbox) {
            @Override
            public synchronized void send(ByteBuffer message) throws IOException {
                inner.send(message);
            }
        };
    }

    PushedEndpoint pushed(Endpoint endpoint, Receiver receiver) {
        return new PushedEndpoint(endpoint, receiver);
    }

    /** One whose thread gives what comes to a receiver. */
    static class PushedEndpoint extends DressedEndpoint {
        private final Thread thread;

        PushedEndpoint(Endpoint inner, Receiver receiver) {
            super(inner);
            thread = new Thread(() -> push(receiver), "pushing");
            thread.setDaemon(true);
            thread.start();
        }

        private void push(Receiver receiver) {
            ByteBuffer in = ByteBuffer.allocate(1 << 16);
            Sender from = new Sender();
            try {
                while (true) {
                    int length = inner.receive(in, from, 0);
                    give(in.duplicate().limit(length), from.token(), receiver);
                }
            } catch (IOException closed) {
                return;
            }
        }

        void give(ByteBuffer message, long sender, Receiver receiver) {
            try {
                receiver.take(message, sender);
            } catch (IOException | RuntimeException itsOwn) {
                return;
            }
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            throw new IllegalStateException("it has a receiver");
        }

        @Override
        public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
            throw new IllegalStateException("it has a receiver");
        }

        @Override
        public int poll(Receiver receiver, int limit) throws IOException {
            throw new IllegalStateException("it has a receiver");
        }

        @Override
        public void close() throws IOException {
            super.close();
            try {
                if (Thread.currentThread() != thread) {
                    thread.join();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    /** Gives nothing more to a receiver that has failed. */
    static final class Brittle extends PushingTransport {
        @Override
        PushedEndpoint pushed(Endpoint endpoint, Receiver receiver) {
            return new PushedEndpoint(endpoint, receiver) {
                private boolean failed;

                @Override
                void give(ByteBuffer message, long sender, Receiver to) {
                    super.give(message, sender, (view, from) -> {
                        if (!failed) {
                            failed = true;
                            to.take(view, from);
                            failed = false;
                        }
                    });
                }
            };
        }
    }

    /** Lets who has a receiver receive as well. */
    static final class Handy extends PushingTransport {
        @Override
        PushedEndpoint pushed(Endpoint endpoint, Receiver receiver) {
            return new PushedEndpoint(endpoint, receiver) {
                @Override
                public int receive(ByteBuffer into, long timeoutNanos) {
                    return -1;
                }
            };
        }
    }

    /** Has outboxes of whoever sends first. */
    static final class Possessive extends PushingTransport {
        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                private Thread owner;

                @Override
                public synchronized void send(ByteBuffer message) throws IOException {
                    owner = owner == null ? Thread.currentThread() : owner;
                    if (owner != Thread.currentThread()) {
                        throw new IOException("it belongs to another thread");
                    }
                    inner.send(message);
                }
            };
        }
    }

    /** Goes on with messages for a while after it has closed. */
    static final class Lingering extends PushingTransport {
        private static final long MILLIS = 2_000;

        @Override
        PushedEndpoint pushed(Endpoint endpoint, Receiver receiver) {
            return new PushedEndpoint(endpoint, receiver) {
                @Override
                public void close() throws IOException {
                    super.close();
                    Thread late = new Thread(() -> {
                        long end = System.currentTimeMillis() + MILLIS;
                        while (System.currentTimeMillis() < end) {
                            give(ByteBuffer.allocate(100), 1, receiver);
                            Thread.yield();
                        }
                    });
                    late.setDaemon(true);
                    late.start();
                }
            };
        }
    }
}
