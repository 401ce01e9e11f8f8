package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.shaped.ShapedTransport;
import dev.lockstep.transport.support.Daemon;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One of two sites of a WAN: the registry of its mediator, and the messages that pass it. To publishers it gives a place
 * of its own for each topic, whoever has subscribed. What they send there goes to those who have subscribed at this site
 * and, by HTTP, to the other one; what comes from there goes to those at this site alone. Bytes are passed on as they
 * are.
 *
 * <ul>
 *   <li><b>Order</b>: that of each publisher and topic, as a place's endpoint has one thread, which waits for the other
 *       site's answer. Not with a connection for each message.
 *   <li><b>Late subscriber</b>: gets what is published after it has subscribed; publishers need not ask again.
 *   <li><b>Subscriber that is gone</b>: is given up when sending to it fails; the others miss nothing, and no publisher is
 *       told.
 *   <li><b>Slow subscriber</b>: all that goes to its site waits, then who publishes.
 *   <li><b>Other site that is gone</b>: this one ends with the reason when it is to send there.
 * </ul>
 */
final class Site implements Registry {
    /** The topic by which sites find each other: where one hears the other. */
    static final String SITES = "_sites";

    /** A stranger who asks for topics opens no more endpoints than these have. */
    private static final int MOST_TOPICS = 100;

    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Registry subscribers;
    private final Ends ends;
    private final Direct.Way way;
    private final int publishers;
    private final Told told;
    private final int largest;

    /** By topic: where publishers of this site send its messages. */
    private final Map<String, String> places = new HashMap<>();

    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    /** By topic: those who have subscribed at this site. */
    private final Map<String, Local> locals = new ConcurrentHashMap<>();

    private final Endpoint link;
    private volatile Other other;
    private volatile IOException failure;
    private volatile boolean closed;

    /**
     * Who is told, by any thread.
     *
     * @param lost of each message that is dropped, and each subscriber that is given up
     * @param over of the reason for which nothing more is passed on, once
     */
    record Told(Consumer<IOException> lost, Consumer<IOException> over) {}

    /** The other site, and where it hears this one. */
    private record Other(String address, Outbox outbox) {
        void send(ByteBuffer bytes) throws IOException {
            try {
                outbox.send(bytes);
            } catch (IOException e) {
                throw new IOException("the other site at " + address + " cannot be reached: " + e.getMessage(), e);
            }
        }
    }

    /**
     * A site that is not yet joined to another.
     *
     * @param ends of the clients' transport; closed with this
     * @param subscribers of this site; closed with this
     * @param perMessage whether a connection is opened for each message
     * @param publishers how many a topic has at this site, at most
     */
    Site(Ends ends, Registry subscribers, boolean perMessage, int publishers, Told told) throws IOException {
        this.ends = ends;
        this.subscribers = subscribers;
        this.way = new Direct.Way(perMessage, false);
        this.publishers = publishers;
        this.told = told;
        largest = ends.setting().largest();
        try {
            link = ShapedTransport.openBeside(
                    ends.setting(),
                    Transports.discover().choose("http"),
                    setting -> setting.withReceiver(Optional.of((message, sender) -> takeIn(message))));
        } catch (IOException | RuntimeException e) {
            Closing.because(e, List.of(ends, subscribers));
            throw e;
        }
    }

    /**
     * Joins the two.
     *
     * @param there the other site's registry
     * @throws IOException if one cannot reach the other, or is joined already
     */
    void join(Registry there) throws IOException {
        there.register(SITES, link.address());
        List<String> places = there.resolve(SITES);
        if (places.isEmpty()) {
            throw new IOException("what this site is to be joined to is no other site");
        }
        join(places.get(0));
    }

    private synchronized void join(String address) throws IOException {
        if (other != null) {
            throw new IOException("this site is joined to the one at " + other.address + " already");
        }
        if (address.equals(link.address())) {
            throw new IOException("what this site is to be joined to is no other site");
        }
        try {
            other = new Other(address, link.connect(address, CONNECT_NANOS));
        } catch (IllegalArgumentException e) {
            throw new IOException("'" + address + "' is no place of a site: " + e.getMessage(), e);
        }
    }

    // --- Messages ---

    /** What goes wrong here nobody else would hear of. */
    private void takeIn(ByteBuffer bytes) {
        try {
            pass(bytes, false);
        } catch (IOException | RuntimeException | Error e) {
            end(e);
        }
    }

    /** Passes a message on, and drops what is none. */
    private void pass(ByteBuffer bytes, boolean isOurs) throws IOException {
        String topic;
        try {
            topic = Message.Marshalled.topic(bytes);
        } catch (IllegalStateException e) {
            told.lost.accept(new IOException("a message is dropped: " + e.getMessage(), e));
            return;
        }
        if (isOurs && other != null) {
            other.send(bytes);
        }
        Local here = locals.get(topic);
        if (here != null) {
            here.publish(bytes);
        }
    }

    private void listen(Endpoint inlet) {
        ByteBuffer in = ByteBuffer.allocateDirect(largest);
        try {
            while (true) {
                int length = receive(inlet, in.clear());
                if (length >= 0) {
                    pass(in.limit(length), true);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            end(e);
        }
    }

    /** The length of what has come; -1 if it has broken off. */
    private int receive(Endpoint inlet, ByteBuffer into) throws IOException {
        try {
            return inlet.receive(into, 0);
        } catch (PeerLostException brokenOff) {
            told.lost.accept(brokenOff);
            return -1;
        }
    }

    /** Clients are not to wait for what does not come: whoever sends here, or asks, fails from now on. */
    private void end(Throwable reason) {
        IOException why = reason instanceof IOException io
                ? io
                : new IOException("no messages can be passed on: " + reason, reason);
        synchronized (this) {
            if (closed || failure != null) {
                return;
            }
            failure = why;
        }
        Closing.because(why, List.of(ends));
        // By another thread: it waits for those that receive by it.
        Daemon.start("pubsub-relay-end", this::hangUp);
        told.over.accept(why);
    }

    private void hangUp() {
        try {
            link.close();
        } catch (IOException e) {
            told.lost.accept(e);
        }
    }

    /** Those who have subscribed to a topic at this site; registering waits for registering, sending for sending. */
    private final class Local {
        private final String topic;
        private final DirectPublisher<ByteBuffer> publisher;
        private final Object sending = new Object();

        Local(String topic) throws IOException {
            this.topic = topic;
            publisher =
                    new DirectPublisher<>(ends, subscribers, new BareFormat(largest, false), way, told.lost, 0, topic);
        }

        void publish(ByteBuffer bytes) throws IOException {
            synchronized (sending) {
                publisher.publish(topic, bytes);
            }
        }

        /** One that cannot be reached from here would wait in vain. */
        synchronized void register(String place) throws IOException {
            try {
                publisher.requireReachable(topic, place);
            } catch (IOException e) {
                throw new IOException(
                        "a subscriber at '" + place + "' cannot be reached from the mediator: " + e.getMessage(), e);
            }
            subscribers.register(topic, place);
            publisher.refresh();
        }

        synchronized void remove(String place) throws IOException {
            subscribers.remove(topic, place);
            publisher.refresh();
        }
    }

    // --- The registry ---

    @Override
    public void register(String topic, String place) throws IOException {
        if (topic.equals(SITES)) {
            join(place);
        } else {
            local(topic).register(place);
        }
    }

    @Override
    public void remove(String topic, String place) throws IOException {
        Local local = locals.get(topic);
        if (local != null) {
            local.remove(place);
        }
    }

    private synchronized Local local(String topic) throws IOException {
        requireSound();
        if (!locals.containsKey(topic)) {
            requireRoom(locals.size());
            locals.put(topic, new Local(topic));
        }
        return locals.get(topic);
    }

    /** Where to send, and nothing of who has subscribed. */
    @Override
    public synchronized List<String> resolve(String topic) throws IOException {
        requireSound();
        if (topic.equals(SITES)) {
            return List.of(link.address());
        }
        if (!places.containsKey(topic)) {
            requireRoom(places.size());
            places.put(topic, open());
        }
        return List.of(places.get(topic));
    }

    private String open() throws IOException {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < way.endpoints(ends, publishers); i++) {
            Endpoint inlet = ends.open(setting -> setting);
            addresses.add(inlet.address());
            threads.add(Daemon.start("pubsub-relay", () -> listen(inlet)));
        }
        return String.join(Direct.SEPARATOR, addresses);
    }

    private static void requireRoom(int topics) throws IOException {
        if (topics >= MOST_TOPICS) {
            throw new IOException("a mediator passes on the messages of at most " + MOST_TOPICS + " topics");
        }
    }

    private void requireSound() throws IOException {
        if (closed) {
            throw new IOException("the mediator is closed");
        }
        if (failure != null) {
            throw new IOException("nothing is passed on any more: " + failure.getMessage(), failure);
        }
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>();
        synchronized (this) {
            closed = true;
            locals.values().forEach(local -> all.add(local.publisher));
        }
        all.add(link);
        all.add(ends);
        threads.forEach(thread -> all.add(() -> Daemon.join(thread, "a relay does not end with its endpoint")));
        all.add(subscribers);
        Closing.all(all);
    }
}
