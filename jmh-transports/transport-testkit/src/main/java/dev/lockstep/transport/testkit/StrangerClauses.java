package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.BROKEN_OFF;
import static dev.lockstep.transport.Capability.TIMEOUT;

import com.sun.management.ThreadMXBean;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Clauses on what comes in at a port that takes byte streams; where an endpoint's address names none they are aborted, with
 * the address. Those on datagrams are {@link DatagramClauses}.
 */
final class StrangerClauses {
    private static final int GARBAGE = 40;

    /** So many that half a second for each is more than the patience. */
    private static final int SILENT = 200;

    private static final long LOOK_MILLIS = 10;

    /** More bytes than a protocol says behind its last message, and less than such a message has. */
    private static final int GOODBYE = 50;

    /** Far below the length that is claimed, and above what a connection needs for itself. */
    private static final long MOST_ALLOCATED = 64L << 20;

    private StrangerClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("boundaries hold when bytes come one at a time", onPort(StrangerClauses::dribbled)),
                Clause.of("bytes that trickle in prolong no time", onPort(StrangerClauses::trickled), TIMEOUT),
                Clause.of("a message that breaks off is a named error, once", onPort(StrangerClauses::cut), BROKEN_OFF),
                Clause.of("strangers who say nothing keep nobody waiting", onPort(StrangerClauses::silent)),
                Clause.of("garbage on the port hurts nobody else", onPort(StrangerClauses::garbage)),
                Clause.of("a length of 2^31-1 costs nothing and hurts nobody else", onPort(StrangerClauses::lies)));
    }

    private static Clause.Check onPort(OnPort check) {
        return check.at(Between::port, "takes no byte streams");
    }

    private static void dribbled(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        Between between = stage.closing(Between.open(port, stage.folder()));
        Future<Void> passing = passing(stage, between::dribble);
        Outbox outbox = stage.closing(stage.open().connect(between.address(), Stage.LONG_NANOS));
        int[] sizes = {16, 300, 17};
        Future<Void> sender = stage.attempt(() -> {
            for (int i = 0; i < sizes.length; i++) {
                outbox.send(Stamp.put(stage.buffer().limit(sizes[i]), 0, i));
            }
            outbox.close();
            return null;
        });
        for (int i = 0; i < sizes.length; i++) {
            stage.stamp(to, stage.buffer(), sizes[i], 0, i);
        }
        stage.join(sender);
        between.close();
        stage.join(passing);
    }

    /** What passes bytes on, until it is closed. */
    private static Future<Void> passing(Stage stage, Expect.Action passes) {
        return stage.attempt(() -> {
            passes.run();
            return null;
        });
    }

    /** They go on until receiving has given up; then the rest of the message comes, and it is whole. */
    private static void trickled(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        Between between = stage.closing(Between.open(port, stage.folder()));
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean enough = new AtomicBoolean();
        Future<Void> passing = passing(stage, () -> between.trickle(begun, enough::get));
        Outbox outbox = stage.closing(stage.open().connect(between.address(), Stage.LONG_NANOS));
        Future<Void> sender = stage.attempt(() -> {
            outbox.send(Stamp.put(stage.buffer(), 0, 0));
            outbox.close();
            return null;
        });
        begun.await();
        int length =
                stage.join(stage.attempt(() -> to.receive(stage.buffer(), TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS))));
        enough.set(true);
        Expect.that(length == -1, "receiving has waited for the end of a message that trickles in");
        stage.stamp(to, stage.buffer(), stage.largest(), 0, 0);
        stage.join(sender);
        between.close();
        stage.join(passing);
    }

    private static void silent(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        for (int i = 0; i < SILENT; i++) {
            stage.closing(Between.stranger(port));
        }
        stage.sendOne(stage.connect(stage.open(), to), to);
    }

    /** What each connection says by which a message of 100 bytes is sent. */
    private static List<byte[]> recorded(Stage stage) throws Exception {
        Path folder = Files.createTempDirectory(stage.folder(), "rec");
        try (Endpoint to = stage.open();
                Endpoint from = stage.open()) {
            Between between = stage.closing(Between.open(Between.port(to).orElseThrow(), folder));
            Future<List<byte[]>> recorder = stage.attempt(between::record);
            Outbox outbox = from.connect(between.address(), Stage.LONG_NANOS);
            Future<Void> sender = stage.attempt(() -> {
                outbox.send(Stamp.put(stage.buffer().limit(100), 0, 0));
                outbox.close();
                return null;
            });
            stage.message(to, stage.buffer());
            stage.join(sender);
            between.close();
            return stage.join(recorder);
        }
    }

    private static void cut(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        Between between = stage.closing(Between.open(port, stage.folder()));
        ByteBuffer message = Stamp.put(stage.buffer().limit(100), 0, 0);
        Break where = inMidMessage(recorded(stage), message);
        Future<Void> passing = passing(stage, () -> between.cut(where.connection(), where.bytes()));
        Outbox outbox = stage.closing(stage.open().connect(between.address(), Stage.LONG_NANOS));
        Future<Boolean> sender = stage.attempt(() -> {
            try {
                outbox.send(message);
                return true;
            } catch (IOException told) {
                return false;
            }
        });
        Expect.refused(PeerLostException.class, "a message that breaks off", () -> stage.message(to, stage.buffer()));
        stage.join(sender);
        between.close();
        stage.join(passing);
        outbox.close();
        Outbox next = stage.connect(stage.open(), to);
        stage.sendOne(next, to);
    }

    /** Where a connection breaks off. */
    private record Break(int connection, int bytes) {}

    /** The middle of the message, if it can be seen, else near the end of the last connection, for it is encrypted. */
    private static Break inMidMessage(List<byte[]> said, ByteBuffer message) {
        byte[] wanted = new byte[message.remaining()];
        message.get(message.position(), wanted);
        for (int i = 0; i < said.size(); i++) {
            for (int at = 0; at <= said.get(i).length - wanted.length; at++) {
                if (Arrays.equals(said.get(i), at, at + wanted.length, wanted, 0, wanted.length)) {
                    return new Break(i, at + wanted.length / 2);
                }
            }
        }
        int last = said.size() - 1;
        return new Break(last, said.get(last).length - GOODBYE);
    }

    private static void garbage(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        Random random = new Random(1);
        Outbox friend = stage.connect(stage.open(), to);
        List<byte[]> all =
                new ArrayList<>(List.of(new byte[0], new byte[1000], "GET / HTTP/1.1\r\n\r\n".getBytes("US-ASCII")));
        while (all.size() < GARBAGE) {
            byte[] bytes = new byte[1 + random.nextInt(500)];
            random.nextBytes(bytes);
            all.add(bytes);
        }
        among(stage, to, port, friend, all);
        linger(stage, to, () -> false);
    }

    /** One at a time: all threads of a JVM have one handler. */
    private static synchronized void lies(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        List<byte[]> connections = recorded(stage);
        byte[] said = connections.get(connections.size() - 1);
        Outbox friend = stage.connect(stage.open(), to);
        List<byte[]> all = new ArrayList<>();
        for (int at = 0; at <= said.length - 100; at++) {
            for (byte[] length : List.of(new byte[] {0x7f, -1, -1, -1}, new byte[] {-1, -1, -1, 0x7f})) {
                byte[] lie = said.clone();
                System.arraycopy(length, 0, lie, at, Math.min(4, lie.length - at));
                all.add(lie);
            }
        }
        Queue<Throwable> deaths = new ConcurrentLinkedQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, death) -> {
            if (death instanceof OutOfMemoryError) {
                deaths.add(death);
            }
        });
        try {
            among(stage, to, port, friend, all);
            linger(stage, to, () -> !deaths.isEmpty());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        Expect.that(deaths.isEmpty(), "memory was asked for that a stranger had named: %s", deaths);
    }

    /** Strangers say something each and leave, or stay; the friend's messages arrive all the same. */
    private static void among(Stage stage, Endpoint to, SocketAddress port, Outbox friend, List<byte[]> strangers)
            throws Exception {
        Future<Void> sender = stage.start(() -> {
            ByteBuffer out = stage.buffer();
            for (int i = 0; i < strangers.size(); i++) {
                try (SocketChannel stranger = Between.stranger(port)) {
                    say(stranger, strangers.get(i));
                    friend.send(Stamp.put(out.clear().limit(100), 1, i));
                }
            }
            SocketChannel silent = stage.closing(Between.stranger(port));
            say(silent, Arrays.copyOf(strangers.get(0), 1));
            friend.send(Stamp.put(out.clear().limit(100), 1, strangers.size()));
            return null;
        });
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        int seen = 0;
        ByteBuffer in = stage.buffer();
        while (seen <= strangers.size()) {
            ByteBuffer message;
            try {
                message = stage.message(to, in);
            } catch (PeerLostException named) {
                // A stranger that began a message as a friend would, and broke off.
                continue;
            } catch (IOException e) {
                throw hurt(e);
            }
            if (Stamp.isWhole(message) && Stamp.sender(message) == 1) {
                Expect.that(Stamp.sequence(message) == seen, "%s has come for %s", Stamp.sequence(message), seen);
                seen++;
            } else {
                Expect.that(
                        message.remaining() <= stage.largest(), "garbage of %s bytes has come", message.remaining());
            }
        }
        stage.join(sender);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        Expect.that(allocated < MOST_ALLOCATED, "%s bytes were allocated for what strangers say", allocated);
    }

    /** Who serves a stranger may come to read what it said, or die of it, after the friend's last message. */
    private static void linger(Stage stage, Endpoint to, BooleanSupplier enough) throws InterruptedException {
        ByteBuffer in = stage.buffer();
        long end = System.nanoTime() + stage.quietNanos();
        while (!enough.getAsBoolean() && System.nanoTime() < end) {
            try {
                if (stage.has(TIMEOUT)) {
                    to.receive(in, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
                } else {
                    Thread.sleep(LOOK_MILLIS);
                }
            } catch (PeerLostException named) {
                continue;
            } catch (IOException e) {
                throw hurt(e);
            }
        }
    }

    private static AssertionError hurt(IOException failure) {
        return new AssertionError("receiving fails for what a stranger has said: " + failure, failure);
    }

    private static void say(SocketChannel stranger, byte[] bytes) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        try {
            while (rest.hasRemaining()) {
                stranger.write(rest);
            }
        } catch (IOException hungUp) {
            // So it may: that costs it least.
            return;
        }
    }
}
