package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Looking into ranks: JMH's profilers in each of them, and a debugger on one. */
@Tag("runs")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class InspectionIT {
    private static final String CELL = "run TransportPingPong --ranks 2 -p bytes=64 -p transport=socket --warmup 1";
    private static final Pattern WAITS = Pattern.compile("rank 1 waits, .* attach to 127\\.0\\.0\\.1:(\\d+)");

    @TempDir
    Path scratch;

    @Test
    void profilersWorkInEveryRankAndWriteIntoItsOwnFolder() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .lockstep((CELL + " --comm none,local,openmpi --forks 1 --iterations 2 --iteration-time 20ms"
                                + " --prof gc --prof jfr --prof stack:lines=1 --out " + out)
                        .split(" "));
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
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
        assertThat(recordings)
                .filteredOn(file -> file.contains("comm-none"))
                .satisfiesExactlyInAnyOrder(
                        file -> assertThat(file).contains("/rank-0/"),
                        file -> assertThat(file).contains("/rank-1/"));
        assertThat(recordings)
                .filteredOn(file -> file.contains("comm-openmpi"))
                .satisfiesExactlyInAnyOrder(
                        file -> assertThat(file).contains("/rank-0/"),
                        file -> assertThat(file).contains("/rank-1/"));
        assertThat(recordings)
                .filteredOn(file -> file.contains("comm-local"))
                .as("two ranks, one process")
                .singleElement()
                .satisfies(file -> assertThat(file).contains("/rank-0/"));
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
        String line = CELL + " --comm none --iterations 1 --ops 50 --timeout 1s --debug-rank 1 --out " + out;
        try (LockstepJar.Child child = new LockstepJar(scratch).start(Lockstep.class.getName(), line.split(" "))) {
            for (int launch = 1; launch <= 2; launch++) {
                VirtualMachine rank = attach(child, launch);
                assertThat(debugged(port(child, launch)))
                        .singleElement()
                        .satisfies(environment -> assertThat(environment).contains("LOCKSTEP_RANK=1"));
                // Far beyond --timeout: time is what is tested.
                Thread.sleep(3_000);
                assertThat(child.process().isAlive()).as(child.said()).isTrue();
                rank.resume();
                rank.dispose();
            }
            LockstepJar.Outcome outcome = child.await();
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
            assertThat(port(child, 1)).isEqualTo(port(child, 2));
            assertThat(outcome.err()).contains("any user of that host may attach there, too, and run code as you");
        }
        JsonNode results = LockstepJar.results(out);
        assertThat(results).hasSize(1);
        assertThat(results.get(0).get("forks").asInt()).isEqualTo(1);
    }

    private static int port(LockstepJar.Child child, int launch) throws IOException {
        List<Integer> ports = new ArrayList<>();
        Matcher m = WAITS.matcher(child.said());
        while (m.find()) {
            ports.add(Integer.valueOf(m.group(1)));
        }
        return ports.size() < launch ? 0 : ports.get(launch - 1);
    }

    /** The address is told before the rank listens there. */
    private static VirtualMachine attach(LockstepJar.Child child, int launch) throws Exception {
        LockstepJar.await("the address of launch " + launch + " is told", () -> {
            try {
                assertThat(child.process().isAlive()).as(child.said()).isTrue();
                return port(child, launch) > 0 && !debugged(port(child, launch)).isEmpty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(c -> c.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(String.valueOf(port(child, launch)));
        arguments.get("timeout").setValue("20000");
        return attach(connector, arguments, System.nanoTime() + TimeUnit.SECONDS.toNanos(60));
    }

    private static VirtualMachine attach(
            AttachingConnector connector, Map<String, Connector.Argument> arguments, long deadline)
            throws IOException, IllegalConnectorArgumentsException, InterruptedException {
        while (true) {
            try {
                return connector.attach(arguments);
            } catch (ConnectException e) {
                assertThat(System.nanoTime()).as("nobody listens").isLessThan(deadline);
                Thread.sleep(50);
            }
        }
    }

    /** The environments of the JVMs that have the debugger's port on their command line. */
    private static List<String> debugged(int port) throws IOException {
        List<String> environments = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            for (Path process :
                    all.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
                try {
                    String command = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
                    if (command.contains("suspend=y,address=127.0.0.1:" + port + "\0")) {
                        environments.add(Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1));
                    }
                } catch (IOException e) {
                    // It has ended meanwhile: not the one that waits.
                    continue;
                }
            }
        }
        return environments;
    }
}
