package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.ThreadDump;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.other.Gadget;

@Timeout(30)
@Execution(ExecutionMode.CONCURRENT)
class RelayTest {
    private static final int RANKS = 2;
    private static final long LONG = 300;

    private final JobKey key = JobKey.random();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private final CountDownLatch sessionTold = new CountDownLatch(1);
    private volatile String launcherEnd;
    private Relay relay;

    @TempDir
    Path folder;

    @BeforeEach
    void listen() throws IOException {
        relay = relay(LONG);
    }

    @AfterEach
    void close() throws Exception {
        relay.close();
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Relay relay(long timeoutSeconds) throws IOException {
        return new Relay(
                key,
                RANKS,
                InetAddress.getLoopbackAddress(),
                new Watchdog(timeoutSeconds, folder),
                new Recorded(),
                new RecordedEnding(),
                new Timeline());
    }

    private FakeRank rank(int rank) throws IOException {
        FakeRank fake = new FakeRank(relay.addresses().get(0), key, rank);
        open.add(fake);
        return fake.hello();
    }

    private Socket stranger() throws IOException {
        Socket socket = FakeRank.socket(relay.addresses().get(0));
        open.add(socket);
        return socket;
    }

    /** Both ranks do what they should, whoever else is there. */
    private void assertRanksGetIn() throws IOException, InterruptedException {
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        zero.send(FrameType.BYE, "");
        one.send(FrameType.BYE, "");
        assertThat(zero.end().type()).isEqualTo(FrameType.ACK);
        assertThat(one.end().type()).isEqualTo(FrameType.ACK);
        assertThat(relay.isComplete()).isTrue();
        assertThat(relay.failure()).isEmpty();
    }

    private static void assertDropped(Socket socket, Duration within) throws IOException {
        socket.setSoTimeout((int) within.toMillis());
        InputStream in = socket.getInputStream();
        try {
            // Its greeting, then the end.
            assertThat(in.readAllBytes().length).isLessThanOrEqualTo("LOCKSTEP/2\n".length() + 32);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void ranksAreAcknowledgedOnceAllHaveFinishedAndEverythingIsPassedOn() throws Exception {
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        zero.send(FrameType.BYE, "");
        Thread.sleep(200);
        assertThat(zero.ended()).as("rank 0 is told before rank 1 has finished").isFalse();
        assertThat(relay.isComplete()).isFalse();
        one.send(FrameType.BYE, "");
        assertThat(zero.end().type()).isEqualTo(FrameType.ACK);
        assertThat(one.end().type()).isEqualTo(FrameType.ACK);
        assertThat(events.subList(events.size() - 2, events.size())).containsExactly("complete", "completed [0, 1]");
    }

    @Test
    void whatRanksSayOfThemselvesIsKept() throws Exception {
        assertRanksGetIn();
        assertThat(relay.ranks()).extracting(RankInfo::rank).containsExactly(0, 1);
        assertThat(relay.ranks()).extracting(RankInfo::pid).containsOnly("4711");
        assertThat(relay.ranks()).extracting(RankInfo::host).containsOnly("somewhere");
    }

    @Test
    void aStrangerWithTheWrongKeyStaysOutside() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> new FakeRank(relay.addresses().get(0), JobKey.random(), 0))
                    .isInstanceOf(IOException.class);
        }
        assertThat(relay.ranks()).isEmpty();
        assertRanksGetIn();
    }

    /** What a rank said to this very relay, byte by byte. */
    @Test
    void aRecordedHandshakeStaysOutside() throws Exception {
        ByteArrayOutputStream recording = new ByteArrayOutputStream();
        try (ServerSocket between = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread proxy = new Thread(() -> passOn(between, recording), "proxy");
            proxy.start();
            FakeRank zero = new FakeRank("127.0.0.1:" + between.getLocalPort(), key, 0);
            open.add(zero);
            proxy.join();
        }
        assertThat(recording.size()).isEqualTo(32 + 4 + 32);
        Socket stranger = stranger();
        writeAnyway(stranger, recording.toByteArray());
        assertDropped(stranger, Duration.ofSeconds(5));
        awaitOneRank();
    }

    /** The relay counts a rank just after it has proved itself to it. */
    private void awaitOneRank() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (relay.ranks().isEmpty() && System.nanoTime() < end) {
            Thread.sleep(1);
        }
        assertThat(relay.ranks()).hasSize(1);
    }

    /** One handshake: the relay's challenge, the rank's answer, the relay's proof. */
    private void passOn(ServerSocket between, ByteArrayOutputStream recording) {
        try {
            Socket rank = between.accept();
            open.add(rank);
            Socket there = stranger();
            rank.getOutputStream().write(there.getInputStream().readNBytes("LOCKSTEP/2\n".length() + 32));
            recording.write(rank.getInputStream().readNBytes(32 + 4 + 32));
            there.getOutputStream().write(recording.toByteArray());
            rank.getOutputStream().write(there.getInputStream().readNBytes(32));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLauncherThatEndsBeforeItsRanksHaveDeliveredEndsTheLaunch() throws Exception {
        FakeRank zero = rank(0);
        launcherEnd = "the launcher has ended with exit code 137";
        assertThat(zero.end().type()).isEqualTo(FrameType.ABORT);
        assertThat(relay.failure().orElseThrow())
                .isEqualTo("the launcher has ended with exit code 137 before all ranks had delivered their results");
    }

    @Test
    void wordsAreNoProgressAndTheReasonSaysWhatTheRanksDid() throws Exception {
        relay.close();
        relay = relay(3);
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        one.answerDumpsWith(new ThreadDump("in a.B.c(B.java:7)", "\"main\" RUNNABLE\n    at a.B.c\n"));
        for (int i = 0; !zero.ended() && i < 100; i++) {
            zero.sendData(new byte[] {1});
            Thread.sleep(100);
        }
        assertThat(zero.end().type()).isEqualTo(FrameType.ABORT);
        assertThat(relay.failure().orElseThrow())
                .contains("no rank has shown progress for 3 s", "rank 0", "rank 1", "was in a.B.c(B.java:7)");
        assertThat(folder.resolve("rank-1/threads.txt")).content().contains("at a.B.c");
    }

    @Test
    void randomBytesStayOutside() throws Exception {
        byte[] bytes = new byte[1 << 16];
        new Random(3).nextBytes(bytes);
        Socket stranger = stranger();
        writeAnyway(stranger, bytes);
        assertDropped(stranger, Duration.ofSeconds(5));
        assertRanksGetIn();
    }

    @Test
    void aStrangersObjectIsNeverRead() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i = 0; i < 100; i++) {
                out.writeObject(new Gadget("boom"));
            }
        }
        Socket stranger = stranger();
        writeAnyway(stranger, bytes.toByteArray());
        assertDropped(stranger, Duration.ofSeconds(5));
        assertRanksGetIn();
        assertThat(Gadget.hasSprung()).isFalse();
    }

    /** The relay may hang up before it has read all. */
    private static void writeAnyway(Socket socket, byte[] bytes) throws IOException {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching(".*(reset|Broken pipe).*");
        }
    }

    @Test
    void whoDoesNotProveItselfInTimeIsDroppedHoweverSlowlyItTalks() throws Exception {
        Socket silent = stranger();
        Socket slow = stranger();
        long start = System.nanoTime();
        Thread dripping = new Thread(() -> drip(slow), "dripping");
        dripping.start();
        assertDropped(silent, Duration.ofSeconds(14));
        assertDropped(slow, Duration.ofSeconds(4));
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isBetween(8L, 14L);
        dripping.join();
        assertRanksGetIn();
    }

    /** A byte now and then, until nobody listens. */
    private static void drip(Socket socket) {
        try {
            for (int i = 0; i < 60; i++) {
                socket.getOutputStream().write(1);
                Thread.sleep(250);
            }
        } catch (IOException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aCrowdOfSilentStrangersKeepsNoRankOut() throws Exception {
        for (int i = 0; i < 200; i++) {
            stranger();
        }
        long start = System.nanoTime();
        assertRanksGetIn();
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(5);
    }

    @Test
    void aSecondRankOfTheSameNumberIsRefusedAndTheFirstStays() throws Exception {
        FakeRank first = rank(0);
        awaitOneRank();
        FakeRank second = new FakeRank(relay.addresses().get(0), key, 0);
        open.add(second);
        assertThatThrownBy(second::end).isInstanceOf(IOException.class);
        FakeRank one = rank(1);
        first.send(FrameType.BYE, "");
        one.send(FrameType.BYE, "");
        assertThat(first.end().type()).isEqualTo(FrameType.ACK);
    }

    @Test
    void aRankThatCannotBeIsRefused() throws Exception {
        for (int number : new int[] {-1, RANKS, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            FakeRank none = new FakeRank(relay.addresses().get(0), key, number);
            open.add(none);
            assertThatThrownBy(none::end).isInstanceOf(IOException.class);
        }
        assertThat(relay.ranks()).isEmpty();
        assertRanksGetIn();
    }

    @Test
    void everyRankIsToldEveryRanksValueOnceAllHaveCome() throws Exception {
        FakeRank zero = rank(0).tellAll("1", 0, "a").tellAll("2", 0, "");
        FakeRank one = rank(1).tellAll("2", 0, "");
        assertThat(one.told()).isEqualTo("2 0 [, ]");
        assertThat(zero.told()).isEqualTo("2 0 [, ]");
        one.tellAll("1", 1, "next");
        assertThat(zero.toldNothing()).isTrue();
        one.tellAll("1", 0, "bee");
        assertThat(zero.told()).isEqualTo("1 0 [a, bee]");
        assertThat(one.told()).isEqualTo("1 0 [a, bee]");
        zero.tellAll("1", 1, "");
        assertThat(zero.told()).isEqualTo("1 1 [, next]");
    }

    @Test
    void aRankThatFailsEndsThoseThatWaitForItsValue() throws Exception {
        FakeRank zero = rank(0).tellAll("1", 0, "a");
        rank(1).send(FrameType.FAILED, "no value of mine");
        assertThat(zero.end().text()).contains("rank 1", "no value of mine");
        assertThat(zero.toldNothing()).isTrue();
    }

    @Test
    void aSecondValueForTheSameExchangeOrNoneAtAllIsAFailure() throws Exception {
        FakeRank zero = rank(0).tellAll("1", 0, "a").tellAll("1", 0, "b");
        assertThat(zero.end().text()).contains("rank 0", "one was due");
        relay.close();
        relay = relay(LONG);
        FakeRank one = rank(1);
        one.send(FrameType.ALL_GATHER, "no exchange");
        assertThat(one.end().type()).isEqualTo(FrameType.ABORT);
    }

    @Test
    void theFirstFailureIsTheReasonAndEndsEveryRank() throws Exception {
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        one.send(FrameType.FAILED, "the first thing");
        assertThat(zero.end().type()).isEqualTo(FrameType.ABORT);
        assertThat(one.end().type()).isEqualTo(FrameType.ABORT);
        assertThat(zero.end().text()).contains("rank 1", "4711", "somewhere", "the first thing");
        zero.send(FrameType.FAILED, "the second thing");
        relay.fail("the third thing");
        assertThat(relay.failure())
                .hasValueSatisfying(r -> assertThat(r).isEqualTo("rank 1 (pid 4711 on somewhere): the first thing"));
        assertThat(relay.isComplete()).isFalse();
        // The ranks are told first, then the launcher is ended, and the session hears of it last, on the relay's
        // own thread.
        assertThat(sessionTold.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(events).containsOnlyOnce("ended", "failed rank 1 (pid 4711 on somewhere): the first thing");
    }

    @Test
    void aRankThatGoesAwayWithoutGoodbyeHasFailed() throws Exception {
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        zero.send(FrameType.BYE, "");
        one.close();
        assertThat(zero.end().text()).contains("rank 1", "ended before it had delivered its results");
    }

    @Test
    void aRankThatIsKilledBeforeItHasReadAllHasEndedAsWell() throws Exception {
        FakeRank zero = rank(0);
        rank(1).reset();
        assertThat(zero.end().text()).contains("rank 1", "its JVM exited or was killed");
    }

    @Test
    void aRankThatFailsBecauseAnotherHasGoneIsNotBlamed() throws Exception {
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        zero.send(FrameType.FAILED, "connection reset");
        Thread.sleep(50);
        one.reset();
        assertThat(zero.end().text()).contains("rank 1", "its JVM exited or was killed");
    }

    @Test
    void aFrameThatNoRankSendsIsAFailure() throws Exception {
        FakeRank zero = rank(0);
        zero.send(FrameType.ACK, "");
        assertThat(zero.end().text()).contains("rank 0", "it sent a ACK frame");
    }

    @Test
    void propertiesThatAreNoneAreAFailure() throws Exception {
        FakeRank zero = rank(0);
        zero.send(FrameType.HELLO, "no pair");
        assertThat(zero.end().text()).contains("rank 0", "no pair");
    }

    @Test
    void whoNeverComesIsNamedWhenTimeIsUp() throws Exception {
        relay.close();
        relay = relay(2);
        FakeRank zero = rank(0);
        assertThat(zero.end().type()).isEqualTo(FrameType.ABORT);
        assertThat(relay.failure().orElseThrow()).contains("no rank has shown progress", "never connected: [1]");
    }

    @Test
    void afterAFailureNobodyGetsIn() throws Exception {
        String address = relay.addresses().get(0);
        relay.fail("enough");
        assertThatThrownBy(() -> {
                    FakeRank late = new FakeRank(address, key, 0);
                    open.add(late);
                    late.end();
                })
                .isInstanceOf(IOException.class);
    }

    @Test
    void whatAFailedLaunchHeldIsGivenBack() throws Exception {
        String address = relay.addresses().get(0);
        relay.fail("enough");
        assertNobodyListens(address);
    }

    private static void assertNobodyListens(String address) throws IOException {
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        long patience = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        boolean listening = true;
        while (listening && System.nanoTime() < patience) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertDropped(socket, Duration.ofSeconds(5));
            } catch (ConnectException e) {
                listening = false;
            }
        }
        assertThat(listening).as("a listener on the port").isFalse();
    }

    @Test
    void onceAllRanksAreInNobodyElseCanCome() throws Exception {
        String address = relay.addresses().get(0);
        Socket stranger = stranger();
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        assertNobodyListens(address);
        assertDropped(stranger, Duration.ofSeconds(5));
        zero.send(FrameType.BYE, "");
        one.send(FrameType.BYE, "");
        assertThat(zero.end().type()).isEqualTo(FrameType.ACK);
        assertThat(one.end().type()).isEqualTo(FrameType.ACK);
    }

    @Test
    void afterTheEndNothingCanFail() throws Exception {
        assertRanksGetIn();
        relay.fail("too late");
        assertThat(relay.failure()).isEmpty();
        assertThat(events).doesNotContain("ended");
    }

    private final class Recorded implements Session {
        @Override
        public void introduced(RankLink link) {
            events.add("introduced " + link.rank());
        }

        @Override
        public void converse(RankLink link) throws IOException, RankFailure {
            for (var frame = link.next(); frame != null; frame = link.next()) {
                events.add("frame of " + link.rank());
            }
        }

        @Override
        public void complete() {
            events.add("complete");
        }

        @Override
        public void failed(String reason) {
            events.add("failed " + reason);
            sessionTold.countDown();
        }
    }

    private final class RecordedEnding implements Relay.Ending {
        @Override
        public void completed(List<RankInfo> ranks) {
            events.add("completed " + ranks.stream().map(RankInfo::rank).toList());
        }

        @Override
        public void failed(List<RankInfo> ranks) {
            events.add("ended");
        }

        @Override
        public Optional<String> launcherEnd() {
            return Optional.ofNullable(launcherEnd);
        }
    }
}
