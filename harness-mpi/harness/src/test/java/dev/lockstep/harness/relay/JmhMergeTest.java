package dev.lockstep.harness.relay;

import static dev.lockstep.harness.relay.Iterations.MEASURED;
import static dev.lockstep.harness.relay.Iterations.WARMUP;
import static dev.lockstep.harness.relay.Iterations.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.Daemon;
import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.link.FrameType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.link.BinaryLinkClient;
import org.other.Gadget;

/** JMH's real host on one side, JMH's real clients on the other, and the relay between them. */
class JmhMergeTest {
    private static final BenchmarkParams BENCHMARK = Iterations.benchmark(1, Map.of("comm", "openmpi", "ranks", "2"));
    private static final String RANK_1 = "rank 1 (pid 4711 on somewhere): ";

    @TempDir
    Path folder;

    private final AtomicBoolean slow = new AtomicBoolean();

    private final ByteArrayOutputStream console = new ByteArrayOutputStream() {
        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (slow.get()) {
                LockSupport.parkNanos(10_000_000);
            }
            super.write(bytes, offset, length);
        }
    };
    private HostOfRanks host;
    private Relay relay;
    private FakeRank[] ranks;

    @BeforeEach
    void connect() throws IOException {
        host = new HostOfRanks(2, folder, new PrintStream(console, true, StandardCharsets.UTF_8));
        relay = host.relay;
        ranks = new FakeRank[2];
        for (int i = 0; i < 2; i++) {
            ranks[i] = new FakeRank(relay.addresses().get(0), host.key, i).hello();
        }
    }

    @AfterEach
    void close() throws IOException {
        host.close();
        for (FakeRank rank : ranks) {
            rank.close();
        }
    }

    /** What a fork of JMH does, in its order. */
    private interface Script {
        void run(BinaryLinkClient client, FakeRank rank) throws Exception;
    }

    private Future<Void> play(int rank, Script script) {
        return Daemon.start(() -> {
            BinaryLinkClient client = ranks[rank].jmhClient();
            assertThat(client.handshake()).isNotNull();
            assertThat(client.requestPlan()).isNotNull();
            script.run(client, ranks[rank]);
            client.close();
            return null;
        });
    }

    private void playBoth(Script zero, Script one) throws Exception {
        Future<Void> both = play(0, zero);
        play(1, one).get();
        both.get();
        for (FakeRank each : ranks) {
            assertThat(each.end().type()).isEqualTo(FrameType.ACK);
        }
        assertThat(relay.failure()).isEmpty();
    }

    private static void measure(BinaryLinkClient client, IterationParams phase, int number, double micros)
            throws IOException {
        IterationResult result = result(BENCHMARK, phase, micros);
        client.getOutputFormat().iterationResult(BENCHMARK, phase, number, result);
        if (phase == MEASURED) {
            client.pushResults(result);
        }
    }

    private static Script measures(int iterations) {
        return (client, rank) -> {
            for (int i = 1; i <= iterations; i++) {
                measure(client, MEASURED, i, 1);
            }
            complete(client);
        };
    }

    private static void complete(BinaryLinkClient client) throws IOException {
        client.pushResultMetadata(new BenchmarkResultMetaData(1, 2, 3, 4, 5));
    }

    private void assertFailed(String reason) throws Exception {
        assertThat(ranks[0].end().type()).isEqualTo(FrameType.ABORT);
        assertThat(ranks[1].end().type()).isEqualTo(FrameType.ABORT);
        assertThat(relay.failure().orElseThrow()).contains(reason);
        host.jmh.waitFinish();
        assertThat(host.jmh.getException().getSuppressed()[0]).hasMessageContaining(reason);
        assertThat(console.toString(StandardCharsets.UTF_8))
                .contains("lockstep: " + relay.failure().orElseThrow());
    }

    /** The scores that JMH's host has printed. */
    private List<String> printed() {
        return console.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.endsWith("us/op") && !line.contains("ranks."))
                .toList();
    }

    /** More results than JMH's client sends between two resets of its stream: some are the printed object again, some a copy of it. */
    @Test
    void everyRanksNumbersAreInEveryResultOnConsoleAndInTheResultsAlike() throws Exception {
        int iterations = 150;
        Script script = (client, rank) -> {
            boolean first = rank == ranks[0];
            measure(client, WARMUP, 1, 1000);
            for (int i = 1; i <= iterations; i++) {
                client.getOutputFormat().iteration(BENCHMARK, MEASURED, i);
                rank.awaitBegin();
                if (i % 2 == 1 && !first) {
                    rank.send(
                            FrameType.CONDITIONS,
                            Conditions.of(60 + i, 330, 1, 2, 0).format());
                }
                measure(client, MEASURED, i, first ? i : 3 * i);
            }
            complete(client);
        };
        playBoth(script, script);

        host.jmh.waitFinish();
        assertThat(host.jmh.getException()).isNull();
        assertThat(host.jmh.getMetadata().getMeasurementOps()).isEqualTo(5);
        List<IterationResult> results = host.jmh.getResults();
        assertThat(results).hasSize(iterations);
        assertThat(printed()).hasSize(iterations + 1);
        assertThat(printed().get(0)).contains("1000.000");
        for (int i = 1; i <= iterations; i++) {
            IterationResult result = results.get(i - 1);
            assertThat(result.getRawPrimaryResults()).hasSize(2);
            assertThat(result.getPrimaryResult().getScore()).isCloseTo(2.0 * i, within(1e-9));
            assertThat(result.getRawSecondaryResults().get("ranks.max")).hasSize(1);
            assertThat(result.getSecondaryResults().get("ranks.max").getScore()).isCloseTo(3.0 * i, within(1e-9));
            assertThat(printed().get(i)).endsWith(2 * i + ".000 us/op");
            // Of two ranks that do not say at once: JMH would take 0 for what is missing.
            assertThat(List.of(
                            result.getSecondaryResults().get("probe.before").getScore(),
                            result.getSecondaryResults().get("probe.after").getScore()))
                    .isEqualTo(i % 2 == 0 ? List.of(Double.NaN, Double.NaN) : List.of(60.0 + i, 330.0));
        }
        assertThat(Files.readAllLines(folder.resolve("ranks.csv")))
                .hasSize(1 + 2 * (iterations + 1))
                .filteredOn(row -> row.endsWith(",1,2,0,63.0,330.0,"))
                .singleElement()
                .asString()
                .contains("measurement,3,1,");
    }

    @Test
    void everyRanksOutputGoesToItsOwnLogAndRank0sToTheConsole() throws Exception {
        Script script = (client, rank) -> {
            String who = rank == ranks[0] ? "zero" : "one";
            client.getOutputFormat().println("JMH says " + who);
            client.getOutStream().println("benchmark says " + who);
            client.getOutStream().flush();
            complete(client);
        };
        playBoth(script, script);
        assertThat(Files.readString(folder.resolve("rank-0/output.log")))
                .contains("JMH says zero", "benchmark says zero");
        assertThat(Files.readString(folder.resolve("rank-1/output.log")))
                .contains("JMH says one", "benchmark says one");
        assertThat(console.toString(StandardCharsets.UTF_8))
                .contains("JMH says zero")
                .doesNotContain("says one");
    }

    /** What rank 1 does that ends the launch, and what is said of it; rank 0 would measure two iterations. */
    private enum Fault {
        LACKS_AN_ITERATION(measures(1), "it ran fewer iterations than rank 0"),
        NEVER_COMES_TO_ITS_END(
                (client, rank) -> measure(client, MEASURED, 1, 1), "its JMH ended before all iterations were done"),
        THROWS(
                (client, rank) -> client.pushException(
                        new BenchmarkException("failed", List.of(new IllegalStateException("boom")))),
                "java.lang.IllegalStateException: boom"),
        /** Which is not read: JMH has printed it before. */
        THROWS_AN_EXCEPTION_OF_ITS_OWN(
                (client, rank) -> {
                    for (String line : List.of("<failure>", "", "org.other.Gadget: mine\n\tat somewhere")) {
                        client.getOutputFormat().println(line);
                    }
                    client.pushException(new BenchmarkException("failed", List.of(new Gadget("mine"))));
                },
                "org.other.Gadget: mine"),
        SENDS_TIMES_THAT_NOBODY_ASKED_FOR(
                (client, rank) -> rank.send(FrameType.OP_TIMES, "whatever"), "it sent a OP_TIMES frame"),
        SENDS_CONDITIONS_THAT_ARE_NONE(
                (client, rank) -> rank.send(FrameType.CONDITIONS, new byte[7]),
                "it sent conditions of 7 bytes, which no threads have");

        private final Script script;
        private final String reason;

        Fault(Script script, String reason) {
            this.script = script;
            this.reason = reason;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFaultOfARankAboveZeroEndsAllAndReachesJmhsHostWithRankAndReason(Fault fault) throws Exception {
        play(0, measures(2));
        play(1, fault.script);
        assertFailed(RANK_1 + fault.reason);
        assertThat(Gadget.hasSprung()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anIterationThatOneRankHasAloneFailsWhicheverEndsFirst(int first) throws Exception {
        CompletableFuture<Void> early = new CompletableFuture<>();
        play(0, (client, rank) -> {
            if (first == 1) {
                early.get();
            }
            measures(1).run(client, rank);
            early.complete(null);
        });
        play(1, (client, rank) -> {
            measure(client, MEASURED, 1, 1);
            if (first == 0) {
                early.get();
            }
            measure(client, MEASURED, 2, 1);
            complete(client);
            early.complete(null);
        });
        assertFailed(RANK_1 + "it ran more iterations than rank 0");
    }

    @Test
    void anObjectThatIsNoFrameIsNotRead() throws Exception {
        play(0, measures(1));
        ranks[1].sendData(Gadget.written(new Holder(new Gadget("inside"))));
        assertFailed(RANK_1 + "it sent an object that the relay does not read");
        assertThat(Gadget.hasSprung()).isFalse();
    }

    /** Of a class that may be read, around one that may not. */
    private record Holder(Object what) implements Serializable {}

    /** JMH's host is slow to print here, and has printed all the same. */
    @Test
    void nothingIsLeftToDoForEarlierIterationsWhenOneMayBegin() throws Exception {
        slow.set(true);
        CyclicBarrier inside = new CyclicBarrier(2);
        Script script = (client, rank) -> {
            for (int i = 1; i <= 4; i++) {
                client.getOutputFormat().iteration(BENCHMARK, MEASURED, i);
                rank.awaitBegin();
                assertThat(Files.readAllLines(folder.resolve("ranks.csv"))).hasSize(1 + 2 * (i - 1));
                assertThat(printed()).hasSize(i - 1);
                inside.await();
                measure(client, MEASURED, i, 1);
            }
            complete(client);
        };
        playBoth(script, script);
    }

    @Test
    void noRankBeginsAnIterationThatAnotherHasNotComeTo() throws Exception {
        play(0, (client, rank) -> {
            client.getOutputFormat().iteration(BENCHMARK, MEASURED, 1);
            rank.end();
        });
        play(1, (client, rank) -> complete(client));
        assertFailed(RANK_1 + "it ran fewer iterations than rank 0");
        assertThat(ranks[0].mayBegin()).isFalse();
    }

    /** What hangs is complained of by JMH, over and over. */
    @Test
    void wordsAreNoProgress() throws Exception {
        CyclicBarrier begun = new CyclicBarrier(3);
        Script script = (client, rank) -> {
            client.getOutputFormat().iteration(BENCHMARK, MEASURED, 1);
            rank.awaitBegin();
            begun.await();
            begun.await();
            client.getOutputFormat().println("still waiting");
            rank.end();
        };
        play(0, script);
        play(1, script);
        begun.await();
        host.ahead.addAndGet(TimeUnit.HOURS.toNanos(2));
        begun.await();
        for (int i = 0; i < 6000 && !console.toString(StandardCharsets.UTF_8).contains("still waiting"); i++) {
            Thread.sleep(10);
        }
        relay.watch();
        host.ahead.addAndGet(TimeUnit.HOURS.toNanos(1) / 2);
        relay.watch();
        assertThat(relay.failure()).isPresent();
        assertFailed("no rank has shown progress for 3600 s");
    }
}
