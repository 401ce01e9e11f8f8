package dev.lockstep.pattern.pubsub;

import dev.lockstep.harness.Rank;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.benchmarks.Contents;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.benchmarks.Peers;
import dev.lockstep.transport.process.PeerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A rank's part in a ping-pong by topics. Ranks 0 to P - 1 produce: each publishes to one topic that all others
 * subscribe to, and takes an answer of each by a topic of its own. The others answer with the body that has come.
 *
 * @param <M> a message
 */
final class Exchange<M> {
    private static final String PING = "ping";
    private static final String PONG = "pong-";

    /** By which ranks find out whether they are in one JVM. */
    private static final String JVM = UUID.randomUUID().toString();

    private final int rank;
    private final int producers;
    private final int subscribers;
    private final Format<M> format;
    private final ByteBuffer body;
    private final Ends ends;
    private final Hosted mediator;
    private final Topics<M> topics;
    private final Topics.Subscription<M> subscription;
    private final Topics.Publisher<M> publisher;

    /** By producer. */
    private final List<String> pongs = new ArrayList<>();

    private final BitSet answered = new BitSet();
    private long number;
    private M last;

    /**
     * What is to be exchanged, and how.
     *
     * @param producers how many ranks
     * @param way how messages go, if they do so directly
     * @param mediator as users write it
     */
    record Plan(int producers, Direct.Way way, String mediator) {}

    /**
     * Subscribes, and finds those who have; all ranks do so together.
     *
     * @param bytes of a body
     * @throws IllegalArgumentException if nobody is left to subscribe
     */
    Exchange(Rank rank, Peers peers, Format<M> format, int bytes, Plan plan) throws IOException {
        this.rank = rank.rank();
        this.format = format;
        producers = plan.producers();
        subscribers = rank.size() - producers;
        if (subscribers < 1) {
            throw new IllegalArgumentException("producers=" + producers + " leaves nobody to subscribe: take --ranks "
                    + (producers + 1) + " or more, not " + rank.size());
        }
        for (int i = 0; i < producers; i++) {
            pongs.add(PONG + i);
        }
        body = rank.allocate("direct", bytes);
        Contents.put(body, this.rank);
        ends = peers.ends(rank, format.largest());
        if (ends.transport().topic(PING).isPresent()) {
            mediator = Hosted.NOTHING;
            topics = new Brokered<>(ends, format);
        } else {
            mediator = mediator(rank, plan.mediator());
            String address = rank.exchange(mediator.text()).get(0);
            topics = new Direct<>(ends, Mediator.at(address), format, plan.way(), this::lost);
        }
        subscription =
                produces() ? topics.subscribe(pongs.get(this.rank), subscribers) : topics.subscribe(PING, producers);
        rank.exchange("");
        publisher = produces()
                ? topics.publisher(this.rank, PING)
                : topics.publisher(this.rank - producers, pongs.toArray(String[]::new));
        rank.exchange("");
    }

    /** That of rank 0: in its JVM if all ranks are there, else in a process of its own. */
    private Hosted mediator(Rank of, String text) throws IOException {
        boolean isOneJvm = Set.copyOf(of.exchange(JVM)).size() == 1;
        if (rank > 0) {
            return Hosted.NOTHING;
        }
        Setting setting = ends.setting().with(Mediator.options(text));
        return isOneJvm ? new Mediator().host(setting) : PeerProcess.hosted(new Mediator(), setting);
    }

    private boolean produces() {
        return rank < producers;
    }

    /** Answers would be waited for in vain. */
    private void lost(IOException why) {
        subscription.fail(why);
    }

    /** One message to and fro: of this producer, or one of each. */
    void pingPong() throws IOException {
        if (produces()) {
            produce();
        } else {
            for (int i = 0; i < producers; i++) {
                answer();
            }
        }
    }

    private void produce() throws IOException {
        number++;
        publisher.publish(PING, format.message(PING, rank, number, body));
        answered.clear();
        for (int i = 0; i < subscribers; i++) {
            M pong = subscription.take(0);
            int from = format.publisher(pong);
            if (from != Format.UNKNOWN && (format.number(pong) != number || answered.get(from))) {
                throw new IllegalStateException("rank " + from + " has answered message " + format.number(pong)
                        + " when message " + number + " was out"
                        + (answered.get(from) ? ", and had answered it before" : ""));
            }
            answered.set(Math.max(0, from));
            last = pong;
        }
    }

    private void answer() throws IOException {
        M ping = subscription.take(0);
        last = ping;
        String topic = pongs.get(producer(ping));
        publisher.publish(topic, format.message(topic, rank, format.number(ping), format.body(ping)));
    }

    /** Who has sent a ping; where messages do not say it there is one producer. */
    private int producer(M ping) {
        return Math.max(0, format.publisher(ping));
    }

    /** Forgets what has come. */
    void fill() {
        last = null;
    }

    /** Requires what has come last to be what was sent. */
    void check() {
        if (last == null) {
            throw new IllegalStateException("rank " + rank + " has seen no message");
        }
        ByteBuffer came = format.body(last);
        Contents.requireLength(body.remaining(), came.remaining());
        Contents.require(came, produces() ? rank : producer(last));
    }

    /** Ends it; all ranks do so together. */
    void close(Rank of, Peers peers) throws IOException {
        Closing.all(List.of(
                publisher,
                () -> of.exchange(""),
                this::leave,
                () -> of.exchange(""),
                mediator,
                () -> peers.close(of, ends)));
    }

    /** Ends the subscription. */
    void leave() throws IOException {
        Closing.all(List.of(subscription, topics));
    }
}
