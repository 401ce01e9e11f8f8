package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Looking into ranks: JMH's profilers in each of them, and a debugger on one. */
@Tag("runs")
@Timeout(220)
class InspectionIT {
    private static final String CELL = "run TransportPingPong --ranks 2 -p bytes=64 -p transport=socket --warmup 1";
    private static final Pattern WAITS = Pattern.compile("rank 1 waits, .* attach to 127\\.0\\.0\\.1:(\\d+)");

    /** Of the Java Debug Wire Protocol: what both sides say first, and VirtualMachine's command Resume, as packet 1 without flags. */
    private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] RESUME = {0, 0, 0, 11, 0, 0, 0, 1, 0, 1, 9};

    @TempDir
    Path scratch;

    @Test
    void profilersWorkInEveryRankAndWriteIntoItsOwnFolder() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .exits(
                        0,
                        CELL + " --comm none,local,openmpi --forks 1 --iterations 2 --iteration-time 20ms"
                                + " --prof gc --prof jfr --prof stack:lines=1 --out " + out);
        Map<String, JsonNode> entries = new HashMap<>();
        LockstepJar.results(out)
                .forEach(entry -> entries.put(entry.at("/params/comm").asText(), entry));
        assertThat(entries).containsOnlyKeys("none", "local", "openmpi");
        assertThat(entries.values()).allSatisfy(entry -> {
            JsonNode allocated = entry.at("/secondaryMetrics/gc.alloc.rate.norm");
            assertThat(allocated.get("score").asDouble()).isPositive();
            assertThat(allocated.at("/rawData/0")).hasSize(2);
            assertThat(entry.at("/secondaryMetrics/stack").isMissingNode()).isFalse();
        });
        List<String> recordings = recordings(out);
        // With comm local two ranks are one process.
        assertThat(recordings.stream().map(file -> file.replaceAll(".*/(rank-\\d)/.*-comm-([a-z]+)-.*", "$2 $1")))
                .containsExactlyInAnyOrder(
                        "none rank-0", "none rank-1", "openmpi rank-0", "openmpi rank-1", "local rank-0");
        assertThat(recordings).allSatisfy(file -> assertThat(outcome.err()).contains("written by a rank: " + file));
    }

    private static List<String> recordings(Path out) throws IOException {
        try (Stream<Path> all = Files.walk(out.resolve("launches"))) {
            return all.filter(file -> file.toString().endsWith(".jfr"))
                    .peek(file -> assertThat(file).isNotEmptyFile())
                    .map(Path::toString)
                    .toList();
        }
    }

    @Test
    void aRankWaitsForItsDebuggerForAsLongAsItTakes() throws Exception {
        Path out = scratch.resolve("out");
        String typed = CELL + " --comm none --iterations 1 --ops 50 --timeout 1s --debug-rank 1 --out " + out;
        try (LockstepJar.Child child = new LockstepJar(scratch).begin(typed)) {
            for (int launch = 1; launch <= 2; launch++) {
                int number = launch;
                child.await(
                        "launch " + launch + " tells an address",
                        () -> ports(child).size() == number);
                int port = ports(child).get(launch - 1);
                try (Socket debugger = attach(child, port)) {
                    String suspended = "suspend=y,address=127.0.0.1:" + port + "\0";
                    assertThat(LockstepJar.environmentsOf(suspended))
                            .singleElement()
                            .satisfies(environment -> assertThat(environment).contains("LOCKSTEP_RANK=1\0"));
                    // Far beyond --timeout: time is what is tested.
                    Thread.sleep(3_000);
                    assertThat(child.process().isAlive()).as(child.said()).isTrue();
                    debugger.getOutputStream().write(RESUME);
                    assertThat(debugger.getInputStream().readNBytes(RESUME.length))
                            .hasSize(RESUME.length);
                }
            }
            LockstepJar.Outcome outcome = child.await().exits(0);
            assertThat(ports(child)).hasSize(2).containsOnly(ports(child).get(0));
            assertThat(outcome.err()).contains("any user of that host may attach there, too, and run code as you");
        }
        JsonNode results = LockstepJar.results(out);
        assertThat(results).hasSize(1);
        assertThat(results.get(0).get("forks").asInt()).isEqualTo(1);
    }

    private static List<Integer> ports(LockstepJar.Child child) {
        return WAITS.matcher(child.said())
                .results()
                .map(m -> Integer.valueOf(m.group(1)))
                .toList();
    }

    /** The address is told before the rank listens there. */
    private static Socket attach(LockstepJar.Child child, int port) throws Exception {
        AtomicReference<Socket> socket = new AtomicReference<>();
        child.await("the rank listens", () -> {
            try {
                socket.set(new Socket("127.0.0.1", port));
                return true;
            } catch (IOException e) {
                return false;
            }
        });
        socket.get().getOutputStream().write(HANDSHAKE);
        assertThat(socket.get().getInputStream().readNBytes(HANDSHAKE.length)).isEqualTo(HANDSHAKE);
        return socket.get();
    }
}
