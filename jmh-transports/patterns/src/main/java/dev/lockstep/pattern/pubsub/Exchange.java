package dev.lockstep.pattern.pubsub;

import dev.lockstep.harness.Rank;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.benchmarks.Contents;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.benchmarks.Peers;
import dev.lockstep.transport.process.PeerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A rank's part in a ping-pong by topics. Ranks 0 to P - 1 produce: each publishes to one topic that all others
 * subscribe to, and takes an answer of each by a topic of its own. The others answer with the body that has come. On a
 * WAN those who produce are at one site, the others at the other.
 *
 * @param <M> a message
 */
final class Exchange<M> {
    private static final String PING = "ping";
    private static final String PONG = "pong-";

    /** Between the addresses of mediators or brokers. */
    private static final String SEPARATOR = "\n";

    /** By which ranks find out whether they are in one JVM. */
    private static final String JVM = UUID.randomUUID().toString();

    private final int rank;
    private final int producers;
    private final int subscribers;
    private final Format<M> format;
    private final ByteBuffer body;
    private final Ends ends;

    /** Of rank 0: by site, what topics go by. */
    private final List<Hosted> hosted = new ArrayList<>();

    private final Topics<M> topics;
    private final Topics.Subscription<M> subscription;
    private final Topics.Publisher<M> publisher;

    /** By producer. */
    private final List<String> pongs = new ArrayList<>();

    /** Why answers would be waited for in vain, if they would. */
    private IOException broken;

    private final BitSet answered = new BitSet();
    private long number;
    private M last;

    /**
     * What is to be exchanged, and how.
     *
     * @param producers how many ranks
     * @param way how messages go, if they do so directly
     * @param mediator as users write it
     * @param isWan whether there are two sites
     */
    record Plan(int producers, Direct.Way way, String mediator, boolean isWan) {}

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
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            boolean isOneJvm = Set.copyOf(rank.exchange(JVM)).size() == 1;
            if (this.rank == 0) {
                host(plan, isOneJvm);
            }
            String address =
                    address(rank.exchange(hosted.stream().map(Hosted::text).collect(Collectors.joining(SEPARATOR)))
                            .get(0)
                            .split(SEPARATOR));
            topics = isBrokered() ? new Brokered<>(ends, address, format) : direct(plan, address);
            opened.add(topics);
            Topics.Subscription<M> subscribed = produces()
                    ? topics.subscribe(pongs.get(this.rank), subscribers)
                    : topics.subscribe(PING, producers);
            opened.add(0, subscribed);
            synchronized (this) {
                subscription = subscribed;
                if (broken != null) {
                    subscription.fail(broken);
                }
            }
            rank.exchange("");
            publisher = produces()
                    ? topics.publisher(this.rank, PING)
                    : topics.publisher(this.rank - producers, pongs.toArray(String[]::new));
            opened.add(0, publisher);
            rank.exchange("");
        } catch (IOException | RuntimeException e) {
            opened.addAll(hosted);
            opened.add(ends);
            Closing.because(e, opened);
            throw e;
        }
    }

    private String address(String... all) {
        return all[site() % all.length];
    }

    private Topics<M> direct(Plan plan, String address) throws IOException {
        return new Direct<>(
                ends,
                Mediator.at(address),
                format,
                plan.way(),
                why -> fail(
                        plan.isWan()
                                ? new IOException(
                                        mediator(site(), address) + " takes no messages: " + why.getMessage(), why)
                                : why));
    }

    /**
     * Starts a broker for the second site; or a mediator, in this JVM if all ranks are there, else in a process of its
     * own; or one for each site, through which messages pass, and which are always such processes.
     */
    private void host(Plan plan, boolean isOneJvm) throws IOException {
        Setting setting = ends.setting();
        if (isBrokered()) {
            hosted.add(Hosted.text(setting.hosted()));
            if (plan.isWan()) {
                hosted.add(ends.transport().host(setting));
            }
        } else if (plan.isWan()) {
            hosted.add(relay(0, plan, Optional.empty()));
            hosted.add(relay(1, plan, Optional.of(hosted.get(0).text())));
        } else {
            Setting own = setting.with(Mediator.options(plan.mediator()));
            hosted.add(isOneJvm ? new Mediator().host(own) : PeerProcess.hosted(new Mediator(), own));
        }
    }

    /** Nothing comes any more once it has ended, and nobody but this rank sees that. */
    private Hosted relay(int site, Plan plan, Optional<String> other) throws IOException {
        Transports.Choice clients =
                new Transports.Choice(ends.transport(), ends.setting().options());
        Map<String, String> options = Relay.options(
                plan.mediator(), clients, plan.way().perMessage(), Math.max(producers, subscribers), other);
        return PeerProcess.hosted(
                new Relay(), ends.setting().with(options), end -> fail(new IOException(mediator(site, end))));
    }

    private static String mediator(int site, String address) {
        return "the mediator of site " + site + " at " + address;
    }

    private boolean isBrokered() {
        return ends.transport().topic(PING).isPresent();
    }

    /** If there are two. */
    private int site() {
        return produces() ? 0 : 1;
    }

    private boolean produces() {
        return rank < producers;
    }

    /** Answers would be waited for in vain. */
    private synchronized void fail(IOException why) {
        broken = why;
        if (subscription != null) {
            subscription.fail(why);
        }
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
        List<AutoCloseable> all = new ArrayList<>();
        all.add(publisher);
        all.add(() -> of.exchange(""));
        all.add(this::leave);
        all.add(() -> of.exchange(""));
        all.addAll(hosted);
        all.add(() -> peers.close(of, ends));
        Closing.all(all);
    }

    /** Ends the subscription. */
    void leave() throws IOException {
        Closing.all(List.of(subscription, topics));
    }
}
