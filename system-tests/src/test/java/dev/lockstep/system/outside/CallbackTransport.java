package dev.lockstep.system.outside;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.channel.NioTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Channels over TCP with a thread of their own, which gives each message to a receiver. */
public final class CallbackTransport implements Transport {
    private final Transport channels = new NioTransport();

    @Override
    public String name() {
        return "callback";
    }

    @Override
    public String description() {
        return "channels over TCP, read by one thread that calls back";
    }

    /** From which message of an endpoint on their first byte is wrong; 0: of none. */
    @Override
    public Map<String, String> options() {
        return Map.of("flipped", "0");
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return channels.availability();
    }

    @Override
    public int largest(Map<String, String> options) {
        return channels.largest(channels.options());
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = new HashMap<>(channels.unsupported(channels.options()));
        all.remove(Capability.PUSH);
        return all;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Endpoint endpoint = channels.open(setting.with(channels.options()).withReceiver(Optional.empty()));
        return setting.receiver()
                .<Endpoint>map(receiver -> new Calling(endpoint, receiver, setting))
                .orElse(endpoint);
    }

    private static final class Calling implements Endpoint {
        private final Endpoint channels;
        private final Thread thread;

        Calling(Endpoint channels, Receiver receiver, Setting setting) {
            this.channels = channels;
            int flipped = Integer.parseInt(setting.options().get("flipped"));
            this.thread = new Thread(
                    () -> call(receiver, setting.largest(), flipped == 0 ? Integer.MAX_VALUE : flipped), "callback");
            thread.setDaemon(true);
            thread.start();
        }

        private void call(Receiver receiver, int largest, int flipped) {
            int count = 0;
            ByteBuffer in = ByteBuffer.allocateDirect(largest);
            Sender from = new Sender();
            while (true) {
                int length;
                try {
                    length = channels.receive(in.clear(), from, 0);
                } catch (IOException closed) {
                    return;
                }
                if (++count >= flipped) {
                    in.put(0, (byte) ~in.get(0));
                }
                try {
                    receiver.take(in.limit(length), from.token());
                } catch (IOException | RuntimeException itsOwn) {
                    continue;
                }
            }
        }

        @Override
        public String address() {
            return channels.address();
        }

        @Override
        public Outbox connect(String address, long timeoutNanos) throws IOException {
            return channels.connect(address, timeoutNanos);
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) {
            throw new IllegalStateException("messages are given to a receiver");
        }

        @Override
        public int receive(ByteBuffer into, Sender from, long timeoutNanos) {
            throw new IllegalStateException("messages are given to a receiver");
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            throw new IllegalStateException("messages are given to a receiver");
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            channels.reply(sender, message);
        }

        @Override
        public void close() throws IOException {
            channels.close();
            try {
                if (Thread.currentThread() != thread) {
                    thread.join();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }
}
