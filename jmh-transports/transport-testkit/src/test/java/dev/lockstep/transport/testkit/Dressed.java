package dev.lockstep.transport.testkit;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Endpoint.Receiver;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.inproc.InprocTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The reference, with something around its endpoints and outboxes. */
class Dressed implements Transport {
    private final Transport inner = new InprocTransport();

    /** A message that stays as it is. */
    static ByteBuffer copy(ByteBuffer message) {
        return ByteBuffer.allocate(message.remaining()).put(message.duplicate()).flip();
    }

    Endpoint endpoint(Endpoint endpoint) {
        return endpoint;
    }

    Outbox outbox(Outbox outbox) {
        return outbox;
    }

    @Override
    public String name() {
        return "dressed";
    }

    @Override
    public String description() {
        return "the reference, dressed";
    }

    @Override
    public Map<String, String> options() {
        return Map.of("wait", "park");
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return inner.availability(options);
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return inner.unsupported(options);
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        return endpoint(new DressedEndpoint(inner.open(setting)) {
            @Override
            public Outbox connect(String address, long timeoutNanos) throws IOException {
                return outbox(super.connect(address, timeoutNanos));
            }
        });
    }

    /** The reference with a thread that gives each message to a receiver. */
    static class Pushing extends Dressed {
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
            await();
        }

        void await() throws IOException {
            try {
                if (Thread.currentThread() != thread) {
                    thread.join();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    /** An endpoint that does as another. */
    static class DressedEndpoint implements Endpoint {
        final Endpoint inner;

        DressedEndpoint(Endpoint inner) {
            this.inner = inner;
        }

        @Override
        public String address() {
            return inner.address();
        }

        @Override
        public Outbox connect(String address, long timeoutNanos) throws IOException {
            return inner.connect(address, timeoutNanos);
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            return inner.receive(into, timeoutNanos);
        }

        @Override
        public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
            return inner.receive(into, from, timeoutNanos);
        }

        @Override
        public int poll(Receiver receiver, int limit) throws IOException {
            return inner.poll(receiver, limit);
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            inner.reply(sender, message);
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }
    }

    /** An outbox that does as another. */
    static class DressedOutbox implements Outbox {
        final Outbox inner;

        DressedOutbox(Outbox inner) {
            this.inner = inner;
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            inner.send(message);
        }

        @Override
        public boolean offer(ByteBuffer message) throws IOException {
            return inner.offer(message);
        }

        @Override
        public Claim claim() throws IOException {
            return inner.claim();
        }

        @Override
        public void flush() throws IOException {
            inner.flush();
        }

        @Override
        public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
            return inner.request(message, reply, timeoutNanos);
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }
    }
}
