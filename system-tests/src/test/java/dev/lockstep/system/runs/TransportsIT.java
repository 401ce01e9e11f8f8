package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.run.RankRow;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.outside.Outside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every transport between two processes without MPI, and between two MPI ranks; what cannot be is left out by name. */
@Tag("runs")
@Timeout(240)
class TransportsIT {
    private static final String BRIEF = " --ranks 2 --forks 1 --warmup 0 --iterations 1 --out ";
    private static final List<String> BETWEEN_PROCESSES = List.of(
            "aeron-ipc",
            "aeron-udp",
            "grpc",
            "http",
            "http2",
            "jms",
            "mqtt",
            "netty",
            "netty-tls",
            "nio",
            "shm:wait=yield",
            "socket",
            "socket-open-close",
            "uds",
            "zeromq");
    /** An outbox of these is one thread's. */
    private static final List<String> ONE_THREADS = List.of("aeron-ipc", "aeron-udp", "shm:wait=yield");

    @TempDir
    Path scratch;

    private LockstepJar.Outcome run(String line) throws IOException, InterruptedException {
        return run(line, 0);
    }

    private LockstepJar.Outcome run(String line, int distributions) throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .exits(
                        0,
                        line + (line.contains("--ops") ? "" : " --ops 3") + " --distribution-forks " + distributions
                                + BRIEF + scratch.resolve("out"));
        assertThat(JournalLines.of(scratch.resolve("out"), "pilot"))
                .isNotEmpty()
                .allSatisfy(pilot -> assertThat(pilot.path("selfCheck").asText())
                        .as(pilot.toString())
                        .isEqualTo("passed"));
        return outcome;
    }

    /** What was measured: transport and communicator. */
    private TreeSet<String> measured() throws IOException {
        TreeSet<String> all = new TreeSet<>();
        for (JsonNode entry : LockstepJar.results(scratch.resolve("out"))) {
            assertThat(entry.at("/primaryMetric/score").asDouble()).isPositive();
            all.add(entry.at("/params/transport").asText() + " "
                    + entry.at("/params/comm").asText());
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "none, transport communicator has no communicator",
        "ffm, transport inproc does not go between processes"
    })
    void pingPongOfAllTransports(String comm, String leftOut) throws IOException, InterruptedException {
        LockstepJar.Outcome outcome =
                run("run TransportPingPong --transport all --transport shm:wait=yield -p bytes=1024 --comm " + comm);
        assertThat(measured())
                .isEqualTo(Stream.of(
                                BETWEEN_PROCESSES.stream(),
                                Stream.of("shm"),
                                Stream.of("communicator").filter(transport -> comm.equals("ffm")))
                        .flatMap(transports -> transports.map(transport -> transport + " " + comm))
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(outcome.err()).contains(leftOut);
    }

    /** One of each benchmark, where a thread waits for another without spinning: there are more than cores. */
    @Test
    void everyBenchmarkBetweenTwoProcesses() throws IOException, InterruptedException {
        run(
                "run TransportBandwidth Bidirectional MessageRate TransportContention OpenClose OpenLoop RequestResponse KilledPeer"
                        + " ManyClients"
                        + " --transport nio --comm none -p bytes=1024 -p receive=blocking,poll -p pause=sleep -p rate=10"
                        // Of two messages no rate is asked.
                        + " --ops 2");
        JsonNode results = LockstepJar.results(scratch.resolve("out"));
        assertThat(StreamSupport.stream(results.spliterator(), false)
                        .map(entry -> entry.get("benchmark").asText().replaceAll(".*\\.(\\w+)Benchmark\\..*", "$1"))
                        .sorted())
                .containsExactly(
                        "BidirectionalBandwidth",
                        "BidirectionalBandwidth",
                        "KilledPeer",
                        "ManyClients",
                        "ManyClients",
                        "MessageRate",
                        "MessageRate",
                        "OpenClose",
                        "OpenClose",
                        "OpenClose",
                        "OpenClose",
                        "OpenLoop",
                        "OpenLoop",
                        "RequestResponse",
                        "RequestResponse",
                        "TransportBandwidth",
                        "TransportBandwidth",
                        "TransportContention",
                        "TransportContention",
                        "TransportContention",
                        "TransportContention");
    }

    /** Each from its own jars. */
    @Test
    void twoVersionsOfALibraryInOneRun() throws IOException, InterruptedException {
        Path other = Path.of("../jmh-transports/transports/target/another-netty")
                .toAbsolutePath()
                .normalize();
        run("run TransportPingPong OpenClose --comm none -p bytes=16 -p receive=blocking --transport netty,netty:jars="
                + other);
        assertThat(LockstepJar.results(scratch.resolve("out")))
                .extracting(entry -> entry.at("/params/transport").asText())
                .containsOnly("netty", "netty:jars=" + other);
    }

    /** Of each thread there is a histogram, of all that it did but for the first call of each iteration. */
    @ParameterizedTest
    @ValueSource(strings = {"own", "shared"})
    void eightThreadsOfEachOfTwoProcessesContend(String connection) throws IOException, InterruptedException {
        List<String> measured = BETWEEN_PROCESSES.stream()
                .filter(transport -> connection.equals("own") || !ONE_THREADS.contains(transport))
                .toList();
        run(
                "run TransportContention --comm none --threads 8 -p bytes=16 -p connection=" + connection
                        + " --transport " + String.join(",", BETWEEN_PROCESSES),
                1);
        assertThat(LockstepJar.results(scratch.resolve("out")))
                .extracting(entry -> entry.at("/params/transport").asText())
                .containsExactlyInAnyOrderElementsOf(measured);
        assertThat(JournalLines.of(scratch.resolve("out"), "distribution"))
                .hasSize(measured.size())
                .allSatisfy(event -> {
                    Map<String, Long> counts = new TreeMap<>();
                    Path log = scratch.resolve("out").resolve(event.path("file").asText());
                    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
                        while (reader.hasNext()) {
                            Histogram histogram = (Histogram) reader.nextIntervalHistogram();
                            counts.put(histogram.getTag(), histogram.getTotalCount());
                        }
                    }
                    assertThat(counts)
                            .containsOnlyKeys(Stream.concat(
                                            Stream.of("slowest", "slowest-rank-0", "slowest-rank-1"),
                                            Stream.of("rank-0", "rank-1")
                                                    .flatMap(rank -> Stream.concat(
                                                            Stream.of(rank),
                                                            IntStream.range(0, 8)
                                                                    .mapToObj(t -> rank + "-thread-" + t))))
                                    .toList())
                            .containsEntry("rank-0", 16L)
                            .containsEntry("rank-1-thread-7", 2L);
                });
    }

    /** What a transport cannot do is marked wherever its number stands. */
    @Test
    void receivingThatStandsInForPollingIsMarked() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome =
                run("run TransportPingPong --comm none --transport socket,nio -p bytes=16 -p receive=poll");
        assertThat(JournalLines.of(scratch.resolve("out"), "cell"))
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.path("emulated").asText())
                        .matches(
                                cell.at("/params/transport").asText().equals("socket")
                                        ? "transport socket has no POLL .*"
                                        : ""));
        assertThat(outcome.out() + outcome.err()).containsOnlyOnce("(emulated)");
        new LockstepJar(scratch).exits(0, "report " + scratch.resolve("out"));
        assertThat(Files.readString(scratch.resolve("out/report.html"))).contains("badge emulated", "has no POLL");
    }

    /** One communicator for all threads of a rank, and one for each, by each binding. */
    @Test
    void eightThreadsOfEachOfTwoRanksShareACommunicatorOrHaveTheirOwn() throws IOException, InterruptedException {
        run("run benchmarks.Contention TransportContention --comm openmpi,ffm --threads 8 -p bytes=16 -p window=1"
                + " --transport communicator:threads=many -p connection=shared,own");
        assertThat(LockstepJar.results(scratch.resolve("out")))
                .extracting(entry -> entry.get("benchmark").asText().replaceAll(".*\\.(\\w+)Benchmark\\..*", "$1 ")
                        + entry.at("/params/comm").asText() + " "
                        + entry.at("/params/connection").asText())
                .containsExactlyInAnyOrder(
                        "Contention openmpi own",
                        "Contention openmpi shared",
                        "Contention ffm own",
                        "Contention ffm shared",
                        "TransportContention openmpi own",
                        "TransportContention openmpi shared",
                        "TransportContention ffm own",
                        "TransportContention ffm shared");
    }

    @Test
    void aCommunicatorsBenchmarksBetweenTwoRanks() throws IOException, InterruptedException {
        run(
                "run TransportBandwidth benchmarks.Bidirectional benchmarks.MessageRate TransportContention OpenClose"
                        + " --transport communicator --comm openmpi -p bytes=1024 -p receive=poll -p connection=own -p message=byte");
        assertThat(LockstepJar.results(scratch.resolve("out"))).hasSize(5);
    }

    /** In one JVM JMH's threads are those of all ranks. */
    @Test
    void threadsAreClientsOfOneServer() throws IOException, InterruptedException {
        run("run ManyClients --transport communicator,inproc:wait=yield,socket --comm local --ranks 3 -p bytes=64");
        assertThat(measured()).containsExactly("communicator local", "inproc:wait=yield local");
    }

    /** What peers share is started once, or by one rank of their host, and is gone with them. */
    @Test
    void aBrokerServesRanks() throws Exception {
        Path outside = Outside.transports(scratch.resolve("outside"));
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .before(outside)
                .exits(
                        0,
                        "run TransportPingPong --transport brokered,brokered:per=host --comm local,none,openmpi"
                                + " -p bytes=1024,2097152 --ops 3 --distribution-forks 0" + BRIEF
                                + scratch.resolve("out"));
        assertThat(measured())
                .containsExactlyInAnyOrder(
                        "brokered local",
                        "brokered none",
                        "brokered openmpi",
                        "brokered:per=host local",
                        "brokered:per=host none",
                        "brokered:per=host openmpi");
        assertThat(outcome.err()).contains("transport brokered carries messages of at most 1048576 bytes");
        assertThat(LockstepJar.processesWith(outside.toString())).isEmpty();
    }

    /** Every benchmark that receives, by callback; what that is stands wherever a number does. */
    @Test
    void whatIsGivenToAReceiverIsMarked() throws Exception {
        Path out = scratch.resolve("out");
        LockstepJar jar = new LockstepJar(scratch).before(Outside.transports(scratch.resolve("outside")));
        LockstepJar.Outcome outcome = jar.exits(
                0,
                "run TransportPingPong TransportBandwidth benchmarks.Bidirectional benchmarks.MessageRate TransportContention"
                        + " OpenClose OpenLoop RequestResponse KilledPeer ManyClients --transport callback --comm none,openmpi -p receive=push -p bytes=1024"
                        + " -p pause=sleep -p rate=10 -p send=send,claim --ops 2 --distribution-forks 1" + BRIEF + out);
        List<JsonNode> cells = JournalLines.of(out, "cell");
        assertThat(cells).hasSize(2 * 14);
        assertThat(cells)
                .filteredOn(cell -> cell.path("how").asText().equals("by callback"))
                .hasSize(2 * 13);
        assertThat(JournalLines.of(out, "pilot"))
                .allSatisfy(
                        pilot -> assertThat(pilot.path("selfCheck").asText()).isEqualTo("passed"));
        assertThat(JournalLines.of(out, "distribution"))
                .allSatisfy(log -> assertThat(log.path("status").asText()).isEqualTo("ok"));
        assertThat(LockstepJar.results(out)).hasSize(2 * 14);
        assertThat(outcome.out() + outcome.err()).contains("(by callback)", "receive=push takes connection=own");
        jar.exits(0, "report " + out);
        assertThat(Files.readString(out.resolve("report.html"))).contains("· by callback", "(by callback)");
    }

    /** Ranks without MPI have messages too; those of pull wait until they are asked for. */
    @Test
    void ranksWithSocketsBetweenThem() throws IOException, InterruptedException {
        run("run TransportPingPong TransportBandwidth benchmarks.MessageRate RequestResponse --transport communicator"
                + " --comm push,pull:writeInterest=queued -p bytes=1024");
        assertThat(measured()).containsExactly("communicator pull:writeInterest=queued", "communicator push");
        // Whoever has replied last does not go to the probe, and wait there, before it was asked for its reply.
        assertThat(RankRow.read(scratch.resolve("out/ranks.csv")))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.probeAfter()).isPositive());
    }

    /** Ranks have messages and collectives over transports, which know neither; on one that goes no further they are threads. */
    @Test
    void ranksOverTransports() throws IOException, InterruptedException {
        run("run AllReduceB AllToAllB transport.benchmarks.PingPongB --comm transport --transport inproc,shm,socket"
                + " -p bytes=1024");
        assertThat(LockstepJar.results(scratch.resolve("out")))
                .extracting(cell -> cell.at("/params/comm").asText())
                .hasSize(9)
                .containsOnly("transport", "transport:via=shm", "transport:via=socket");
        assertThat(JournalLines.of(scratch.resolve("out"), "pilot"))
                .hasSize(9)
                .allSatisfy(
                        pilot -> assertThat(pilot.path("selfCheck").asText()).isEqualTo("passed"));
    }

    /** The library's allreduce, and others over its messages; C has its library's alone. */
    @Test
    void algorithmsByName() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome =
                run("run AllReduceB --comm push,openmpi,c -p bytes=1024 -p algorithm=library,linear,binomial,ring,"
                        + "recursive-doubling,rabenseifner");
        assertThat(LockstepJar.results(scratch.resolve("out"))).hasSize(2 * 6 + 1);
        assertThat(outcome.out() + outcome.err()).contains("C has its library's collectives alone");
    }

    /** Whatever carries them, a program's messages are the same in number, order and content, by what stands before it. */
    @Test
    void callsAreCountedAndMessagesAreTheSameOnAll() throws IOException, InterruptedException {
        String line =
                "run AllToAllPull transport.benchmarks.PingPongB collectives.AllReduceB --comm push,pull,openmpi,c"
                        + " -p bytes=1024 -p compute=0 --profile-mpi=crc";
        LockstepJar.Outcome outcome = run(line);
        assertThat(outcome.out().lines().filter(row -> row.contains("by the CRC-32")))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row)
                        .contains(
                                "the same messages in the same order",
                                "push, 2 ranks, pull, 2 ranks, openmpi, 2 ranks"));
        assertThat(outcome.err()).contains("--profile-mpi on comm c: the layer is around communicators of Java");
        for (JsonNode cell : LockstepJar.results(scratch.resolve("out"))) {
            boolean counts = !cell.at("/params/comm").asText().equals("c");
            boolean exchange = cell.at("/benchmark").asText().contains("AllToAllPull");
            JsonNode metrics = cell.at("/secondaryMetrics");
            assertThat(metrics.has("mpi.crc")).isEqualTo(counts);
            if (counts && exchange) {
                assertThat(metrics.at("/mpi.MPI_Isend.calls/score").asDouble()).isEqualTo(2);
                assertThat(metrics.at("/mpi.MPI_Irecv.calls/score").asDouble()).isEqualTo(2);
                assertThat(metrics.at("/mpi.MPI_Wait.calls/score").asDouble()).isEqualTo(4);
                assertThat(metrics.at("/mpi.MPI_Isend.bytes/score").asDouble()).isEqualTo(2048);
                assertThat(metrics.at("/mpi.MPI_Isend.most/score").asDouble()).isEqualTo(1024);
            }
        }
    }

    @Test
    void whatProgressDoesIsCounted() throws IOException, InterruptedException {
        run("run AllToAllPull --comm push:counters=on,pull:counters=on:idle=2,pull -p compute=0,100");
        JsonNode results = LockstepJar.results(scratch.resolve("out"));
        assertThat(results).hasSize(6).allSatisfy(cell -> {
            JsonNode counted = cell.at("/secondaryMetrics/progress.calls/score");
            if (cell.at("/params/comm").asText().equals("pull")) {
                assertThat(counted.isMissingNode()).isTrue();
            } else {
                assertThat(counted.asDouble()).isPositive();
                assertThat(cell.at("/secondaryMetrics/progress.lookups/score").asDouble())
                        .isPositive();
            }
        });
    }
}
