package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.DUPLEX;
import static dev.lockstep.transport.Capability.PEER_DEATH;
import static dev.lockstep.transport.Capability.PROCESSES;
import static dev.lockstep.transport.Capability.REPLY;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.process.PeerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;

/** Clauses on peers in two processes, the second of which is started here. */
final class ProcessClauses {
    private static final int MESSAGES = 500;

    /** Between messages of one who sends so seldom that no memory is full before the patience ends. */
    private static final long SELDOM_MILLIS = 100;

    private ProcessClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of(
                        "an address works from another process, and messages go to and fro",
                        ProcessClauses::echo,
                        PROCESSES),
                Clause.of("what peers share ends when its process is killed", ProcessClauses::hostKilled, PROCESSES),
                Clause.of(
                        "a peer that is killed is seen by who sends to it",
                        ProcessClauses::killed,
                        PROCESSES,
                        PEER_DEATH),
                Clause.of(
                        "a peer that is killed is seen by who waits for its answer",
                        ProcessClauses::killedWhileAsked,
                        PROCESSES,
                        PEER_DEATH,
                        REPLY,
                        DUPLEX),
                Clause.of(
                        "a peer that is killed is seen by who answers it, and others are received",
                        ProcessClauses::killedSender,
                        PROCESSES,
                        PEER_DEATH));
    }

    private static void echo(Stage stage) throws Exception {
        Endpoint here = stage.open();
        try (PeerProcess other = other(stage, here)) {
            Outbox outbox = stage.closing(here.connect(other.said(), Stage.LONG_NANOS));
            Future<Void> sender = stage.start(() -> {
                MessageClauses.send(stage, outbox, 0, MESSAGES);
                return null;
            });
            Tally tally = new Tally(1);
            stage.receive(here, tally, MESSAGES);
            stage.join(sender);
            tally.require(MESSAGES);
        }
    }

    /** Nobody closes it then, and nobody tells it. */
    private static void hostKilled(Stage stage) throws Exception {
        try (PeerProcess host =
                PeerProcess.host(stage.transport(), stage.setting().withHosted(""))) {
            host.said();
            List<ProcessHandle> shared = host.descendants();
            boolean hosts = stage.transport().hosted(stage.options()) != Hosted.Per.NOBODY;
            Expect.that(hosts || shared.isEmpty(), "nothing is hosted, but there are %s processes", shared.size());
            host.kill();
            long start = System.nanoTime();
            while (shared.stream().anyMatch(ProcessHandle::isAlive)) {
                if (System.nanoTime() - start > stage.patienceNanos()) {
                    shared.forEach(ProcessHandle::destroyForcibly);
                    throw stage.overdue("processes are left of what was hosted");
                }
                Thread.sleep(10);
            }
        }
    }

    private static void killed(Stage stage) throws Exception {
        Endpoint here = stage.open();
        try (PeerProcess other = other(stage, here)) {
            Outbox outbox = stage.closing(here.connect(other.said(), Stage.LONG_NANOS));
            outbox.send(Stamp.put(stage.buffer().limit(100), 0, 0));
            sentBack(stage, here);
            other.kill();
            Expect.fails(
                    "sending to a peer that was killed", () -> ConnectionClauses.sendOn(stage, outbox, SELDOM_MILLIS));
        }
    }

    private static void killedWhileAsked(Stage stage) throws Exception {
        Endpoint here = stage.open();
        try (PeerProcess other = other(stage, here)) {
            Outbox outbox = stage.closing(here.connect(other.said(), Stage.LONG_NANOS));
            Future<Integer> asking =
                    stage.attempt(() -> outbox.request(Stamp.put(stage.buffer().limit(100), 0, 0), stage.buffer(), 0));
            // It sends back what it was asked, but does not answer.
            sentBack(stage, here);
            other.kill();
            Expect.fails("waiting for the answer of a peer that was killed", () -> stage.join(asking));
        }
    }

    /** To who receives it is as if the peer had closed: all that it sent has come. */
    private static void killedSender(Stage stage) throws Exception {
        Endpoint here = stage.open();
        try (PeerProcess other = other(stage, here)) {
            Outbox outbox = stage.closing(here.connect(other.said(), Stage.LONG_NANOS));
            outbox.send(Stamp.put(stage.buffer().limit(100), 0, 0));
            Sender killed = new Sender();
            if (stage.has(REPLY)) {
                Expect.that(here.receive(stage.buffer(), killed, Stage.LONG_NANOS) == 100, "nothing has come back");
            } else {
                sentBack(stage, here);
            }
            other.kill();
            if (stage.has(REPLY)) {
                Expect.fails("answering a peer that was killed", () -> answerOn(stage, here, killed.token()));
            }
            stage.sendOne(stage.connect(stage.open(), here), here);
        }
    }

    private static void answerOn(Stage stage, Endpoint here, long sender) throws Exception {
        ByteBuffer in = stage.buffer();
        ByteBuffer out = Stamp.put(stage.buffer().limit(100), 0, 0);
        long start = System.nanoTime();
        while (System.nanoTime() - start < stage.patienceNanos()) {
            Expect.that(here.receive(in, 1_000_000) < 0, "a peer that was killed has sent something");
            here.reply(sender, out);
        }
        throw stage.overdue("answering goes on");
    }

    /** A process that has just begun is slow. */
    private static void sentBack(Stage stage, Endpoint here) throws IOException {
        Expect.stamp(stage.message(here, stage.buffer(), Stage.LONG_NANOS), 100, 0, 0);
    }

    private static PeerProcess other(Stage stage, Endpoint here) throws IOException {
        return PeerProcess.start(stage.transport(), stage.setting(), here.address(), Long.MAX_VALUE);
    }
}
