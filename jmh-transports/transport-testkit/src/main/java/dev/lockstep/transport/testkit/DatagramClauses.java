package dev.lockstep.transport.testkit;

import static dev.lockstep.transport.Capability.TIMEOUT;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.testkit.DatagramsBetween.Course;
import dev.lockstep.transport.testkit.DatagramsBetween.Fate;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;

/**
 * Clauses on what comes in at a port that takes datagrams; where an endpoint's address is not {@code udp://HOST:PORT} they are
 * aborted, with the address. A network loses, doubles and reorders datagrams, and whoever keeps the contract repairs that.
 * It does not change them: the checksum of UDP sees to that.
 */
final class DatagramClauses {
    private static final int MESSAGES = 300;
    private static final int GARBAGE = 60;

    /** A message's first, and what may be under way of the one before. Few, for who sends again may wait longer each time. */
    private static final int LOST_AT_THE_END = 3;

    /** What any network carries in one piece. */
    private static final int MOST_GARBAGE = 1_500;

    private static final Course PASSING = (number, random) -> Fate.PASSES;

    private DatagramClauses() {}

    static List<Clause> all() {
        return List.of(
                Clause.of("datagrams that are lost are sent again", course(DatagramClauses::losing)),
                Clause.of(
                        "datagrams that are lost are sent again, though the outbox was closed",
                        onPort(DatagramClauses::last)),
                Clause.of("datagrams that come twice are taken once", course(DatagramClauses::doubling)),
                Clause.of("datagrams out of order are put in order", course(DatagramClauses::delaying)),
                Clause.of("garbage in datagrams hurts nobody", onPort(DatagramClauses::garbage)),
                Clause.of("datagrams that a stranger repeats are not taken", onPort(DatagramClauses::repeated)));
    }

    private static Clause.Check onPort(OnPort check) {
        return check.at(DatagramsBetween::port, "takes no datagrams");
    }

    /** By chance, for what is lost at a fixed beat may meet the same datagram for ever. A connection's first is lost, too. */
    private static Fate losing(int number, Random random) {
        return number == 0 || random.nextInt(20) == 0 ? Fate.IS_LOST : Fate.PASSES;
    }

    private static Fate doubling(int number, Random random) {
        return number % 10 == 0 ? Fate.COMES_AGAIN : Fate.COMES_TWICE;
    }

    private static Fate delaying(int number, Random random) {
        return number % 4 == 1 ? Fate.COMES_LATE : Fate.PASSES;
    }

    /** Messages arrive whatever becomes of their datagrams, and of the answers to them. */
    private static Clause.Check course(Course course) {
        return onPort((stage, to, port) -> {
            DatagramsBetween between = stage.closing(DatagramsBetween.open(port, course));
            Outbox outbox = stage.closing(stage.open().connect(between.address(), Stage.LONG_NANOS));
            Future<Void> sender = stage.start(() -> {
                send(stage, outbox, 0, MESSAGES);
                return null;
            });
            receive(stage, to, new Tally(1), MESSAGES);
            stage.join(sender);
            end(stage, to, between);
        });
    }

    private static void last(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        DatagramsBetween between = stage.closing(DatagramsBetween.open(port, PASSING));
        Outbox outbox = stage.closing(stage.open().connect(between.address(), Stage.LONG_NANOS));
        stage.sendOne(outbox, to);
        between.lose(LOST_AT_THE_END);
        Future<Void> sender = stage.start(() -> {
            send(stage, outbox, 0, 1);
            outbox.close();
            return null;
        });
        receive(stage, to, new Tally(1), 1);
        stage.join(sender);
        end(stage, to, between);
    }

    /** A stranger says it to the endpoint and to who sends to it. */
    private static void garbage(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        DatagramsBetween between = stage.closing(DatagramsBetween.open(port, PASSING));
        DatagramChannel stranger = stage.closing(DatagramsBetween.stranger());
        Outbox friend = stage.closing(stage.open().connect(between.address(), Stage.LONG_NANOS));
        List<byte[]> all = garbage();
        Future<Void> sender = stage.start(() -> {
            for (int i = 0; i < all.size(); i++) {
                say(stranger, all.get(i), port);
                for (SocketAddress one : between.senders()) {
                    say(stranger, all.get(i), one);
                }
                send(stage, friend, i, i + 1);
            }
            return null;
        });
        receive(stage, to, new Tally(1), all.size());
        stage.join(sender);
        end(stage, to, between);
    }

    private static List<byte[]> garbage() {
        Random random = new Random(1);
        List<byte[]> all = new ArrayList<>(List.of(new byte[0], new byte[1], new byte[MOST_GARBAGE]));
        while (all.size() < GARBAGE) {
            byte[] bytes = new byte[1 + random.nextInt(MOST_GARBAGE)];
            random.nextBytes(bytes);
            all.add(bytes);
        }
        return all;
    }

    /** All that the friend has said so far comes once more from another port, in the midst of its messages. */
    private static void repeated(Stage stage, Endpoint to, SocketAddress port) throws Exception {
        DatagramsBetween between = stage.closing(DatagramsBetween.open(port, PASSING));
        DatagramChannel stranger = stage.closing(DatagramsBetween.stranger());
        Outbox friend = stage.closing(stage.open().connect(between.address(), Stage.LONG_NANOS));
        Tally tally = new Tally(1);
        for (int from : List.of(0, MESSAGES)) {
            Future<Void> sender = stage.start(() -> {
                send(stage, friend, from, from + MESSAGES);
                return null;
            });
            receive(stage, to, tally, from + MESSAGES);
            stage.join(sender);
            for (byte[] datagram : between.recorded()) {
                say(stranger, datagram, port);
            }
        }
        end(stage, to, between);
    }

    private static void say(DatagramChannel stranger, byte[] datagram, SocketAddress port) throws IOException {
        stranger.send(ByteBuffer.wrap(datagram), port);
    }

    private static void send(Stage stage, Outbox outbox, int from, int end) throws IOException {
        ByteBuffer out = stage.buffer();
        for (int i = from; i < end; i++) {
            outbox.send(Stamp.put(out.clear().limit(MessageClauses.size(stage, i)), 0, i));
        }
        outbox.flush();
    }

    /** Who takes too much is told before the rest is waited for: its sender may wait for room. */
    private static void receive(Stage stage, Endpoint to, Tally tally, int count) {
        try {
            stage.receive(to, tally, count);
        } catch (IOException e) {
            throw new AssertionError("receiving fails for what datagrams have come: " + e, e);
        }
        tally.require(count);
    }

    private static void end(Stage stage, Endpoint to, DatagramsBetween between) throws IOException {
        if (between.recorded().isEmpty()) {
            Assumptions.abort("its datagrams do not go to the address " + to.address());
        }
        if (stage.has(TIMEOUT)) {
            Expect.that(to.receive(stage.buffer(), stage.quietNanos()) == -1, "a message has come that nobody sent");
        }
    }
}
