package dev.lockstep.harness.relay;

import static dev.lockstep.harness.relay.Iterations.MEASURED;
import static dev.lockstep.harness.relay.Iterations.WARMUP;
import static dev.lockstep.harness.relay.Iterations.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.LinkFilter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.link.BinaryLinkClient;
import org.other.Gadget;

/** JMH's real host on one side, JMH's real clients on the other, and the relay between them. */
@Timeout(30)
class JmhMergeTest {
    private static final BenchmarkParams BENCHMARK = Iterations.benchmark(1, Map.of("comm", "openmpi", "ranks", "2"));

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
        void run(BinaryLinkClient client) throws Exception;
    }

    private CompletableFuture<Void> play(int rank, Script script) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        // A thread of its own: the common pool may have one alone, and ranks wait for each other.
        Thread thread = new Thread(() -> {
            try {
                BinaryLinkClient client = ranks[rank].jmhClient();
                assertThat(client.handshake()).isNotNull();
                assertThat(client.requestPlan()).isNotNull();
                script.run(client);
                client.close();
                end.complete(null);
            } catch (Exception | AssertionError e) {
                end.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void measure(BinaryLinkClient client, IterationParams phase, int number, double micros)
            throws IOException {
        IterationResult result = result(BENCHMARK, phase, micros);
        OutputFormat format = client.getOutputFormat();
        format.iterationResult(BENCHMARK, phase, number, result);
        if (phase == MEASURED) {
            client.pushResults(result);
        }
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

    /** More results than JMH's client sends between two resets of its stream: some are the printed object again, some a copy of it. */
    @Test
    void everyRanksNumbersAreInEveryResultOnConsoleAndInTheResultsAlike() throws Exception {
        int iterations = 150;
        CompletableFuture<?>[] both = new CompletableFuture<?>[2];
        for (int r = 0; r < 2; r++) {
            int rank = r;
            both[r] = play(rank, client -> {
                measure(client, WARMUP, 1, 1000);
                for (int i = 1; i <= iterations; i++) {
                    client.getOutputFormat().iteration(BENCHMARK, MEASURED, i);
                    ranks[rank].awaitBegin();
                    if (i % 2 == 1 && rank == 1) {
                        ranks[rank].send(FrameType.CONDITIONS, new Conditions(60 + i, 330, 1, 2, 0).format());
                    }
                    measure(client, MEASURED, i, rank == 0 ? i : 3 * i);
                }
                complete(client);
            });
        }
        CompletableFuture.allOf(both).get(20, TimeUnit.SECONDS);
        assertThat(ranks[0].end().type()).isEqualTo(FrameType.ACK);
        assertThat(ranks[1].end().type()).isEqualTo(FrameType.ACK);
        assertThat(relay.failure()).isEmpty();

        host.jmh.waitFinish();
        assertThat(host.jmh.getException()).isNull();
        assertThat(host.jmh.getMetadata().getMeasurementOps()).isEqualTo(5);
        List<IterationResult> results = host.jmh.getResults();
        assertThat(results).hasSize(iterations);
        List<String> printed = console.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(l -> l.endsWith("us/op") && !l.contains("ranks."))
                .toList();
        assertThat(printed).hasSize(iterations + 1);
        assertThat(printed.get(0)).contains("1000.000");
        for (int i = 1; i <= iterations; i++) {
            IterationResult result = results.get(i - 1);
            assertThat(result.getRawPrimaryResults()).hasSize(2);
            assertThat(result.getPrimaryResult().getScore()).isCloseTo(2.0 * i, within(1e-9));
            assertThat(result.getRawSecondaryResults().get("ranks.max")).hasSize(1);
            assertThat(result.getSecondaryResults().get("ranks.max").getScore()).isCloseTo(3.0 * i, within(1e-9));
            assertThat(printed.get(i)).endsWith(2 * i + ".000 us/op");
            // Of two ranks that do not say at once: JMH would take 0 for what is missing.
            assertThat(List.of(
                            result.getSecondaryResults().get("probe.before").getScore(),
                            result.getSecondaryResults().get("probe.after").getScore()))
                    .isEqualTo(i % 2 == 0 ? List.of(Double.NaN, Double.NaN) : List.of(60.0 + i, 330.0));
        }
        assertThat(Files.readAllLines(folder.resolve("ranks.csv")))
                .hasSize(1 + 2 * (iterations + 1))
                .filteredOn(row -> row.endsWith(",1,2,0,63.0,330.0,,"))
                .singleElement()
                .asString()
                .contains("measurement,3,1,");
    }

    @Test
    void everyRanksOutputGoesToItsOwnLogAndRank0sToTheConsole() throws Exception {
        CompletableFuture<?> zero = play(0, client -> {
            client.getOutputFormat().println("JMH says zero");
            client.getOutStream().println("benchmark says zero");
            client.getOutStream().flush();
            complete(client);
        });
        CompletableFuture<?> one = play(1, client -> {
            client.getOutputFormat().println("JMH says one");
            client.getOutStream().println("benchmark says one");
            client.getOutStream().flush();
            complete(client);
        });
        CompletableFuture.allOf(zero, one).get(20, TimeUnit.SECONDS);
        assertThat(ranks[0].end().type()).isEqualTo(FrameType.ACK);
        assertThat(Files.readString(folder.resolve("rank-0/output.log")))
                .contains("JMH says zero", "benchmark says zero");
        assertThat(Files.readString(folder.resolve("rank-1/output.log")))
                .contains("JMH says one", "benchmark says one");
        assertThat(console.toString(StandardCharsets.UTF_8))
                .contains("JMH says zero")
                .doesNotContain("says one");
    }

    @Test
    void anIterationThatOneRankLacksFailsAtOnce() throws Exception {
        play(0, client -> {
            measure(client, MEASURED, 1, 1);
            measure(client, MEASURED, 2, 1);
            complete(client);
        });
        play(1, client -> {
            measure(client, MEASURED, 1, 1);
            complete(client);
        });
        assertFailed("rank 1 (pid 4711 on somewhere): it ran fewer iterations than rank 0");
    }

    @Test
    void anIterationThatOneRankHasAloneFailsThoughRank0HasEndedLongAgo() throws Exception {
        CompletableFuture<?> zero = play(0, client -> {
            measure(client, MEASURED, 1, 1);
            complete(client);
        });
        CompletableFuture<Void> rank0HasEnded = new CompletableFuture<>();
        play(1, client -> {
            measure(client, MEASURED, 1, 1);
            rank0HasEnded.get(10, TimeUnit.SECONDS);
            measure(client, MEASURED, 2, 1);
            complete(client);
        });
        zero.get(10, TimeUnit.SECONDS);
        Thread.sleep(200);
        rank0HasEnded.complete(null);
        assertFailed("rank 1 (pid 4711 on somewhere): it ran more iterations than rank 0");
    }

    @Test
    void anIterationThatOneRankHasAloneFailsBeforeRank0HasEndedToo() throws Exception {
        CompletableFuture<?> one = play(1, client -> {
            measure(client, MEASURED, 1, 1);
            measure(client, MEASURED, 2, 1);
            complete(client);
        });
        play(0, client -> {
            one.get(10, TimeUnit.SECONDS);
            measure(client, MEASURED, 1, 1);
            complete(client);
        });
        assertFailed("rank 1 (pid 4711 on somewhere): it ran more iterations than rank 0");
    }

    @Test
    void aRankThatEndsWithoutSayingThatItIsDoneHasFailed() throws Exception {
        play(0, client -> {
            measure(client, MEASURED, 1, 1);
            complete(client);
        });
        play(1, client -> measure(client, MEASURED, 1, 1));
        assertFailed("rank 1 (pid 4711 on somewhere): its JMH ended before all iterations were done");
    }

    @Test
    void anExceptionOnARankAboveZeroReachesJmhsHostWithRankAndReason() throws Exception {
        play(0, client -> measure(client, MEASURED, 1, 1));
        play(
                1,
                client -> client.pushException(
                        new BenchmarkException("failed", List.of(new IllegalStateException("boom")))));
        assertFailed("rank 1 (pid 4711 on somewhere): java.lang.IllegalStateException: boom");
    }

    @Test
    void anExceptionOfTheBenchmarksOwnIsNotReadButTold() throws Exception {
        play(0, client -> measure(client, MEASURED, 1, 1));
        play(1, client -> {
            // As JMH does before it sends the exception.
            client.getOutputFormat().println("<failure>");
            client.getOutputFormat().println("");
            client.getOutputFormat().println("org.other.Gadget: mine\n\tat somewhere");
            client.pushException(new BenchmarkException("failed", List.of(new Gadget("mine"))));
        });
        assertFailed("rank 1 (pid 4711 on somewhere): org.other.Gadget: mine");
        assertThat(Gadget.hasSprung()).isFalse();
        assertThat(Files.readString(folder.resolve("rank-1/output.log"))).contains("org.other.Gadget: mine");
    }

    @Test
    void anObjectThatIsNoFrameIsNotReadEither() throws Exception {
        play(0, client -> measure(client, MEASURED, 1, 1));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Holder(new Gadget("inside")));
        }
        ranks[1].sendData(bytes.toByteArray());
        assertFailed("rank 1 (pid 4711 on somewhere): it sent an object that the relay does not read");
        assertThat(Gadget.hasSprung()).isFalse();
    }

    /** Each line is an object, and the stream is one: its count of references only grows. */
    @Test
    void aRankMayPrintAnyNumberOfLines() {
        assertThat(LinkFilter.FILTER.checkInput(new Longest(20))).isNotEqualTo(ObjectInputFilter.Status.REJECTED);
        assertThat(LinkFilter.FILTER.checkInput(new Longest(21))).isEqualTo(ObjectInputFilter.Status.REJECTED);
    }

    /** A string, so deep in an object, after as much as there can be. */
    private record Longest(long depth) implements ObjectInputFilter.FilterInfo {
        @Override
        public Class<?> serialClass() {
            return String.class;
        }

        @Override
        public long arrayLength() {
            return -1;
        }

        @Override
        public long references() {
            return Long.MAX_VALUE;
        }

        @Override
        public long streamBytes() {
            return Long.MAX_VALUE;
        }
    }

    /** JMH's host is slow to print here, and has printed all the same. */
    @Test
    void nothingIsLeftToDoForEarlierIterationsWhenOneMayBegin() throws Exception {
        slow.set(true);
        int iterations = 4;
        CyclicBarrier inside = new CyclicBarrier(2);
        CompletableFuture<?>[] both = new CompletableFuture<?>[2];
        for (int r = 0; r < 2; r++) {
            int rank = r;
            both[r] = play(rank, client -> {
                for (int i = 1; i <= iterations; i++) {
                    client.getOutputFormat().iteration(BENCHMARK, MEASURED, i);
                    ranks[rank].awaitBegin();
                    assertThat(Files.readAllLines(folder.resolve("ranks.csv"))).hasSize(1 + 2 * (i - 1));
                    assertThat(console.toString(StandardCharsets.UTF_8).lines().filter(l -> l.endsWith("us/op")))
                            .filteredOn(l -> !l.contains("ranks."))
                            .hasSize(i - 1);
                    inside.await();
                    measure(client, MEASURED, i, 1);
                }
                complete(client);
            });
        }
        CompletableFuture.allOf(both).get(20, TimeUnit.SECONDS);
        assertThat(ranks[0].end().type()).isEqualTo(FrameType.ACK);
    }

    @Test
    void noRankBeginsAnIterationThatAnotherHasNotComeTo() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        play(0, client -> {
            client.getOutputFormat().iteration(BENCHMARK, MEASURED, 1);
            waits.countDown();
            await(over);
        });
        await(waits);
        assertThat(ranks[0].mayBegin()).isFalse();
        play(1, JmhMergeTest::complete);
        assertFailed("rank 1 (pid 4711 on somewhere): it ran fewer iterations than rank 0");
        over.countDown();
    }

    @Test
    void operationTimesThatNobodyAskedForAreRefused() throws Exception {
        play(0, client -> measure(client, MEASURED, 1, 1));
        play(1, client -> ranks[1].send(FrameType.OP_TIMES, "whatever"));
        assertFailed("rank 1 (pid 4711 on somewhere): it sent a OP_TIMES frame");
    }

    @Test
    void whatARankSawIsCheckedBeforeItIsBelieved() throws Exception {
        play(0, client -> measure(client, MEASURED, 1, 1));
        play(1, client -> ranks[1].send(FrameType.CONDITIONS, new byte[7]));
        assertFailed("rank 1 (pid 4711 on somewhere): it sent conditions of 7 bytes, not 40");
    }

    /** Of a class that may be read, around one that may not. */
    private record Holder(Object what) implements Serializable {}
}
