package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.BACK_PRESSURE;
import static dev.lockstep.transport.Capability.CLAIM;
import static dev.lockstep.transport.Capability.DUPLEX;
import static dev.lockstep.transport.Capability.INTERRUPT;
import static dev.lockstep.transport.Capability.MANY_SENDERS;
import static dev.lockstep.transport.Capability.OFFER;
import static dev.lockstep.transport.Capability.POLL;
import static dev.lockstep.transport.Capability.REPLY;
import static dev.lockstep.transport.Capability.THREADS;
import static dev.lockstep.transport.Capability.TIMEOUT;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Clauses on several peers or threads that send and receive at the same time. */
final class TrafficClauses {
    private static final int EACH = 300;
    private static final int SENDERS = 4;

    private TrafficClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("many send to one", TrafficClauses::manySenders, MANY_SENDERS),
                Clause.of("both send the largest while another thread receives", TrafficClauses::duplex, DUPLEX),
                Clause.of("both send the largest, offering and polling in turn", TrafficClauses::inTurn, OFFER, POLL),
                Clause.of("a receiver that stalls makes its sender wait", TrafficClauses::stalled, BACK_PRESSURE),
                Clause.of("threads share an outbox", TrafficClauses::sharedOutbox, THREADS),
                Clause.of("threads share an outbox, and claim and send", TrafficClauses::sharedClaims, THREADS, CLAIM),
                Clause.of(
                        "threads share an outbox, and send while one asks",
                        TrafficClauses::sharedAsking,
                        THREADS,
                        REPLY),
                Clause.of("threads share an endpoint", TrafficClauses::sharedEndpoint, THREADS),
                Clause.of(
                        "threads share an endpoint, and answer who asked them",
                        TrafficClauses::sharedAnswering,
                        THREADS,
                        REPLY,
                        MANY_SENDERS),
                Clause.of(
                        "threads share an endpoint, each for as long as it likes",
                        TrafficClauses::sharedWaiting,
                        THREADS,
                        TIMEOUT));
    }

    private static void manySenders(Stage stage) throws Exception {
        Endpoint to = stage.open();
        List<Outbox> outboxes = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            outboxes.add(stage.connect(stage.open(), to));
        }
        sendAll(stage, to, outboxes);
    }

    private static void sharedOutbox(Stage stage) throws Exception {
        Endpoint to = stage.open();
        sendAll(stage, to, Collections.nCopies(SENDERS, stage.connect(stage.open(), to)));
    }

    /** Every other thread claims. */
    private static void sharedClaims(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        sendAll(stage, to, SENDERS, me -> {
            if (me % 2 == 0) {
                MessageClauses.send(stage, outbox, me, EACH);
                return;
            }
            Outbox.Claim claim = outbox.claim();
            for (int i = 0; i < EACH; i++) {
                ByteBuffer memory;
                while ((memory = claim.reserve(MessageClauses.size(stage, i))) == null) {
                    Stage.pause();
                }
                Stamp.put(memory.order(ByteOrder.BIG_ENDIAN), me, i);
                claim.commit();
            }
            outbox.flush();
        });
    }

    /** A thread sends by each. */
    private static void sendAll(Stage stage, Endpoint to, List<Outbox> outboxes) throws Exception {
        sendAll(stage, to, outboxes.size(), me -> MessageClauses.send(stage, outboxes.get(me), me, EACH));
    }

    /** What one of several threads sends, which are numbered from 0. */
    @FunctionalInterface
    private interface Sending {
        void run(int me) throws Exception;
    }

    private static void sendAll(Stage stage, Endpoint to, int threads, Sending what) throws Exception {
        List<Future<Void>> sending = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int me = i;
            sending.add(stage.start(() -> {
                what.run(me);
                return null;
            }));
        }
        Tally tally = new Tally(threads);
        stage.receive(to, tally, threads * EACH);
        for (Future<Void> one : sending) {
            stage.join(one);
        }
        tally.require(EACH);
    }

    private static void duplex(Stage stage) throws Exception {
        Endpoint a = stage.open();
        Endpoint b = stage.open();
        Outbox toB = stage.connect(a, b);
        Outbox toA = stage.connect(b, a);
        int count = largeMessages(stage);
        List<Future<Void>> all = List.of(
                stage.start(sending(stage, toB, count)),
                stage.start(sending(stage, toA, count)),
                stage.start(receiving(stage, a, count)),
                stage.start(receiving(stage, b, count)));
        for (Future<Void> one : all) {
            stage.join(one);
        }
    }

    /** Some four times as much as any transport holds by itself, in messages of the largest size. */
    private static int largeMessages(Stage stage) {
        return (int) Math.max(4, (32L << 20) / stage.largest());
    }

    private static Callable<Void> sending(Stage stage, Outbox outbox, int count) {
        return () -> {
            ByteBuffer out = Stamp.put(stage.buffer(), 0, 0);
            for (int i = 0; i < count; i++) {
                outbox.send(out);
            }
            outbox.flush();
            return null;
        };
    }

    private static Callable<Void> receiving(Stage stage, Endpoint endpoint, int count) {
        return () -> {
            ByteBuffer in = stage.buffer();
            for (int i = 0; i < count; i++) {
                Expect.that(stage.message(endpoint, in).remaining() == stage.largest(), "message %s is torn", i);
            }
            Expect.that(Stamp.isWhole(in), "the last message is torn");
            return null;
        };
    }

    private static void inTurn(Stage stage) throws Exception {
        Endpoint a = stage.open();
        Endpoint b = stage.open();
        Outbox toB = stage.connect(a, b);
        Outbox toA = stage.connect(b, a);
        Future<Void> other = stage.start(turns(stage, b, toA));
        turns(stage, a, toB).call();
        stage.join(other);
    }

    private static Callable<Void> turns(Stage stage, Endpoint endpoint, Outbox outbox) {
        return () -> {
            int count = largeMessages(stage);
            int sent = 0;
            Tally tally = new Tally(1);
            ByteBuffer out = stage.buffer();
            long moved = System.nanoTime();
            Stamp.put(out, 0, 0);
            while (sent < count || tally.taken() < count) {
                if (sent < count && outbox.offer(out)) {
                    Stamp.put(out, 0, ++sent);
                    moved = System.nanoTime();
                }
                if (endpoint.poll((message, from) -> tally.take(message), 4) == 0) {
                    Stage.pause();
                } else {
                    moved = System.nanoTime();
                }
                if (System.nanoTime() - moved > stage.patienceNanos()) {
                    throw stage.overdue("a deadlock: %s were sent, and have come: %s", sent, tally);
                }
            }
            outbox.flush();
            tally.require(count);
            return null;
        };
    }

    private static void stalled(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        AtomicLong sent = new AtomicLong();
        CountDownLatch done = new CountDownLatch(1);
        int most = (int) (Stage.MOST_HELD / stage.largest()) + 1;
        Future<Void> sender = stage.start(() -> {
            ByteBuffer out = stage.buffer();
            for (int i = 0; i <= most; i++) {
                outbox.send(Stamp.put(out, 0, i));
                sent.set(i + 1);
            }
            done.countDown();
            outbox.flush();
            return null;
        });
        long before;
        do {
            before = sent.get();
            Expect.that(
                    !done.await(stage.quietNanos(), TimeUnit.NANOSECONDS),
                    "%s bytes were sent to a peer that receives nothing",
                    sent.get() * stage.largest());
        } while (sent.get() != before);
        Tally tally = new Tally(1);
        stage.receive(to, tally, most + 1);
        stage.join(sender);
        tally.require(most + 1);
    }

    private static void sharedEndpoint(Stage stage) throws Exception {
        int threads = 3;
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Tally tally = new Tally(1);
        List<Future<Void>> receiving = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            receiving.add(stage.start(() -> {
                ByteBuffer in = stage.buffer();
                for (int n = 0; n < EACH; n++) {
                    tally.take(stage.message(to, in));
                }
                return null;
            }));
        }
        MessageClauses.send(stage, outbox, 0, threads * EACH);
        for (Future<Void> one : receiving) {
            stage.join(one);
        }
        tally.requireWhole(threads * EACH);
    }

    /** Each client gets back what it has asked, whichever thread it was that has heard it. */
    private static void sharedAnswering(Stage stage) throws Exception {
        Endpoint server = stage.open();
        List<Outbox> clients = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            clients.add(stage.connect(stage.open(), server));
            stage.attempt(() -> {
                Sender asker = new Sender();
                ByteBuffer in = stage.buffer();
                while (true) {
                    ByteBuffer question = stage.message(server, in, asker);
                    server.reply(asker.token(), question);
                }
            });
        }
        List<Future<Void>> asking = new ArrayList<>();
        for (Outbox client : clients) {
            int me = asking.size();
            asking.add(stage.start(() -> {
                ByteBuffer in = stage.buffer();
                for (int i = 0; i < EACH; i++) {
                    int length = client.request(Stamp.put(stage.buffer().limit(100), me, i), in, 0);
                    Expect.stamp(in.duplicate().limit(length), 100, me, i);
                }
                return null;
            }));
        }
        for (Future<Void> one : asking) {
            stage.join(one);
        }
    }

    /** What one thread sends arrives while another waits for its answer, which comes last. */
    private static void sharedAsking(Stage stage) throws Exception {
        Endpoint server = stage.open();
        Outbox outbox = stage.connect(stage.open(), server);
        ByteBuffer in = stage.buffer();
        Future<Integer> asking = ConnectionClauses.waiting(
                stage, () -> outbox.request(Stamp.put(stage.buffer().limit(100), 0, 0), stage.buffer(), 0));
        Sender asker = new Sender();
        stage.message(server, in, asker);
        stage.sendOne(outbox, server);
        server.reply(asker.token(), Stamp.put(in.limit(50), 0, 1));
        int length = stage.join(asking);
        Expect.that(length == 50, "an answer of length %s has come", length);
    }

    /** While one waits without a limit the time of another is over, and a third is interrupted. */
    private static void sharedWaiting(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Future<Integer> patient = ConnectionClauses.waiting(stage, () -> to.receive(stage.buffer(), 0));
        int hasty = stage.join(stage.attempt(() -> to.receive(stage.buffer(), TimeUnit.MILLISECONDS.toNanos(20))));
        Expect.that(hasty == -1, "a message has come that nobody sent");
        if (stage.has(INTERRUPT)) {
            ConnectionClauses.interrupts(stage, () -> to.receive(stage.buffer(), 0));
        }
        outbox.send(Stamp.put(stage.buffer().limit(100), 0, 0));
        int length = stage.join(patient);
        Expect.that(length == 100, "a message of length %s has come", length);
    }
}
