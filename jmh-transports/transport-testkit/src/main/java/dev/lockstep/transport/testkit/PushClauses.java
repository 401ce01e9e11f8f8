package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.POLL;
import static dev.lockstep.transport.Capability.PUSH;
import static dev.lockstep.transport.Capability.REPLY;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Clauses on messages that are given to a receiver. */
final class PushClauses {
    private static final int MANY = 2_000;
    private static final int TURNS = 200;
    private static final long LITTLE_NANOS = 200_000;

    private PushClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("messages are given to a receiver, once, whole and in order", PushClauses::pushed, PUSH),
                Clause.of("an exception of a receiver costs its message alone", PushClauses::thrown, PUSH),
                Clause.of("a receiver sends from where it is called", PushClauses::bounced, PUSH),
                Clause.of("a receiver answers from where it is called", PushClauses::answered, PUSH, REPLY),
                Clause.of("a receiver sends by what another thread sends by", PushClauses::shared, PUSH),
                Clause.of("a receiver closes its endpoint", PushClauses::closes, PUSH),
                Clause.of("who has a receiver receives nothing by hand", PushClauses::byHand, PUSH),
                Clause.of("nothing is given to a receiver once its endpoint is closed", PushClauses::closed, PUSH));
    }

    /** A receiver that does not fail: an exception of it would be told to nobody, and is the clause's. */
    private interface Sound {
        void take(ByteBuffer message, long sender) throws Exception;
    }

    private static Endpoint open(Stage stage, Sound receiver) throws IOException {
        return openAny(stage, (message, sender) -> {
            try {
                receiver.take(message, sender);
            } catch (Exception | Error e) {
                stage.fail(e);
            }
        });
    }

    private static Endpoint openAny(Stage stage, Endpoint.Receiver receiver) throws IOException {
        return stage.closing(stage.transport().open(stage.setting().withReceiver(Optional.of(receiver))));
    }

    private static ByteBuffer small(int sender, int sequence) {
        return Stamp.put(ByteBuffer.allocate(100), sender, sequence);
    }

    private static void await(Stage stage, String otherwise, BooleanSupplier fact) throws InterruptedException {
        long start = System.nanoTime();
        while (!fact.getAsBoolean()) {
            if (System.nanoTime() - start > stage.patienceNanos()) {
                throw stage.overdue(otherwise);
            }
            Thread.sleep(1);
        }
    }

    /** Waits for what must not happen. */
    private static void quietUnless(Stage stage, BooleanSupplier fact) throws InterruptedException {
        long start = System.nanoTime();
        while (!fact.getAsBoolean() && System.nanoTime() - start < stage.quietNanos()) {
            Thread.sleep(1);
        }
    }

    private static void pushed(Stage stage) throws Exception {
        Tally tally = new Tally(1);
        Endpoint to = open(stage, (message, sender) -> tally.take(message));
        MessageClauses.send(stage, stage.connect(stage.open(), to), 0, MANY);
        await(stage, "not all messages are given to the receiver", () -> tally.taken() >= MANY);
        tally.require(MANY);
    }

    private static void thrown(Stage stage) throws Exception {
        Tally tally = new Tally(1);
        Endpoint to = openAny(stage, (message, sender) -> {
            int sequence = Stamp.sequence(message);
            tally.take(message);
            if (sequence % 4 == 0) {
                throw new IOException("the receiver's own");
            }
            if (sequence % 4 == 2) {
                throw new IllegalStateException("the receiver's own");
            }
        });
        MessageClauses.send(stage, stage.connect(stage.open(), to), 0, TURNS);
        await(stage, "what comes behind an exception is not given", () -> tally.taken() >= TURNS);
        tally.require(TURNS);
    }

    /** Two receivers send each other one message to and fro, in nobody else's thread. */
    private static void bounced(Stage stage) throws Exception {
        CompletableFuture<Outbox> toA = new CompletableFuture<>();
        CompletableFuture<Outbox> toB = new CompletableFuture<>();
        AtomicInteger last = new AtomicInteger(-1);
        Endpoint a = open(stage, (message, sender) -> bounce(message, toB, last));
        Endpoint b = open(stage, (message, sender) -> bounce(message, toA, last));
        toB.complete(stage.connect(a, b));
        toA.complete(stage.connect(b, a));
        toB.join().send(small(0, 0));
        await(stage, "receivers that send are stuck", () -> last.get() == MANY);
    }

    private static void bounce(ByteBuffer message, CompletableFuture<Outbox> to, AtomicInteger last)
            throws IOException {
        int sequence = Stamp.sequence(message);
        Expect.stamp(message, 100, 0, last.get() + 1);
        last.set(sequence);
        if (sequence < MANY) {
            to.join().send(small(0, sequence + 1));
        }
    }

    private static void answered(Stage stage) throws Exception {
        CompletableFuture<Endpoint> self = new CompletableFuture<>();
        AtomicInteger calls = new AtomicInteger();
        Endpoint server = open(stage, (message, sender) -> {
            int overlapping = calls.getAndIncrement();
            self.join().reply(sender, small(0, Stamp.sequence(message) + 1));
            // The next request is on its way.
            LockSupport.parkNanos(LITTLE_NANOS);
            calls.decrementAndGet();
            Expect.that(overlapping == 0, "a receiver is given a message of the connection before it has returned");
        });
        self.complete(server);
        Outbox outbox = stage.connect(stage.open(), server);
        ByteBuffer in = stage.buffer();
        for (int i = 0; i < TURNS; i++) {
            int length = outbox.request(small(0, i), in, stage.patienceNanos());
            if (length < 0) {
                throw stage.overdue("the receiver does not answer");
            }
            Expect.stamp(in.duplicate().limit(length), 100, 0, i + 1);
        }
    }

    private static void shared(Stage stage) throws Exception {
        for (Way way : Way.values()) {
            if (way.capability == null || stage.has(way.capability)) {
                shared(stage, way);
            }
        }
    }

    private static void shared(Stage stage, Way way) throws Exception {
        CompletableFuture<Outbox> both = new CompletableFuture<>();
        AtomicReference<Outbox.Claim> claim = new AtomicReference<>();
        Endpoint via = open(stage, (message, sender) -> {
            if (way == Way.CLAIM && claim.get() == null) {
                claim.set(both.join().claim());
            }
            way.send(both.join(), claim.get(), small(1, Stamp.sequence(message)));
        });
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(via, to);
        both.complete(outbox);
        Outbox asking = stage.connect(stage.open(), via);
        List<Future<Void>> senders = List.of(
                stage.start(() -> {
                    MessageClauses.send(stage, asking, 0, MANY);
                    return null;
                }),
                stage.start(() -> {
                    Outbox.Claim own = way == Way.CLAIM ? outbox.claim() : null;
                    for (int i = 0; i < MANY; i++) {
                        way.send(outbox, own, small(0, i));
                    }
                    return null;
                }));
        Tally tally = new Tally(2);
        stage.receive(to, tally, 2 * MANY);
        for (Future<Void> sender : senders) {
            stage.join(sender);
        }
        tally.require(MANY);
    }

    /** A way to send, each message for itself. */
    private enum Way {
        SEND(null),
        OFFER(Capability.OFFER),
        CLAIM(Capability.CLAIM);

        /** Without which there is no such way. */
        private final Capability capability;

        Way(Capability capability) {
            this.capability = capability;
        }

        void send(Outbox outbox, Outbox.Claim claim, ByteBuffer message) throws Exception {
            if (this == OFFER) {
                while (!outbox.offer(message)) {
                    Stage.pause();
                }
            } else {
                MessageClauses.send(outbox, message, claim);
            }
            outbox.flush();
        }
    }

    private static void closes(Stage stage) throws Exception {
        AtomicBoolean isClosed = new AtomicBoolean();
        AtomicInteger given = new AtomicInteger();
        CompletableFuture<Endpoint> self = new CompletableFuture<>();
        Endpoint to = open(stage, (message, sender) -> {
            given.incrementAndGet();
            self.join().close();
            isClosed.set(true);
        });
        self.complete(to);
        Outbox outbox = stage.connect(stage.open(), to);
        stage.attempt(() -> {
            MessageClauses.send(stage, outbox, 0, TURNS);
            return null;
        });
        await(stage, "a receiver that closes its endpoint is stuck", isClosed::get);
        quietUnless(stage, () -> given.get() > 1);
        Expect.that(given.get() == 1, "a receiver that has closed its endpoint is given %s messages", given);
    }

    private static void byHand(Stage stage) throws Exception {
        Endpoint to = open(stage, (message, sender) -> {});
        Expect.refused(IllegalStateException.class, "receiving by hand", () -> to.receive(stage.buffer(), 1));
        if (stage.has(REPLY)) {
            Expect.refused(
                    IllegalStateException.class,
                    "receiving by hand, to answer,",
                    () -> to.receive(stage.buffer(), new Sender(), 1));
        }
        if (stage.has(POLL)) {
            Expect.refused(IllegalStateException.class, "polling", () -> to.poll((message, sender) -> {}, 1));
        }
    }

    private static void closed(Stage stage) throws Exception {
        AtomicBoolean isClosed = new AtomicBoolean();
        AtomicBoolean late = new AtomicBoolean();
        AtomicInteger given = new AtomicInteger();
        Endpoint to = open(stage, (message, sender) -> {
            given.incrementAndGet();
            if (isClosed.get()) {
                late.set(true);
            }
        });
        Outbox outbox = stage.connect(stage.open(), to);
        stage.attempt(() -> {
            while (true) {
                outbox.send(small(0, 0));
            }
        });
        await(stage, "nothing is given to the receiver", () -> given.get() > 0);
        to.close();
        isClosed.set(true);
        quietUnless(stage, late::get);
        Expect.that(!late.get(), "a message is given to a receiver whose endpoint is closed");
    }
}
