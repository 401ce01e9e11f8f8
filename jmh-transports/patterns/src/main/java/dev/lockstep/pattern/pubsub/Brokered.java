package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.support.Daemon;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Topics of a broker, by a transport that {@linkplain Transport#topic has such}. Connections are kept. One that
 * publishes marshals and hands over to the broker's client, which has a buffer of its own; one that subscribes is
 * called with each message, unmarshals it and puts it into a buffer, out of which messages are taken.
 *
 * <ul>
 *   <li><b>Late subscriber</b>: gets what is published after it has subscribed; publishers need not know.
 *   <li><b>Order</b>: that of each publisher.
 *   <li><b>Subscriber that is gone</b>: nobody is told. What the broker had for it is lost; the others miss nothing.
 *   <li><b>Slow subscriber</b>: its buffer fills, then what the broker holds for the topic; then publishing waits, and
 *       with it the others. Nothing is lost.
 *   <li><b>Publisher that dies</b>: what had not reached the broker is lost; the others' messages come.
 *   <li><b>Broker that is gone</b>: whoever publishes, or waits for a message, is told which. What it had is lost. Of a
 *       connection that has ended though the broker has not only its publisher is told.
 * </ul>
 *
 * @param <M> a message
 */
final class Brokered<M> implements Topics<M> {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Ends ends;
    private final String broker;
    private final Format<M> format;

    /** Publishes, and hears nothing but the broker's end. */
    private final Endpoint endpoint;

    private final Thread watch;
    private final List<Given> subscriptions = new CopyOnWriteArrayList<>();
    private volatile IOException over;
    private volatile boolean closed;

    /**
     * Topics.
     *
     * @param broker the text of the one to connect to, see {@link dev.lockstep.transport.Setting#hosted}
     */
    Brokered(Ends ends, String broker, Format<M> format) throws IOException {
        this.ends = ends;
        this.broker = broker;
        this.format = format;
        endpoint = ends.open(setting -> setting.withHosted(broker));
        watch = Daemon.start("pubsub-watch", this::watch);
    }

    /** A receiver is not told that there is nobody any more who calls it. */
    private void watch() {
        try {
            ByteBuffer nothing = ByteBuffer.allocate(format.largest());
            while (true) {
                endpoint.receive(nothing.clear(), 0);
            }
        } catch (IOException | RuntimeException | Error e) {
            if (!closed) {
                over = e instanceof IOException io ? io : new IOException("a broker cannot be watched: " + e, e);
                subscriptions.forEach(one -> one.fail(over));
            }
        }
    }

    private String address(String topic) {
        return ends.transport()
                .topic(topic)
                .orElseThrow(() -> new IllegalArgumentException(
                        "transport " + ends.transport().name() + " has no topics"));
    }

    @Override
    public Subscription<M> subscribe(String topic, int publishers) throws IOException {
        Given given = new Given(new Buffer<>(format.largest()));
        given.endpoint = ends.open(
                setting -> setting.withHosted(broker).withAt(address(topic)).withReceiver(Optional.of(given::take)));
        subscriptions.add(given);
        if (over != null) {
            given.fail(over);
        }
        return given;
    }

    /** A subscription, to which messages are given. */
    private final class Given implements Subscription<M> {
        private final Buffer<M> buffer;
        private Endpoint endpoint;

        Given(Buffer<M> buffer) {
            this.buffer = buffer;
        }

        /** Called by the broker's client. */
        private void take(ByteBuffer message, long sender) throws IOException {
            try {
                buffer.put(format.read(message));
            } catch (RuntimeException | Error e) {
                buffer.fail(e);
            }
        }

        @Override
        public M take(long timeoutNanos) throws IOException {
            return buffer.take(timeoutNanos);
        }

        /** None: a broker passes on whole messages alone. */
        @Override
        public long brokenOff() {
            return 0;
        }

        @Override
        public void fail(IOException why) {
            buffer.fail(why);
        }

        /** The buffer first, for the endpoint waits for who puts. */
        @Override
        public void close() throws IOException {
            subscriptions.remove(this);
            buffer.close();
            endpoint.close();
        }
    }

    @Override
    public Publisher<M> publisher(int number, String... topics) throws IOException {
        Map<String, Outbox> outboxes = new HashMap<>();
        for (String topic : topics) {
            outboxes.put(topic, endpoint.connect(address(topic), CONNECT_NANOS));
        }
        return new Publisher<>() {
            @Override
            public void publish(String topic, M message) throws IOException {
                Outbox outbox = outboxes.get(topic);
                if (outbox == null) {
                    throw new IllegalArgumentException(
                            "this publisher has the topics " + outboxes.keySet() + ", not " + topic);
                }
                outbox.send(format.write(message));
            }

            /** Nothing is to be done: the broker knows them. */
            @Override
            public void refresh() {}

            @Override
            public int lost() {
                return 0;
            }

            @Override
            public void close() throws IOException {
                Closing.all(List.copyOf(outboxes.values()));
            }
        };
    }

    @Override
    public void close() throws IOException {
        closed = true;
        endpoint.close();
        Daemon.join(watch, "the watch does not end with its endpoint");
    }
}
