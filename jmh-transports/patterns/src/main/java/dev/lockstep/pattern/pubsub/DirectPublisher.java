package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.support.Daemon;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An endpoint that nobody sends to, the subscribers that are known, and a buffer with the thread that sends; or the
 * caller sends.
 */
final class DirectPublisher<M> implements Topics.Publisher<M> {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Whoever registers waits no longer for an answer. */
    private static final long TRYING_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Registry mediator;
    private final Format<M> format;
    private final boolean perMessage;
    private final Consumer<IOException> told;
    private final int number;
    private final Endpoint endpoint;
    private final Map<String, Topic> topics = new HashMap<>();
    private final AtomicInteger lost = new AtomicInteger();

    /** Both null where the caller sends. */
    private final Buffer<Letter> buffer;

    private final Thread sender;
    private volatile boolean ending;

    /** A subscriber; without an outbox where a connection is opened for each message. */
    private record Known(String place, String address, Outbox outbox) {}

    /** Those of a topic, and the places of those who were given up, though nobody has removed them. */
    private record Topic(String name, List<Known> all, Set<String> gone) {}

    /** What waits to be sent. */
    private record Letter(Topic topic, ByteBuffer bytes) {}

    DirectPublisher(
            Ends ends,
            Registry mediator,
            Format<M> format,
            Direct.Way way,
            Consumer<IOException> told,
            int number,
            String... topics)
            throws IOException {
        this.mediator = mediator;
        this.format = format;
        this.perMessage = way.perMessage();
        this.told = told;
        this.number = number;
        endpoint = ends.open(setting -> setting);
        for (String topic : topics) {
            this.topics.put(topic, new Topic(topic, new CopyOnWriteArrayList<>(), ConcurrentHashMap.newKeySet()));
        }
        try {
            refresh();
        } catch (IOException e) {
            endpoint.close();
            throw e;
        }
        buffer = way.buffered() ? new Buffer<>(format.largest()) : null;
        sender = way.buffered() ? Daemon.start("pubsub-sender", this::sendAll) : null;
    }

    /** Those who are no longer registered it sends nothing more. */
    @Override
    public void refresh() throws IOException {
        for (Topic topic : topics.values()) {
            List<String> places = mediator.resolve(topic.name);
            for (Known known : topic.all) {
                if (!places.contains(known.place) && topic.all.remove(known) && known.outbox != null) {
                    known.outbox.close();
                }
            }
            topic.gone.retainAll(places);
            for (String place : places) {
                if (!topic.gone.contains(place) && topic.all.stream().noneMatch(known -> known.place.equals(place))) {
                    meet(topic, place);
                }
            }
        }
    }

    private void meet(Topic topic, String place) throws InterruptedIOException {
        String address = address(place);
        try {
            topic.all.add(new Known(place, address, perMessage ? null : connect(address, CONNECT_NANOS)));
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            topic.gone.add(place);
            lose(topic, address, e);
        }
    }

    private String address(String place) {
        String[] addresses = place.split(Direct.SEPARATOR);
        return addresses[number % addresses.length];
    }

    /** Whoever registers may say anything. */
    private Outbox connect(String address, long timeoutNanos) throws IOException {
        try {
            return endpoint.connect(address, timeoutNanos);
        } catch (IllegalArgumentException e) {
            throw new IOException("that is no address: " + e.getMessage(), e);
        }
    }

    private void lose(Topic topic, String address, IOException why) {
        told.accept(new IOException(
                "the subscriber of " + topic.name + " at " + address + " is lost: " + why.getMessage(), why));
        lost.incrementAndGet();
    }

    @Override
    public void publish(String topic, M message) throws IOException {
        Topic to = topics.get(topic);
        if (to == null) {
            throw new IllegalArgumentException("this publisher has the topics " + topics.keySet() + ", not " + topic);
        }
        ByteBuffer bytes = format.write(message);
        if (buffer == null) {
            send(to, bytes);
        } else {
            buffer.put(new Letter(to, bytes));
        }
    }

    private void sendAll() {
        try {
            while (true) {
                Letter letter = buffer.take(0);
                send(letter.topic, letter.bytes);
            }
        } catch (ClosedChannelException end) {
            return;
        } catch (IOException | RuntimeException | Error e) {
            buffer.fail(e);
            if (!ending) {
                told.accept(new IOException("nothing more can be published: " + e, e));
            }
        }
    }

    private void send(Topic topic, ByteBuffer bytes) throws IOException {
        for (Known known : topic.all) {
            try {
                send(known, bytes);
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                if (ending) {
                    throw e;
                }
                giveUp(topic, known, e);
            }
        }
    }

    private void send(Known known, ByteBuffer bytes) throws IOException {
        if (known.outbox != null) {
            known.outbox.send(bytes);
            return;
        }
        try (Outbox once = connect(known.address, CONNECT_NANOS)) {
            once.send(bytes);
        }
    }

    private void giveUp(Topic topic, Known known, IOException why) {
        topic.gone.add(known.place);
        if (!topic.all.remove(known)) {
            // It has left by itself.
            topic.gone.remove(known.place);
            return;
        }
        if (known.outbox != null) {
            Closing.because(why, List.of(known.outbox));
        }
        lose(topic, known.address, why);
    }

    /**
     * Finds out whether a place can be sent to, which may have been given up before.
     *
     * @throws IOException if not; says why
     */
    void requireReachable(String topic, String place) throws IOException {
        connect(address(place), TRYING_NANOS).close();
        topics.get(topic).gone.remove(place);
    }

    @Override
    public int lost() {
        return lost.get();
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>();
        if (buffer != null) {
            all.add(buffer);
            all.add(() -> Daemon.join(sender, "a subscriber takes nothing, and what was published has not left"));
            all.add(buffer::requireWhole);
        }
        all.add(() -> {
            ending = true;
            endpoint.close();
        });
        Closing.all(all);
    }
}
