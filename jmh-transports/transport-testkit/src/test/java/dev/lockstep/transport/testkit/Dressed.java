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
import java.util.Map;

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
