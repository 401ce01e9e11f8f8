package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.ALLOCATION_FREE;
import static dev.lockstep.transport.Capability.CLAIM;
import static dev.lockstep.transport.Capability.TIMEOUT;

import com.sun.management.ThreadMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Clauses on messages that one peer sends to another. */
final class MessageClauses {
    private static final int MANY = 2_000;
    private static final int WARM_UP = 3_000;

    /** For what the JVM itself allocates meanwhile: less than one object for a message. */
    private static final long FREE_BYTES = 8 * MANY;

    /** One for each message: the JDK's selector finds sockets by their descriptors, of which those above 127 are objects. */
    private static final long DESCRIPTOR_BYTES = 16 * MANY;

    private static final int SMALL_DESCRIPTORS = 100;

    private MessageClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.basic("messages of 0 and 1 byte and the largest arrive whole", MessageClauses::sizes),
                Clause.of("one byte too many is refused before a byte moves", MessageClauses::tooLarge),
                Clause.of("buffers of every kind are sent, and are the caller's again", MessageClauses::sent),
                Clause.of("buffers of every kind are received into, and nothing beside", MessageClauses::received),
                Clause.basic("messages arrive once, whole and in order", MessageClauses::inOrder),
                Clause.of("receiving gives up when its time is over", MessageClauses::timeout, TIMEOUT),
                Clause.of("sending and receiving allocate nothing", MessageClauses::allocation, ALLOCATION_FREE));
    }

    private static void sizes(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        int[] sizes = {0, 1, stage.largest(), 0, 15, 16, 17, stage.largest(), 1};
        Future<Void> sender = stage.start(() -> {
            ByteBuffer out = stage.buffer();
            for (int i = 0; i < sizes.length; i++) {
                out.clear().limit(sizes[i]);
                outbox.send(sizes[i] < Stamp.BYTES ? fill(out, i) : Stamp.put(out, 0, i));
            }
            outbox.flush();
            return null;
        });
        ByteBuffer in = stage.buffer();
        for (int i = 0; i < sizes.length; i++) {
            ByteBuffer message = stage.message(to, in);
            if (sizes[i] >= Stamp.BYTES) {
                Expect.stamp(message, sizes[i], 0, i);
            } else {
                Expect.that(message.remaining() == sizes[i], "%s bytes of %s", message.remaining(), sizes[i]);
                ByteBuffer expected = fill(ByteBuffer.allocate(sizes[i]), i);
                Expect.that(message.equals(expected), "message %s of %s bytes has other contents", i, sizes[i]);
            }
        }
        stage.join(sender);
        empty(stage);
    }

    /** Between endpoints that take nothing else. */
    private static void empty(Stage stage) throws Exception {
        Endpoint to = stage.closing(stage.transport().open(stage.setting().withLargest(0)));
        Endpoint from = stage.closing(stage.transport().open(stage.setting().withLargest(0)));
        ByteBuffer nothing = ByteBuffer.allocate(0);
        Outbox outbox = stage.connect(from, to);
        outbox.send(nothing);
        outbox.flush();
        Expect.that(!stage.message(to, nothing).hasRemaining(), "an empty message has bytes");
    }

    private static ByteBuffer fill(ByteBuffer small, int number) {
        for (int i = 0; i < small.limit(); i++) {
            small.put(i, (byte) (number + i));
        }
        return small;
    }

    private static void tooLarge(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        ByteBuffer larger = ByteBuffer.allocateDirect(stage.largest() + 1);
        Expect.refused(IllegalArgumentException.class, "sending more than the largest", () -> outbox.send(larger));
        if (stage.has(Capability.OFFER)) {
            Expect.refused(IllegalArgumentException.class, "offering more", () -> outbox.offer(larger));
        }
        if (stage.has(CLAIM)) {
            Outbox.Claim claim = outbox.claim();
            Expect.refused(IllegalArgumentException.class, "claiming more", () -> claim.reserve(stage.largest() + 1));
            Expect.refused(IllegalArgumentException.class, "claiming less than nothing", () -> claim.reserve(-1));
        }
        if (stage.has(Capability.REPLY)) {
            Expect.refused(
                    IllegalArgumentException.class, "asking more", () -> outbox.request(larger, stage.buffer(), 1));
        }
        stage.sendOne(outbox, to);
    }

    private static void sent(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        int bytes = 200;
        List<ByteBuffer> kinds = List.of(
                ByteBuffer.allocate(bytes),
                ByteBuffer.allocateDirect(bytes),
                ByteBuffer.allocate(bytes + 30).slice(13, bytes),
                ByteBuffer.allocateDirect(bytes + 30).slice(13, bytes),
                ByteBuffer.allocate(bytes + 30).limit(bytes + 7).position(7),
                ByteBuffer.allocateDirect(bytes + 30).limit(bytes + 7).position(7));
        Future<Void> sender = stage.start(() -> {
            int sequence = 0;
            for (ByteBuffer kind : kinds) {
                for (ByteBuffer one : List.of(kind, kind.asReadOnlyBuffer())) {
                    Stamp.put(kind, 0, sequence++);
                    int position = one.position();
                    int limit = one.limit();
                    outbox.send(one);
                    Expect.that(
                            one.position() == position && one.limit() == limit,
                            "sending has moved the position or limit of %s",
                            one);
                    for (int i = kind.position(); i < kind.limit(); i++) {
                        kind.put(i, (byte) -1);
                    }
                }
            }
            return null;
        });
        for (int i = 0; i < 2 * kinds.size(); i++) {
            stage.stamp(to, stage.buffer(), bytes, 0, i);
        }
        stage.join(sender);
    }

    private static void received(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        int room = stage.largest();
        List<ByteBuffer> kinds = List.of(
                ByteBuffer.allocate(room + 40).limit(room + 20).position(20),
                ByteBuffer.allocateDirect(room + 40).limit(room + 20).position(20),
                ByteBuffer.allocate(room + 80).slice(13, room + 40).position(20),
                ByteBuffer.allocateDirect(room + 80).slice(13, room + 40).position(20));
        Future<Void> sender = stage.start(() -> {
            for (int i = 0; i < kinds.size(); i++) {
                outbox.send(Stamp.put(stage.buffer().limit(100 + i), 0, i));
            }
            return null;
        });
        for (int i = 0; i < kinds.size(); i++) {
            ByteBuffer kind = kinds.get(i);
            stage.stamp(to, kind, 100 + i, 0, i);
            for (int at = 0; at < kind.limit(); at++) {
                if (at < 20 || at >= 20 + 100 + i) {
                    Expect.that(kind.get(at) == 0, "byte %s beside the message was written, in %s", at, kind);
                }
            }
        }
        stage.join(sender);
        Expect.refused(
                IllegalArgumentException.class,
                "receiving into a read-only buffer",
                () -> to.receive(stage.buffer().asReadOnlyBuffer(), 1));
        Expect.refused(
                IllegalArgumentException.class,
                "receiving into a buffer with less room than the largest message",
                () -> to.receive(ByteBuffer.allocate(room - 1), 1));
    }

    private static void inOrder(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        Future<Void> sender = stage.start(() -> {
            send(stage, outbox, 0, MANY);
            return null;
        });
        Tally tally = new Tally(1);
        stage.receive(to, tally, MANY);
        stage.join(sender);
        tally.require(MANY);
        if (stage.has(TIMEOUT)) {
            Expect.that(to.receive(stage.buffer(), 1_000_000) == -1, "a message has come that nobody sent");
        }
    }

    /** Sends messages of all sizes, mostly small ones. */
    static void send(Stage stage, Outbox outbox, int sender, int count) throws Exception {
        ByteBuffer out = stage.buffer();
        for (int i = 0; i < count; i++) {
            outbox.send(Stamp.put(out.clear().limit(size(stage, i)), sender, i));
        }
        outbox.flush();
    }

    static int size(Stage stage, int number) {
        int most = number % 100 == 99 ? stage.largest() - Stamp.BYTES : 240;
        return Stamp.BYTES + number * 7919 % (most + 1);
    }

    private static void timeout(Stage stage) throws Exception {
        Endpoint to = stage.open();
        Outbox outbox = stage.connect(stage.open(), to);
        ByteBuffer in = stage.buffer();
        long nanos = TimeUnit.MILLISECONDS.toNanos(20);
        for (int i = 0; i < 4; i++) {
            long begun = System.nanoTime();
            int nothing = stage.join(stage.start(() -> to.receive(in, nanos)));
            Expect.that(nothing == -1, "a message has come that nobody sent");
            Expect.that(System.nanoTime() - begun >= nanos / 2, "it has given up too early");
        }
        outbox.send(Stamp.put(stage.buffer().limit(64), 0, 0));
        long start = System.nanoTime();
        int length;
        while ((length = to.receive(in, 1)) < 0) {
            if (System.nanoTime() - start > stage.patienceNanos()) {
                throw stage.overdue("who receives with a short time never looks");
            }
            Stage.pause();
        }
        Expect.stamp(in.duplicate().limit(length), 64, 0, 0);
        Expect.that(to.receive(in, nanos) == -1, "a message has come twice");
    }

    private static void allocation(Stage stage) throws Exception {
        Endpoint a = stage.open();
        Endpoint b = stage.open();
        Outbox toB = stage.connect(a, b);
        Outbox toA = stage.connect(b, a);
        Future<Long> other = stage.start(() -> bounce(stage, b, toA, false));
        long first = bounce(stage, a, toB, true);
        long second = stage.join(other);
        long most = FREE_BYTES + (hasManyDescriptors() ? DESCRIPTOR_BYTES : 0);
        Expect.that(
                first < most && second < most,
                "%s and %s bytes were allocated for %s messages each way",
                first,
                second,
                MANY);
    }

    private static boolean hasManyDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                && system.getOpenFileDescriptorCount() > SMALL_DESCRIPTORS;
    }

    private static long bounce(Stage stage, Endpoint from, Outbox to, boolean begins) throws Exception {
        ByteBuffer out = Stamp.put(stage.buffer().limit(64), 0, 0);
        ByteBuffer in = stage.buffer();
        Outbox.Claim claim = stage.has(CLAIM) ? to.claim() : null;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int i = 0; i < WARM_UP + MANY; i++) {
            if (i == WARM_UP) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            if (begins) {
                send(to, out, i % 2 == 0 ? claim : null);
            }
            if (from.receive(in, 0) != 64) {
                throw new AssertionError("a message of another length has come");
            }
            if (!begins) {
                send(to, out, i % 2 == 0 ? claim : null);
            }
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** Sends a message by a claim, as soon as there is room, or without one. */
    static void send(Outbox to, ByteBuffer out, Outbox.Claim claim) throws Exception {
        if (claim == null) {
            to.send(out);
            return;
        }
        ByteBuffer memory;
        while ((memory = claim.reserve(out.remaining())) == null) {
            Stage.pause();
        }
        memory.put(memory.position(), out, out.position(), out.remaining());
        claim.commit();
    }
}
