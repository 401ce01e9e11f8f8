package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.BACK_PRESSURE;
import static dev.lockstep.transport.Capability.BIND;
import static dev.lockstep.transport.Capability.INTERRUPT;
import static dev.lockstep.transport.Capability.TIMEOUT;
import static dev.lockstep.transport.Capability.WAKE;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Clauses on closing, and on interrupts. */
final class ConnectionClauses {
    private static final int OPENS = 1_000;

    /** Rounds in which an endpoint closes while another connects. */
    private static final int CLOSES = 400;

    private static final int CONNECTS = 20;

    /** Descriptors and threads that the JVM takes for itself while others are counted. */
    private static final int OF_THE_JVM = 20;

    private ConnectionClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("closing twice is closing once, and what is closed fails", ConnectionClauses::closed),
                Clause.of("what was sent arrives though the outbox was closed", ConnectionClauses::sentAndClosed),
                Clause.of("a sender that has closed is no error", ConnectionClauses::leaves),
                Clause.of("sending to an endpoint that has closed fails", ConnectionClauses::peerClosed, BIND),
                Clause.of(
                        "who connects while an endpoint closes is refused, or told",
                        ConnectionClauses::closesMeanwhile,
                        BIND),
                Clause.of("closing wakes who receives", ConnectionClauses::wakesReceiver, WAKE),
                Clause.of("closing wakes who sends", ConnectionClauses::wakesSender, WAKE, BACK_PRESSURE),
                Clause.of("an interrupt ends receiving", ConnectionClauses::interruptsReceiver, INTERRUPT),
                Clause.of("an interrupt ends sending", ConnectionClauses::interruptsSender, INTERRUPT, BACK_PRESSURE),
                Clause.of(
                        "an interrupt tears no message",
                        ConnectionClauses::interruptTearsNothing,
                        INTERRUPT,
                        BACK_PRESSURE,
                        TIMEOUT),
                Clause.of("a thousand opens and closes leave nothing", ConnectionClauses::leaks));
    }

    private static void closed(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Endpoint from = stage.open();
        Outbox outbox = stage.connect(from, to);
        outbox.close();
        outbox.close();
        Expect.fails(
                "sending by an outbox that is closed",
                () -> outbox.send(stage.buffer().limit(1)));
        Outbox another = stage.connect(from, to);
        from.close();
        from.close();
        Expect.fails(
                "sending by an outbox of an endpoint that is closed",
                () -> another.send(stage.buffer().limit(1)));
        Expect.fails("connecting from an endpoint that is closed", () -> from.connect(to.address(), 1));
        Expect.fails("receiving from an endpoint that is closed", () -> from.receive(stage.buffer(), 1_000_000));
    }

    private static void sentAndClosed(Stage stage) throws Exception {
        int count = 100;
        Endpoint to = stage.open();
        Endpoint from = stage.open();
        Outbox outbox = stage.connect(from, to);
        Future<Void> sender = stage.start(() -> {
            MessageClauses.send(stage, outbox, 0, count);
            outbox.close();
            return null;
        });
        Tally tally = new Tally(1);
        stage.receive(to, tally, count);
        stage.join(sender);
        tally.require(count);
    }

    private static void leaves(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Endpoint from = stage.open();
        for (int i = 0; i < 3; i++) {
            try (Outbox outbox = stage.connect(from, to)) {
                stage.sendOne(outbox, to);
            }
        }
    }

    private static void peerClosed(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        stage.sendOne(outbox, to);
        to.close();
        Expect.fails("sending to an endpoint that has closed", () -> sendOn(stage, outbox, 1));
    }

    /** One connects again and again; the last that has succeeded is told as soon as it sends. */
    private static void closesMeanwhile(Stage stage) throws Exception {
        Endpoint from = stage.open();
        for (int round = 0; round < CLOSES; round++) {
            Endpoint to = stage.open();
            CountDownLatch begun = new CountDownLatch(1);
            Future<Outbox> connecting = stage.start(() -> connectOn(from, to.address(), begun));
            begun.await();
            to.close();
            try (Outbox last = stage.join(connecting)) {
                Expect.fails("sending to an endpoint that has closed", () -> sendOn(stage, last, 1));
            }
        }
    }

    /** Connects until that fails, or so often that no queue of a listener is full; the last connection. */
    private static Outbox connectOn(Endpoint from, String address, CountDownLatch begun) throws IOException {
        Outbox last = from.connect(address, Stage.LONG_NANOS);
        begun.countDown();
        try {
            for (int i = 0; i < CONNECTS; i++) {
                Outbox next = from.connect(address, Stage.LONG_NANOS);
                last.close();
                last = next;
            }
            return last;
        } catch (IOException refused) {
            return last;
        }
    }

    /** Sends until it fails, with so many milliseconds in between. */
    static void sendOn(Stage stage, Outbox outbox, long pauseMillis) throws Exception {
        ByteBuffer out = Stamp.put(stage.buffer().limit(100), 0, 0);
        long start = System.nanoTime();
        while (System.nanoTime() - start < stage.patienceNanos()) {
            outbox.send(out);
            Thread.sleep(pauseMillis);
        }
        throw stage.overdue("sending goes on");
    }

    private static void wakesReceiver(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Future<Integer> receiver = waiting(stage, () -> to.receive(stage.buffer(), 0));
        to.close();
        Expect.fails("receiving from an endpoint that is closed meanwhile", () -> stage.join(receiver));
        Endpoint connected = stage.open();
        Outbox outbox = stage.connect(stage.open(), connected);
        stage.sendOne(outbox, connected);
        Future<Integer> second = waiting(stage, () -> connected.receive(stage.buffer(), 0));
        connected.close();
        Expect.fails("receiving from an endpoint that is closed meanwhile", () -> stage.join(second));
    }

    private static void wakesSender(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Future<Integer> sender = waiting(stage, () -> sendForever(stage, outbox));
        outbox.close();
        Expect.fails("sending by an outbox that is closed meanwhile", () -> stage.join(sender));
    }

    private static int sendForever(Stage stage, Outbox outbox) throws IOException {
        ByteBuffer out = stage.buffer();
        while (true) {
            outbox.send(out);
        }
    }

    private static void interruptsReceiver(Stage stage) throws Exception {
        Endpoint to = stage.open();
        stage.connect(stage.open(), to);
        interrupts(stage, () -> to.receive(stage.buffer(), 0));
    }

    private static void interruptsSender(Stage stage) throws Exception {
        Outbox outbox = stage.connect(stage.open(), stage.open());
        interrupts(stage, () -> sendForever(stage, outbox));
    }

    /** The message that was interrupted arrives whole or not at all; the next one arrives, or sending fails from then on. */
    private static void interruptTearsNothing(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        AtomicInteger sent = new AtomicInteger();
        interrupts(stage, () -> {
            ByteBuffer out = stage.buffer();
            while (true) {
                outbox.send(Stamp.put(out, 0, sent.getAndIncrement()));
            }
        });
        int next = sent.get();
        Expect.Action sendNext = () -> outbox.send(Stamp.put(stage.buffer().limit(100), 0, next));
        if (!receiveNext(stage, to, next, stage.start(() -> succeeds(sendNext)))) {
            Expect.fails("sending by what an interrupt has broken off", sendNext);
        }
    }

    private static boolean succeeds(Expect.Action sending) throws Exception {
        try {
            sending.run();
            return true;
        } catch (IOException broken) {
            return false;
        }
    }

    /** Receives until that message has come, or the sender has failed and nothing comes any more; whether it has come. */
    private static boolean receiveNext(Stage stage, Endpoint to, int next, Future<Boolean> sender) throws Exception {
        ByteBuffer in = stage.buffer();
        int last = -1;
        int brokenOff = 0;
        long start = System.nanoTime();
        while (last != next) {
            boolean failed = sender.isDone() && !stage.join(sender);
            try {
                int length = to.receive(in, stage.quietNanos());
                if (length >= 0) {
                    ByteBuffer message = in.duplicate().limit(length);
                    Expect.that(
                            Stamp.isWhole(message) && Stamp.sequence(message) > last,
                            "what came after message %s is torn, or an earlier one",
                            last);
                    last = Stamp.sequence(message);
                } else if (failed) {
                    return false;
                }
            } catch (PeerLostException e) {
                brokenOff++;
            }
            Expect.that(brokenOff <= 1, "of one message that broke off %s errors tell", brokenOff);
            if (System.nanoTime() - start > stage.patienceNanos()) {
                throw stage.overdue("after an interrupt message %s was sent, and %s is the last to come", next, last);
            }
        }
        return true;
    }

    static void interrupts(Stage stage, Expect.Action action) throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Integer> waiting = waiting(stage, () -> {
            thread.set(Thread.currentThread());
            action.run();
            return 0;
        });
        thread.get().interrupt();
        Expect.fails("a call that is interrupted", () -> stage.join(waiting));
    }

    /** Starts what waits, and gives it time to do so: a call that waits, or one about to, must be woken alike. */
    static Future<Integer> waiting(Stage stage, Callable<Integer> call) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Future<Integer> future = stage.attempt(() -> {
            begun.countDown();
            return call.call();
        });
        begun.await();
        try {
            int returned = future.get(stage.quietNanos(), TimeUnit.NANOSECONDS);
            throw new AssertionError("a call did not wait: it returned " + returned);
        } catch (ExecutionException e) {
            throw new AssertionError("a call did not wait: " + e.getCause(), e.getCause());
        } catch (TimeoutException waits) {
            return future;
        }
    }

    private static void leaks(Stage stage) throws Exception {
        Endpoint server = stage.open();
        openAndClose(stage, server, 20);
        Resources before = Resources.now(stage.folder());
        openAndClose(stage, server, OPENS);
        long start = System.nanoTime();
        Resources after = Resources.now(stage.folder());
        while (!after.isNoMoreThan(before) && System.nanoTime() - start < stage.patienceNanos()) {
            server.receive(stage.buffer(), 1_000_000);
            Thread.sleep(20);
            after = Resources.now(stage.folder());
        }
        if (!after.isNoMoreThan(before)) {
            throw stage.overdue("before %s, after %s opens %s", before, OPENS, after);
        }
    }

    private static void openAndClose(Stage stage, Endpoint server, int count) throws Exception {
        ByteBuffer out = ByteBuffer.allocateDirect(100);
        ByteBuffer in = stage.buffer();
        Setting setting = stage.setting();
        for (int i = 0; i < count; i++) {
            try (Endpoint client = stage.transport().open(setting);
                    Outbox outbox = client.connect(server.address(), Stage.LONG_NANOS)) {
                outbox.send(Stamp.put(out, 0, i));
                outbox.flush();
                stage.stamp(server, in, 100, 0, i);
            }
        }
    }

    /** What a process has of the machine. */
    private record Resources(int threads, int descriptors, int files, Set<Path> shared) {
        static Resources now(Path folder) throws IOException {
            return new Resources(
                    Thread.getAllStackTraces().size(),
                    list(Path.of("/proc/self/fd")).size(),
                    list(folder).size(),
                    list(Path.of("/dev/shm")));
        }

        private static Set<Path> list(Path folder) throws IOException {
            if (!Files.isDirectory(folder)) {
                return Set.of();
            }
            try (Stream<Path> all = Files.list(folder)) {
                return all.collect(Collectors.toSet());
            }
        }

        boolean isNoMoreThan(Resources before) {
            return threads <= before.threads + OF_THE_JVM
                    && descriptors <= before.descriptors + OF_THE_JVM
                    && files <= before.files
                    && shared.size() <= before.shared.size() + OF_THE_JVM;
        }
    }
}
