package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.DUPLEX;
import static dev.lockstep.transport.Capability.PEER_DEATH;
import static dev.lockstep.transport.Capability.PROCESSES;
import static dev.lockstep.transport.Capability.REPLY;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        try (Other other = Other.start(stage, here.address())) {
            Outbox outbox = stage.closing(here.connect(other.address(), Stage.LONG_NANOS));
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

    private static void killed(Stage stage) throws Exception {
        Endpoint here = stage.open();
        try (Other other = Other.start(stage, here.address())) {
            Outbox outbox = stage.closing(here.connect(other.address(), Stage.LONG_NANOS));
            outbox.send(Stamp.put(stage.buffer().limit(100), 0, 0));
            sentBack(stage, here);
            other.kill();
            Expect.fails(
                    "sending to a peer that was killed", () -> ConnectionClauses.sendOn(stage, outbox, SELDOM_MILLIS));
        }
    }

    private static void killedWhileAsked(Stage stage) throws Exception {
        Endpoint here = stage.open();
        try (Other other = Other.start(stage, here.address())) {
            Outbox outbox = stage.closing(here.connect(other.address(), Stage.LONG_NANOS));
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
        try (Other other = Other.start(stage, here.address())) {
            Outbox outbox = stage.closing(here.connect(other.address(), Stage.LONG_NANOS));
            outbox.send(Stamp.put(stage.buffer().limit(100), 0, 0));
            sentBack(stage, here);
            long killed = here.sender();
            other.kill();
            if (stage.has(REPLY)) {
                Expect.fails("answering a peer that was killed", () -> answerOn(stage, here, killed));
            }
            ConnectionClauses.sendOne(stage, stage.connect(stage.open(), here), here);
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

    /** The other process, which sends back what comes; see {@link PeerMain}. */
    private record Other(Process process, Path folder) implements AutoCloseable {
        static Other start(Stage stage, String back) throws IOException {
            Setting setting = stage.setting();
            Path folder = Files.createTempDirectory(stage.folder(), "other");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
            List<String> classPath = new ArrayList<>(List.of(System.getProperty("java.class.path")));
            Availability availability = stage.transport().availability(stage.options());
            if (availability instanceof Availability.Available found) {
                command.addAll(found.options());
                found.classPath().forEach(path -> classPath.add(path.toString()));
            }
            command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), PeerMain.class.getName()));
            command.addAll(List.of(
                    stage.transport().getClass().getName(),
                    folder.toString(),
                    setting.folder().toString(),
                    Integer.toString(setting.largest()),
                    back));
            new TreeMap<>(stage.options()).forEach((name, value) -> command.add(name + "=" + value));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile());
            if (availability instanceof Availability.Available found) {
                builder.environment().putAll(Map.copyOf(found.environment()));
            }
            return new Other(builder.start(), folder);
        }

        /** Its address, once it has one. */
        String address() throws IOException, InterruptedException {
            long start = System.nanoTime();
            while (!Files.exists(folder.resolve(PeerMain.ADDRESS))) {
                Expect.that(
                        process.isAlive() && System.nanoTime() - start < Stage.LONG_NANOS,
                        "the other process has no address: %s",
                        said());
                Thread.sleep(10);
            }
            return Files.readString(folder.resolve(PeerMain.ADDRESS));
        }

        private String said() throws IOException {
            try (Stream<String> lines = Files.lines(folder.resolve("output"))) {
                return lines.limit(20).collect(Collectors.joining("; "));
            }
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
