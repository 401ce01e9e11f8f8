package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.link.ThreadDump;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.other.Gadget;

/** By a clock that is turned by hand. */
class RelayTest {
    private static final int RANKS = 2;
    private static final int EVER = 3600;
    private static final String LAUNCHER = "the launcher has ended with exit code 137";

    private final JobKey key = JobKey.random();
    private final AtomicLong clock = new AtomicLong();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private final RecordedEnding ending = new RecordedEnding();
    private Relay relay;

    @TempDir
    Path folder;

    @BeforeEach
    void listen() throws IOException {
        listen(false, new Limits(EVER, EVER, EVER, 0, clock::get));
    }

    @AfterEach
    void close() throws Exception {
        relay.close();
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private void listen(boolean beyondThisHost, Limits limits) throws IOException {
        if (relay != null) {
            relay.close();
        }
        relay = new Relay(
                key,
                RANKS,
                RelayAddresses.bind(beyondThisHost),
                new Watchdog(limits, folder),
                new Recorded(),
                ending,
                new Timeline());
    }

    private void turn(long seconds) {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        relay.watch();
    }

    /** Returns once it has happened, now or before. */
    private void await(String event) throws InterruptedException {
        while (!seen.contains(event)) {
            seen.add(events.take());
        }
    }

    private FakeRank caller(JobKey itsKey, int rank) throws IOException {
        FakeRank fake = new FakeRank(local(), itsKey, rank);
        open.add(fake);
        return fake;
    }

    /** That has come in and said who it is. */
    private FakeRank rank(int rank) throws IOException, InterruptedException {
        FakeRank fake = caller(key, rank).hello();
        await("introduced " + rank);
        return fake;
    }

    private String local() throws IOException {
        return "127.0.0.1" + relay.addresses().get(0).replaceFirst(".*(?=:)", "");
    }

    private Socket stranger() throws IOException {
        Socket socket = FakeRank.socket(local());
        open.add(socket);
        return socket;
    }

    /** Both ranks do what they should, whoever else is there. */
    private void assertRanksGetIn() throws IOException, InterruptedException {
        List<FakeRank> both = List.of(rank(0), rank(1));
        for (FakeRank each : both) {
            each.send(FrameType.BYE, "");
        }
        for (FakeRank each : both) {
            assertThat(each.end().type()).isEqualTo(FrameType.ACK);
        }
        assertThat(relay.isComplete()).isTrue();
        assertThat(relay.failure()).isEmpty();
    }

    private static void assertDropped(Socket socket) throws IOException {
        try {
            // Its greeting, then the end.
            assertThat(socket.getInputStream().readAllBytes().length).isLessThanOrEqualTo("LOCKSTEP/2\n".length() + 32);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** The relay may hang up before it has read all. */
    private static void writeAnyway(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching(".*(reset|Broken pipe).*");
        }
    }

    private void assertNobodyListens() throws IOException {
        String address = local();
        assertThatThrownBy(() -> {
                    while (true) {
                        try (Socket late = FakeRank.socket(address)) {
                            assertDropped(late);
                        }
                    }
                })
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void ranksAreAcknowledgedOnceAllHaveFinishedAndEverythingIsPassedOn() throws Exception {
        FakeRank zero = rank(0).tellAll("1", 0, "a");
        FakeRank one = rank(1);
        zero.send(FrameType.BYE, "");
        await("end of 0");
        one.tellAll("1", 0, "b");
        zero.told();
        assertThat(zero.ended()).as("told before rank 1 has finished").isFalse();
        assertThat(relay.isComplete()).isFalse();
        one.send(FrameType.BYE, "");
        assertThat(zero.end().type()).isEqualTo(FrameType.ACK);
        assertThat(one.end().type()).isEqualTo(FrameType.ACK);
        await("completed [0, 1]");
        assertThat(seen).containsSubsequence("end of 1", "complete", "completed [0, 1]");
        assertThat(relay.ranks()).extracting(RankInfo::rank).containsExactly(0, 1);
        assertThat(relay.ranks()).extracting(RankInfo::pid).containsOnly("4711");
        relay.fail("too late");
        assertThat(relay.failure()).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void aStrangerStaysOutsideAndNothingOfItIsReadAsAnObject() throws Exception {
        assertThatThrownBy(() -> caller(JobKey.random(), 0)).isInstanceOf(IOException.class);
        byte[] random = new byte[1 << 16];
        new Random(3).nextBytes(random);
        for (byte[] bytes : List.of(random, Gadget.written(Collections.nCopies(100, new Gadget("boom"))))) {
            Socket stranger = stranger();
            writeAnyway(stranger, bytes);
            assertDropped(stranger);
        }
        assertThat(relay.ranks()).isEmpty();
        assertRanksGetIn();
        assertThat(Gadget.hasSprung()).isFalse();
    }

    @Test
    void whoDoesNotProveItselfInTimeIsDroppedHoweverSlowlyItTalks() throws Exception {
        listen(false, new Limits(EVER, EVER, 1, 0, clock::get));
        Socket silent = stranger();
        Socket slow = stranger();
        Thread dripping = new Thread(() -> drip(slow), "dripping");
        dripping.start();
        assertDropped(silent);
        assertDropped(slow);
        dripping.join();
    }

    /** Fewer bytes than make an answer, now and then, until nobody listens. */
    private static void drip(Socket socket) {
        try {
            for (int i = 0; i < 60; i++) {
                socket.getOutputStream().write(1);
                Thread.sleep(100);
            }
        } catch (IOException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** More than are held at once. */
    @Test
    void aCrowdOfSilentStrangersKeepsNoRankOut() throws Exception {
        for (int i = 0; i < 90; i++) {
            assertThat(stranger().getInputStream().read()).isEqualTo('L');
        }
        assertRanksGetIn();
    }

    @Test
    void onlyTheRanksOfTheLaunchGetInAndEachOnce() throws Exception {
        FakeRank zero = rank(0);
        for (int number : new int[] {0, -1, RANKS, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(caller(key, number)::end).isInstanceOf(IOException.class);
        }
        FakeRank one = rank(1);
        zero.send(FrameType.BYE, "");
        one.send(FrameType.BYE, "");
        assertThat(zero.end().type()).isEqualTo(FrameType.ACK);
    }

    @Test
    void onceAllRanksAreInNobodyElseCanCome() throws Exception {
        Socket stranger = stranger();
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        assertNobodyListens();
        assertDropped(stranger);
        zero.send(FrameType.BYE, "");
        one.send(FrameType.BYE, "");
        assertThat(zero.end().type()).isEqualTo(FrameType.ACK);
    }

    @Test
    void everyRankIsToldEveryRanksValueOnceAllHaveCome() throws Exception {
        FakeRank zero = rank(0).tellAll("1", 0, "a").tellAll("2", 0, "");
        FakeRank one = rank(1).tellAll("2", 0, "").tellAll("1", 1, "next").tellAll("1", 0, "bee");
        zero.tellAll("1", 1, "");
        for (FakeRank each : List.of(zero, one)) {
            assertThat(List.of(each.told(), each.told(), each.told()))
                    .containsExactlyInAnyOrder("2 0 [, ]", "1 0 [a, bee]", "1 1 [, next]");
        }
    }

    @Test
    void theFirstFailureIsTheReasonAndEndsEveryRankWhateverItWaitsFor() throws Exception {
        listen(false, new Limits(EVER, EVER, EVER, 1, System::nanoTime));
        FakeRank zero = rank(0).tellAll("1", 0, "a");
        FakeRank one = rank(1);
        one.send(FrameType.FAILED, "the first thing");
        String reason = "rank 1 (pid 4711 on somewhere): the first thing";
        for (FakeRank each : List.of(zero, one)) {
            assertThat(each.end().type()).isEqualTo(FrameType.ABORT);
            assertThat(each.end().text()).isEqualTo(reason);
        }
        assertThat(zero.toldNothing()).isTrue();
        zero.send(FrameType.FAILED, "the second thing");
        relay.fail("the third thing");
        assertThat(relay.failure()).hasValue(reason);
        assertThat(relay.isComplete()).isFalse();
        // The ranks are told first, then the launcher is ended, and the session hears of it last.
        await("failed " + reason);
        assertThat(seen).containsSubsequence("ended", "failed " + reason);
        assertNobodyListens();
    }

    @ParameterizedTest
    @CsvSource({
        "ACK, '', it sent a ACK frame",
        "HELLO, no pair, no pair",
        "ALL_GATHER, no exchange, ''",
    })
    void aFrameThatNoRankSendsIsAFailure(FrameType type, String text, String reason) throws Exception {
        FakeRank zero = rank(0);
        zero.send(type, text);
        assertThat(zero.end().text())
                .startsWith("rank 0 (pid 4711 on somewhere): ")
                .contains(reason);
    }

    @Test
    void aSecondValueForTheSameExchangeIsAFailure() throws Exception {
        FakeRank zero = rank(0).tellAll("1", 0, "a").tellAll("1", 0, "b");
        assertThat(zero.end().text()).contains("rank 0", "one was due");
    }

    @Test
    void bytesThatAreNoFrameAreAFailure() throws Exception {
        FakeRank zero = rank(0);
        zero.garble(new byte[] {-1, -1, -1, -1, 0});
        assertThat(zero.end().text()).contains("rank 0", "not a frame");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRankThatGoesAwayWithoutGoodbyeHasFailed(boolean beforeItHasReadAll) throws Exception {
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        zero.send(FrameType.BYE, "");
        if (beforeItHasReadAll) {
            one.reset();
        } else {
            one.close();
        }
        assertThat(zero.end().text())
                .contains("rank 1", "ended before it had delivered its results: its JVM exited or was killed");
    }

    @Test
    void aRankThatFailsBecauseAnotherHasGoneIsNotBlamed() throws Exception {
        listen(false, new Limits(EVER, EVER, EVER, 1, clock::get));
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        zero.send(FrameType.FAILED, "connection reset");
        await("end of 0");
        one.reset();
        assertThat(zero.end().text()).contains("rank 1", "its JVM exited or was killed");
    }

    @Test
    void aLauncherThatEndsBeforeItsRanksHaveDeliveredEndsTheLaunch() throws Exception {
        FakeRank zero = rank(0);
        ending.launcherEnd = Optional.of(LAUNCHER);
        turn(0);
        assertThat(relay.failure()).as("a rank may have gone as well").isEmpty();
        turn(1);
        assertThat(zero.end().text()).isEqualTo(LAUNCHER + " before all ranks had delivered their results");
    }

    @Test
    void wordsAreNoProgressAndTheReasonSaysWhatTheRanksDid() throws Exception {
        listen(false, new Limits(3, EVER, EVER, 0, clock::get));
        FakeRank zero = rank(0);
        FakeRank one = rank(1);
        one.answerDumpsWith(new ThreadDump("in a.B.c(B.java:7)", "\"main\" RUNNABLE\n    at a.B.c\n"));
        turn(2);
        one.send(FrameType.PILOT, "");
        await("PILOT of 1");
        turn(2);
        zero.sendData(new byte[] {1});
        await("DATA of 0");
        assertThat(relay.failure()).as("2 s after progress").isEmpty();
        while (!relay.links().stream().allMatch(RankLink::listening)) {
            Thread.onSpinWait();
        }
        turn(1);
        one.awaitDump();
        one.sendData(new byte[] {1});
        await("DATA of 1");
        assertThat(relay.failure()).as("rank 0 may still answer").isEmpty();
        turn(2);
        assertThat(zero.end().type()).isEqualTo(FrameType.ABORT);
        assertThat(relay.failure().orElseThrow())
                .contains("no rank has shown progress for 3 s (all are connected)")
                .contains("rank 0 (pid 4711 on somewhere) was not able to say where")
                .contains("rank 1 (pid 4711 on somewhere) was in a.B.c(B.java:7)");
        assertThat(folder.resolve("rank-1/threads.txt")).content().contains("at a.B.c");
    }

    @Test
    void whoNeverComesIsNamedWhenTimeIsUp() throws Exception {
        FakeRank zero = rank(0);
        turn(EVER);
        turn(2);
        assertThat(zero.end().text()).contains("no rank has shown progress", "never connected: [1]");
    }

    @Test
    void aRankOnAnotherHostGivesSignsOfLifeOrIsGivenUp() throws Exception {
        listen(true, HostOfRanks.limits(clock::get));
        FakeRank one = rank(1);
        one.awaitSign();
        one.send(FrameType.ALIVE, "");
        one.send(FrameType.DATA, "");
        await("DATA of 1");
        listen(true, new Limits(EVER, 1, EVER, 0, clock::get));
        caller(key, 0);
        await(
                "failed rank 0 (pid unknown on unknown): nothing was heard from it for 1 s: its host is down, or the network to it is cut");
    }

    @Test
    void aRelayOfThisHostAloneListensOnLoopbackAloneAndOneOfOtherHostsOnWhatTheyReach() throws Exception {
        assertThat(acrossHosts()).isFalse();
        assertThat(relay.addresses()).singleElement().asString().startsWith("127.0.0.1:");
        listen(true, HostOfRanks.limits(clock::get));
        assertThat(acrossHosts()).isTrue();
        for (String address : relay.addresses()) {
            InetAddress of = RankEnvironment.socketAddress(address).getAddress();
            assertThat(of.isLoopbackAddress() || of.isLinkLocalAddress())
                    .as(address)
                    .isFalse();
            FakeRank.socket(address).close();
        }
    }

    private boolean acrossHosts() throws IOException {
        return new RankEnvironment(key, relay.addresses(), "openmpi", RANKS, 1, "RANK", Optional.empty()).acrossHosts();
    }

    private final class Recorded implements Session {
        @Override
        public void introduced(RankLink link) {
            events.add("introduced " + link.rank());
        }

        @Override
        public void converse(RankLink link) throws IOException, RankFailure {
            try {
                for (Frames.Frame frame = link.next(); frame != null; frame = link.next()) {
                    events.add(frame.type() + " of " + link.rank());
                }
            } finally {
                events.add("end of " + link.rank());
            }
        }

        @Override
        public void complete() {
            events.add("complete");
        }

        @Override
        public void failed(String reason) {
            events.add("failed " + reason);
        }
    }

    private final class RecordedEnding extends HostOfRanks.Ended {
        @Override
        public void completed(List<RankInfo> ranks) {
            events.add("completed " + ranks.stream().map(RankInfo::rank).toList());
        }

        @Override
        public void failed(List<RankInfo> ranks) {
            events.add("ended");
        }
    }
}
