package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.BACK_PRESSURE;
import static dev.lockstep.transport.Capability.BIND;
import static dev.lockstep.transport.Capability.CLAIM;
import static dev.lockstep.transport.Capability.MANY_SENDERS;
import static dev.lockstep.transport.Capability.OFFER;
import static dev.lockstep.transport.Capability.POLL;
import static dev.lockstep.transport.Capability.REPLY;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Clauses on what some transports have: poll, offer, claim, request and reply. */
final class PollClauses {
    private static final int CLOSES = 50;

    private PollClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("polling takes what is there, in place, and no more than asked", PollClauses::polled, POLL),
                Clause.of("an exception of the receiver passes, and its message is taken", PollClauses::thrown, POLL),
                Clause.of("a refused offer has no effect", PollClauses::offered, OFFER, BACK_PRESSURE),
                Clause.of("what is claimed is sent by the commit, not before", PollClauses::claimed, CLAIM),
                Clause.of(
                        "a claim that there is no room for is null, later it is not",
                        PollClauses::full,
                        CLAIM,
                        BACK_PRESSURE),
                Clause.of("answers go to who asked", PollClauses::answered, REPLY),
                Clause.of("answers go to each of several who ask", PollClauses::severalAnswered, REPLY, MANY_SENDERS),
                Clause.of("the answer of who closes then is heard", PollClauses::answeredAndClosed, REPLY, BIND),
                Clause.of(
                        "a request that nobody answers gives up", PollClauses::unanswered, REPLY, Capability.TIMEOUT));
    }

    /** Polls until there was something, and returns how much. */
    private static int poll(Stage stage, Endpoint endpoint, Endpoint.Receiver receiver, int limit) throws IOException {
        long start = System.nanoTime();
        int count;
        while ((count = endpoint.poll(receiver, limit)) == 0) {
            if (System.nanoTime() - start > stage.patienceNanos()
                    || Thread.currentThread().isInterrupted()) {
                throw stage.overdue("nothing is polled");
            }
        }
        return count;
    }

    private static void polled(Stage stage) throws Exception {
        int count = 300;
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Expect.that(to.poll((message, sender) -> {}, 1) == 0, "a message was polled that nobody sent");
        Future<Void> sender = stage.start(() -> {
            MessageClauses.send(stage, outbox, 0, count);
            return null;
        });
        Tally tally = new Tally(1);
        while (tally.taken() < count) {
            int before = tally.taken();
            int polled = poll(stage, to, (message, from) -> tally.take(message), 3);
            Expect.that(
                    polled == tally.taken() - before && polled <= 3,
                    "%s messages were given, %s said, at most 3 asked for",
                    tally.taken() - before,
                    polled);
        }
        stage.join(sender);
        tally.require(count);
    }

    private static void thrown(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Future<Void> sender = stage.start(() -> {
            outbox.send(Stamp.put(stage.buffer().limit(100), 0, 0));
            outbox.send(Stamp.put(stage.buffer().limit(100), 0, 1));
            return null;
        });
        IOException mine = new IOException("the receiver's own");
        IOException passed = Expect.fails(
                "polling with a receiver that fails",
                () -> poll(
                        stage,
                        to,
                        (message, from) -> {
                            throw mine;
                        },
                        1));
        Expect.that(passed == mine, "another exception came out: %s", passed);
        poll(stage, to, (message, from) -> Expect.stamp(message, 100, 0, 1), 1);
        stage.join(sender);
    }

    private static void offered(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        ByteBuffer out = stage.buffer();
        int sent = 0;
        int refused = 0;
        while (refused < 3) {
            Stamp.put(out.clear(), 0, sent);
            if (outbox.offer(out)) {
                sent++;
            } else {
                refused++;
            }
            Stamp.put(out, 0, -1);
            Expect.that((long) sent * stage.largest() < Stage.MOST_HELD, "no offer is refused, after %s", sent);
        }
        int total = sent + 1;
        Future<Void> sender = stage.start(() -> {
            Stamp.put(out, 0, total - 1);
            while (!outbox.offer(out)) {
                Stage.pause();
            }
            outbox.flush();
            return null;
        });
        Tally tally = new Tally(1);
        stage.receive(to, tally, total);
        stage.join(sender);
        tally.require(total);
        if (stage.has(Capability.TIMEOUT)) {
            Expect.that(to.receive(stage.buffer(), 1_000_000) == -1, "a refused offer has come");
        }
    }

    /** What was written to it stands where the next messages will be. */
    private static void forgotten(Stage stage, Endpoint to, Outbox outbox, Outbox.Claim claim) throws Exception {
        ByteBuffer forgotten = claim.reserve(Math.min(300, stage.largest()));
        while (forgotten.hasRemaining()) {
            forgotten.put((byte) 0xff);
        }
        Stamp.put(claim.reserve(Stamp.BYTES).order(ByteOrder.BIG_ENDIAN), 0, 0);
        claim.commit();
        outbox.flush();
        stage.stamp(to, stage.buffer(), Stamp.BYTES, 0, 0);
        if (stage.has(Capability.POLL)) {
            int more = to.poll((message, sender) -> {}, 1);
            Expect.that(more == 0, "what was claimed and forgotten has come");
        }
    }

    private static void claimed(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Outbox.Claim first = outbox.claim();
        Expect.refused(IllegalStateException.class, "committing what was not claimed", first::commit);
        forgotten(stage, to, outbox, first);
        Future<Void> sender = stage.start(() -> {
            Outbox.Claim claim = outbox.claim();
            for (int i = 0; i < 100; i++) {
                ByteBuffer memory;
                while ((memory = claim.reserve(Stamp.BYTES + i)) == null) {
                    Stage.pause();
                }
                Expect.that(memory.remaining() == Stamp.BYTES + i, "%s bytes are claimed", memory.remaining());
                Stamp.put(memory.order(ByteOrder.BIG_ENDIAN), 0, i);
                claim.commit();
            }
            outbox.flush();
            Expect.refused(IllegalStateException.class, "committing a second time", claim::commit);
            outbox.send(Stamp.put(stage.buffer().limit(200), 0, 100));
            return null;
        });
        ByteBuffer in = stage.buffer();
        for (int i = 0; i < 100; i++) {
            stage.stamp(to, in, Stamp.BYTES + i, 0, i);
        }
        stage.stamp(to, in, 200, 0, 100);
        stage.join(sender);
    }

    private static void full(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Outbox.Claim claim = outbox.claim();
        int sent = 0;
        ByteBuffer memory;
        while ((memory = claim.reserve(stage.largest())) != null) {
            Stamp.put(memory.order(ByteOrder.BIG_ENDIAN), 0, sent++);
            claim.commit();
            Expect.that((long) sent * stage.largest() < Stage.MOST_HELD, "there is always room, after %s", sent);
        }
        int total = sent + 1;
        Future<Void> sender = stage.start(() -> {
            ByteBuffer later;
            while ((later = claim.reserve(stage.largest())) == null) {
                Stage.pause();
            }
            Stamp.put(later.order(ByteOrder.BIG_ENDIAN), 0, total - 1);
            claim.commit();
            outbox.flush();
            return null;
        });
        for (int i = 0; i < total; i++) {
            stage.stamp(to, stage.buffer(), stage.largest(), 0, i);
        }
        stage.join(sender);
    }

    private static void answered(Stage stage) throws Exception {
        ask(stage, 1);
    }

    private static void severalAnswered(Stage stage) throws Exception {
        ask(stage, 3);
    }

    /**
     * Each client asks, with nothing in between, and gets back its own message, numbered by the server; at first all wait
     * at once, and who has asked last is answered first.
     */
    private static void ask(Stage stage, int clients) throws Exception {
        int questions = 50;
        Endpoint server = stage.open();
        List<Future<Void>> asking = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            Outbox outbox = stage.connect(stage.open(), server);
            int me = client;
            asking.add(stage.start(() -> {
                ByteBuffer answer = stage.buffer();
                for (int i = 0; i < questions; i++) {
                    int length = outbox.request(
                            Stamp.put(stage.buffer().limit(MessageClauses.size(stage, i)), me, i),
                            answer,
                            Stage.LONG_NANOS);
                    Expect.that(length >= Stamp.BYTES, "an answer of length %s has come", length);
                    Expect.stamp(answer.duplicate().limit(length), length, me, i + 1);
                }
                return null;
            }));
        }
        Deque<Expect.Action> answers = new ArrayDeque<>();
        for (int i = 0; i < clients; i++) {
            answers.push(hear(stage, server, stage.buffer()));
        }
        for (Expect.Action answer : answers) {
            answer.run();
        }
        ByteBuffer in = stage.buffer();
        for (int i = clients; i < clients * questions; i++) {
            hear(stage, server, in).run();
        }
        for (Future<Void> one : asking) {
            stage.join(one);
        }
    }

    private static void answeredAndClosed(Stage stage) throws Exception {
        Endpoint client = stage.open();
        ByteBuffer in = stage.buffer();
        for (int i = 0; i < CLOSES; i++) {
            Endpoint server = stage.open();
            Future<Void> serving = stage.start(() -> {
                hear(stage, server, stage.buffer()).run();
                server.close();
                return null;
            });
            try (Outbox outbox = stage.connect(client, server)) {
                int length = outbox.request(Stamp.put(stage.buffer().limit(100), 0, i), in, Stage.LONG_NANOS);
                Expect.that(length == 100, "an answer of length %s has come", length);
                Expect.stamp(in.duplicate().limit(length), length, 0, i + 1);
            }
            stage.join(serving);
        }
    }

    /** Hears a question; its answer is the question with the next number. */
    private static Expect.Action hear(Stage stage, Endpoint server, ByteBuffer in) throws IOException {
        Sender from = new Sender();
        ByteBuffer question = stage.message(server, in, from);
        Stamp.put(question, Stamp.sender(question), Stamp.sequence(question) + 1);
        return () -> server.reply(from.token(), question);
    }

    /** The next request gets no answer of the one before: it fails, or gets its own. */
    private static void unanswered(Stage stage) throws Exception {
        Endpoint server = stage.open();
        Outbox outbox = stage.connect(stage.open(), server);
        ByteBuffer answer = stage.buffer();
        int length = outbox.request(question(stage, 0), answer, TimeUnit.MILLISECONDS.toNanos(20));
        Expect.that(length == -1, "an answer of %s bytes has come that nobody gave", length);
        Future<Integer> second = stage.attempt(() -> outbox.request(question(stage, 1), answer, Stage.LONG_NANOS));
        answerAll(stage, server, second);
        try {
            length = stage.join(second);
        } catch (IOException told) {
            return;
        }
        Expect.that(length == 100, "an answer of %s bytes has come, to another request", length);
        Expect.stamp(answer.duplicate().limit(length), 100, 0, 1);
    }

    private static ByteBuffer question(Stage stage, int number) {
        return Stamp.put(stage.buffer().limit(100), 0, number);
    }

    /** Answers each with itself, until that is done; who has given up may be gone. */
    private static void answerAll(Stage stage, Endpoint server, Future<Integer> done) throws IOException {
        Sender asker = new Sender();
        ByteBuffer in = stage.buffer();
        while (!done.isDone()) {
            int length = server.receive(in, asker, 1_000_000);
            if (length >= 0) {
                try {
                    server.reply(asker.token(), in.duplicate().limit(length));
                } catch (IOException gone) {
                    continue;
                }
            }
        }
    }
}
