package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.sockets.Settings.Pace;
import dev.lockstep.comm.support.Abort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two engines in one thread, whose clock and progress are the test's: strangers at their ports, and connections that cross. */
@Timeout(60)
class HandshakesTest {
    private static final long MAGIC = 0x4c6f636b73746570L;
    private static final int WELCOME = 1;
    private static final int BUSY = 0;
    private static final int ENDED = -1;

    /** No answer yet. */
    private static final int NONE = -2;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private long now;
    private Side zero;
    private Side one;

    /** A rank that notes the numbers of what comes. */
    private final class Side implements Scheme {
        private final Abort abort = new Abort();
        private final SocketsEngine engine;
        private final List<Integer> got = new ArrayList<>();
        private int sent;

        Side(int rank, String writeInterest) throws IOException {
            Settings settings = new Settings(writeInterest.equals("always"), Pace.parse("auto"), false, 0, 0, 0);
            engine = new SocketsEngine(
                    rank, 2, InetAddress.getLoopbackAddress(), settings, () -> now, engine -> this, abort);
            opened.add(engine);
        }

        void send(int messages) throws IOException {
            for (int i = 0; i < messages; i++) {
                engine.link(1 - engine.process()).add(engine.control().header(Frame.MESSAGE, 1, 1, ++sent, 0, 0));
            }
        }

        /** Sockets that are not closed, the listener included. */
        long sockets() {
            return engine.sockets().stream().filter(SelectionKey::isValid).count();
        }

        int port() throws IOException {
            return ByteBuffer.wrap(engine.card()).getInt();
        }

        /** Whether the only connection was made by the other one. */
        boolean wasCalled() throws IOException {
            for (SelectionKey key : engine.sockets()) {
                if (key.channel() instanceof SocketChannel channel) {
                    return ((InetSocketAddress) channel.getLocalAddress()).getPort() == port();
                }
            }
            throw new AssertionError("no connection");
        }

        @Override
        public void begin(
                Link from, int kind, long context, int tag, int number, int token, int length, Arrival arrival) {
            got.add(number);
        }

        @Override
        public void end(Link from, Arrival arrival) {}

        @Override
        public void send(SendRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void receive(ReceiveRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void forget(long context) {}
    }

    private void open(String writeInterest) throws IOException {
        zero = new Side(0, writeInterest);
        one = new Side(1, writeInterest);
        List<byte[]> cards = List.of(zero.engine.card(), one.engine.card());
        List<InetAddress> here = Collections.nCopies(2, InetAddress.getLoopbackAddress());
        zero.engine.know(here, cards);
        one.engine.know(here, cards);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        opened.clear();
    }

    private static void until(BooleanSupplier condition, Side... progressing) {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(30));
            for (Side each : progressing) {
                each.engine.tryProgress();
            }
        }
    }

    private SocketChannel stranger(byte[] says) throws IOException {
        SocketChannel stranger =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), zero.port()));
        opened.add(stranger);
        stranger.write(ByteBuffer.wrap(says));
        stranger.configureBlocking(false);
        return stranger;
    }

    /** What rank 0 says to one that calls it, while it makes progress. */
    private int answer(SocketChannel stranger) {
        int[] said = {NONE};
        until(() -> (said[0] = said(stranger)) != NONE, zero);
        return said[0];
    }

    private static int said(SocketChannel stranger) {
        ByteBuffer answer = ByteBuffer.allocate(1);
        try {
            int read = stranger.read(answer);
            return read == 0 ? NONE : read < 0 ? ENDED : answer.get(0);
        } catch (IOException reset) {
            return ENDED;
        }
    }

    /** What a rank of the job would say to rank 0. */
    private byte[] hello(long magic, int rank) throws IOException {
        byte[] card = zero.engine.card();
        return ByteBuffer.allocate(Long.BYTES + card.length)
                .putLong(magic)
                .putInt(rank)
                .put(card, Integer.BYTES, card.length - Integer.BYTES)
                .array();
    }

    @Test
    void onlyWhoKnowsTheKeyAndIsARankIsLetIn() throws IOException {
        open("always");
        for (int bit = 0; bit < 128; bit += 9) {
            byte[] wrongKey = hello(MAGIC, 1);
            wrongKey[12 + bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(answer(stranger(wrongKey))).as("bit %d", bit).isEqualTo(ENDED);
        }
        assertThat(answer(stranger(hello(MAGIC + 1, 1)))).isEqualTo(ENDED);
        assertThat(answer(stranger(hello(MAGIC, 2)))).isEqualTo(ENDED);
        assertThat(answer(stranger(hello(MAGIC, -1)))).isEqualTo(ENDED);
        assertThat(zero.engine.link(1).isConnected()).isFalse();
        assertThat(answer(stranger(hello(MAGIC, 1)))).isEqualTo(WELCOME);
        assertThat(answer(stranger(hello(MAGIC, 1)))).isEqualTo(BUSY);
        assertThat(zero.abort.reason()).isNull();
    }

    @Test
    void whoSaysNothingIsDroppedAfterItsTimeAndNoSooner() throws IOException {
        open("always");
        byte[] hello = hello(MAGIC, 1);
        SocketChannel silent = stranger(new byte[0]);
        SocketChannel slow = stranger(Arrays.copyOf(hello, 11));
        until(() -> zero.sockets() == 3, zero);
        now += Handshakes.PATIENCE_NANOS;
        zero.engine.tryProgress();
        assertThat(zero.sockets()).isEqualTo(3);
        slow.write(ByteBuffer.wrap(hello, 11, hello.length - 11));
        assertThat(answer(slow)).isEqualTo(WELCOME);
        assertThat(said(silent)).isEqualTo(NONE);
        now++;
        assertThat(answer(silent)).isEqualTo(ENDED);
        assertThat(zero.sockets()).isEqualTo(2);
        assertThat(zero.engine.link(1).isConnected()).isTrue();
    }

    /** It computes between its calls for longer than others wait. */
    @ParameterizedTest
    @ValueSource(strings = {"always", "queued"})
    void aRankThatIsDroppedConnectsAgainAndLosesNothing(String writeInterest) throws IOException {
        open(writeInterest);
        one.send(3);
        dropOne(7);
        until(() -> zero.got.size() == 3, zero, one);
        zero.send(1);
        until(() -> one.got.size() == 1, zero, one);
        assertThat(zero.got).containsExactly(1, 2, 3);
        assertThat(zero.sockets()).isEqualTo(2);
        assertThat(one.sockets()).isEqualTo(2);
    }

    @Test
    void aRankThatIsDroppedAgainAndAgainEndsWithAnError() throws IOException {
        open("always");
        one.send(1);
        dropOne(7);
        drop();
        assertThatThrownBy(() -> until(() -> false, one))
                .isInstanceOf(CommunicationException.class)
                .hasMessageStartingWith("rank 0 cannot be connected to at ")
                .hasMessageContaining(Integer.toString(zero.port()));
    }

    private void dropOne(int times) {
        for (int i = 1; i <= times; i++) {
            drop();
            int attempts = i;
            until(() -> ((SocketLink) one.engine.link(0)).attempts == attempts, one);
        }
    }

    private void drop() {
        until(() -> zero.sockets() == 2, zero);
        now += Handshakes.PATIENCE_NANOS + 1;
        until(() -> zero.sockets() == 1, zero);
        // Only what is selected from again is closed.
        zero.engine.tryProgress();
    }

    /** Who has waited longest has to go, even if it is a rank, which comes again. */
    @Test
    void ofACrowdTheLastAreHeld() throws IOException {
        open("always");
        one.send(1);
        until(() -> zero.sockets() == 2, zero);
        List<SocketChannel> crowd = new ArrayList<>();
        for (int i = 0; i < Handshakes.MOST_CALLERS + 40; i++) {
            crowd.add(stranger(new byte[0]));
        }
        BooleanSupplier fewEnough = () -> {
            assertThat(zero.sockets()).isLessThanOrEqualTo(1 + Handshakes.MOST_CALLERS);
            return said(crowd.get(39)) == ENDED;
        };
        until(fewEnough, zero);
        assertThat(zero.sockets()).isEqualTo(1 + Handshakes.MOST_CALLERS);
        assertThat(crowd.subList(40, crowd.size())).allMatch(each -> said(each) == NONE);
        until(() -> !zero.got.isEmpty(), zero, one);
        assertThat(zero.got).containsExactly(1);
        assertThat(((SocketLink) one.engine.link(0)).attempts).isOne();
        assertThat(zero.abort.reason()).isNull();
    }

    /** Both have begun to connect; whoever is heard first, the lower rank's connection stays. */
    @ParameterizedTest
    @CsvSource({"0, always", "0, queued", "1, always", "1, queued"})
    void twoConnectToEachOtherAtOnce(int heardFirst, String writeInterest) throws IOException {
        open(writeInterest);
        beginBoth();
        Side speaking = heardFirst == 0 ? zero : one;
        Side listening = heardFirst == 0 ? one : zero;
        // It accepts the other's connection, by which nothing has come, and says who it is.
        until(() -> speaking.sockets() == 3, speaking);
        for (int i = 0; i < 5; i++) {
            speaking.engine.tryProgress();
        }
        for (int i = 0; i < 5; i++) {
            listening.engine.tryProgress();
        }
        assertOneRemains(() -> until(() -> one.got.size() == 3 && zero.got.size() == 3, zero, one));
    }

    /** In whatever order they make progress. */
    @ParameterizedTest
    @ValueSource(strings = {"always", "queued"})
    void twoConnectToEachOtherInAnyOrder(String writeInterest) throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            open(writeInterest);
            beginBoth();
            assertOneRemains(() -> until(() -> {
                (random.nextBoolean() ? zero : one).engine.tryProgress();
                return one.got.size() == 3 && zero.got.size() == 3;
            }));
            close();
        }
    }

    private void beginBoth() throws IOException {
        zero.send(3);
        one.send(3);
        assertThat(zero.sockets()).isEqualTo(2);
        assertThat(one.sockets()).isEqualTo(2);
    }

    private void assertOneRemains(Runnable exchange) throws IOException {
        exchange.run();
        until(() -> zero.sockets() == 2 && one.sockets() == 2, zero, one);
        one.send(50);
        zero.send(50);
        until(() -> one.got.size() >= 53 && zero.got.size() >= 53, zero, one);
        for (int i = 0; i < 5; i++) {
            zero.engine.tryProgress();
            one.engine.tryProgress();
        }
        List<Integer> all = IntStream.rangeClosed(1, 53).boxed().toList();
        assertThat(zero.got).isEqualTo(all);
        assertThat(one.got).isEqualTo(all);
        assertThat(zero.sockets()).isEqualTo(2);
        assertThat(one.sockets()).isEqualTo(2);
        assertThat(one.wasCalled()).isTrue();
        assertThat(zero.wasCalled()).isFalse();
    }
}
