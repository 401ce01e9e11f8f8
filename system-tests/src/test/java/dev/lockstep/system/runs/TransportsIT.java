package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every transport between two processes without MPI, and between two MPI ranks; what cannot be is left out by name. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TransportsIT {
    private static final String BRIEF =
            " --ranks 2 --forks 1 --warmup 0 --iterations 1 --ops 3 --distribution-forks 0 --out ";
    private static final List<String> BETWEEN_PROCESSES =
            List.of("nio", "shm:wait=yield", "socket", "socket-open-close", "uds");

    @TempDir
    Path scratch;

    private LockstepJar.Outcome run(String line) throws IOException, InterruptedException {
        LockstepJar.Outcome outcome =
                new LockstepJar(scratch).lockstep((line + BRIEF + scratch.resolve("out")).split(" +"));
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
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

    @Test
    void pingPongOfAllTransports() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = run(
                "run TransportPingPong --transport all --transport shm:wait=yield" + " --comm none,ffm -p bytes=1024");
        assertThat(measured())
                .isEqualTo(new TreeSet<>(Stream.concat(
                                Stream.of("communicator ffm", "shm none", "shm ffm"),
                                BETWEEN_PROCESSES.stream().flatMap(t -> Stream.of(t + " none", t + " ffm")))
                        .toList()));
        assertThat(outcome.err())
                .contains(
                        "transport inproc does not go between processes", "transport communicator has no communicator");
    }

    /** One of each benchmark, where a thread waits for another without spinning: there are more than cores. */
    @Test
    void everyBenchmarkBetweenTwoProcesses() throws IOException, InterruptedException {
        run(
                "run TransportBandwidth Bidirectional MessageRate TransportContention OpenClose OpenLoop RequestResponse KilledPeer"
                        + " --transport nio --comm none -p bytes=1024 -p receive=thread,poll -p pause=sleep -p rate=10");
        JsonNode results = LockstepJar.results(scratch.resolve("out"));
        assertThat(StreamSupport.stream(results.spliterator(), false)
                        .map(entry -> entry.get("benchmark").asText().replaceAll(".*\\.(\\w+)Benchmark\\..*", "$1"))
                        .sorted())
                .containsExactly(
                        "BidirectionalBandwidth",
                        "BidirectionalBandwidth",
                        "KilledPeer",
                        "MessageRate",
                        "OpenClose",
                        "OpenClose",
                        "OpenLoop",
                        "RequestResponse",
                        "TransportBandwidth",
                        "TransportContention",
                        "TransportContention");
    }

    @Test
    void aCommunicatorsBenchmarksBetweenTwoRanks() throws IOException, InterruptedException {
        run("run TransportBandwidth Bidirectional MessageRate TransportContention OpenClose --transport communicator"
                + " --comm openmpi -p bytes=1024 -p receive=poll -p connection=own -p message=byte");
        assertThat(LockstepJar.results(scratch.resolve("out"))).hasSize(5);
    }
}
