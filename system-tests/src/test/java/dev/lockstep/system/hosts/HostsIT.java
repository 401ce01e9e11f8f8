package dev.lockstep.system.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.NamespaceHosts;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks on two hosts that share nothing but files: found alike or not, measured, and cut off from each other. */
@Tag("environments")
@Timeout(240)
class HostsIT {
    /** The hosts share this machine's cores, and ranks that spin on the same one answer in milliseconds. */
    private static final String USUAL = " --hosts h1:1,h2:1 --bind none --forks 1 --warmup 1 --timeout 60s --out ";

    private static final Path LIBJVM = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");

    @TempDir
    static Path scratch;

    private static NamespaceHosts hosts;
    private static LockstepJar jar;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        hosts = NamespaceHosts.start(scratch.resolve("shared"), "h1", "h2");
        jar = new LockstepJar(scratch).on(hosts);
    }

    @AfterAll
    static void end() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static LockstepJar.Outcome lockstep(int exit, String typed) throws IOException, InterruptedException {
        return jar.exits(exit, typed);
    }

    private static List<String> ranks() {
        return Stream.of("h1", "h2")
                .flatMap(h -> hosts.processesOn(h).stream())
                .filter(line -> line.contains("RankMain"))
                .toList();
    }

    @Test
    void eachHostHasItsOwnNameAndTemporaryFiles() throws IOException, InterruptedException {
        Path own = Path.of("/tmp", scratch.getFileName() + "-of-h1");
        assertThat(hosts.on("h1", "hostname; touch " + own + "; ls " + own)).isEqualTo("h1\n" + own);
        assertThat(hosts.on("h2", "hostname; ls /tmp")).startsWith("h2").doesNotContain("-of-h1");
        assertThat(own).doesNotExist();
    }

    @Test
    void ranksOnTwoHostsAreOneResult() throws IOException, InterruptedException {
        Path out = scratch.resolve("measured");
        lockstep(
                0,
                "run AllReduce transport.benchmarks.PingPong --comm openmpi --ranks 2"
                        + " -p bytes=64 --iterations 2 --iteration-time 20ms" + USUAL + out);
        List<JsonNode> entries = new ArrayList<>();
        LockstepJar.results(out).forEach(entries::add);
        assertThat(entries)
                .hasSize(2)
                .allSatisfy(
                        e -> assertThat(e.at("/primaryMetric/score").asDouble()).isPositive())
                .allSatisfy(e -> assertThat(
                                e.at("/secondaryMetrics/ranks.max/score").asDouble())
                        .isPositive());
        List<String> rows = Files.readAllLines(out.resolve("ranks.csv"));
        // Two cells, two ranks, two iterations that count; each rank on the host that comes by slots.
        assertThat(measured(rows)).isEqualTo(2 * 2 * 2);
        assertThat(rows.subList(1, rows.size()))
                .allMatch(row -> row.matches(".*,0,0,h1,.*|.*,1,0,h2,.*"))
                // Each is alone on its host: there is nobody to probe with.
                .allMatch(row -> row.endsWith(",,,"));
        Map<String, String> fields = new HashMap<>();
        LockstepJar.json(out.resolve("environment.json"))
                .get("fields")
                .forEach(f -> fields.put(
                        f.get("group").asText() + ": " + f.get("name").asText(),
                        f.get("value").asText()));
        assertThat(fields).containsEntry("system: host", "head").containsEntry("run: hosts", "h1:1,h2:1");
        for (String host : List.of("h1", "h2")) {
            assertThat(fields)
                    .containsEntry("host " + host + ": host", host)
                    .containsEntry("host " + host + ": kernel", fields.get("system: kernel"))
                    .containsKeys(
                            "host " + host + ": CPU",
                            "host " + host + ": cores",
                            "host " + host + ": JVM",
                            "host " + host + ": load before",
                            "host " + host + ": load afterwards");
            assertThat(fields.get("host " + host + ": MPI library")).contains("Open MPI");
        }
        assertThat(Files.readString(out.resolve("report.html"))).contains("Host h1", "Host h2");
        assertThat(ranks()).isEmpty();
        assertNothingIsLeftInSharedMemory();
    }

    private static long measured(List<String> rows) {
        return rows.stream().filter(row -> row.contains(",measurement,")).count();
    }

    private static void assertNothingIsLeftInSharedMemory() throws IOException, InterruptedException {
        for (String host : List.of("h1", "h2")) {
            assertThat(hosts.on(host, "ls /dev/shm")).as(host).isEmpty();
        }
    }

    /** The wheels of {@code ./lockstep setup --all} are in the home folder's cache, which the hosts share. */
    @ParameterizedTest
    @ValueSource(strings = {"mpich", "impi"})
    void hydraReachesTheHostsToo(String mpi) throws IOException, InterruptedException {
        Path out = scratch.resolve("by-hydra-of-" + mpi);
        new LockstepJar(scratch)
                .on(hosts)
                .variable("LOCKSTEP_MPI", mpi)
                .variable("HYDRA_LAUNCHER_EXEC", hosts.shell().toString())
                .exits(
                        0,
                        "run TransportPingPong --comm none --launcher mpiexec --ranks 2 -p bytes=64 -p transport=socket"
                                + " --iterations 1 --iteration-time 10ms --distribution-forks 0" + USUAL + out);
        List<String> rows = Files.readAllLines(out.resolve("ranks.csv"));
        assertThat(measured(rows)).isEqualTo(2);
        assertThat(rows.subList(1, rows.size())).allMatch(row -> row.matches(".*,0,0,h1,.*|.*,1,0,h2,.*"));
        assertThat(ranks()).isEmpty();
    }

    @Test
    void ranksOfMpjOnTwoHostsAreOneResult() throws IOException, InterruptedException {
        Path out = scratch.resolve("mpj");
        lockstep(
                0,
                "run transport.benchmarks.PingPong --comm mpj --ranks 2 -p bytes=64"
                        + " --iterations 2 --iteration-time 20ms --distribution-forks 0" + USUAL + out);
        List<String> rows = Files.readAllLines(out.resolve("ranks.csv"));
        assertThat(measured(rows)).isEqualTo(2 * 2);
        assertThat(rows.subList(1, rows.size())).allMatch(row -> row.matches(".*,0,0,h1,.*|.*,1,0,h2,.*"));
        LockstepJar.await(
                "nothing is left on either host",
                () -> Stream.of("h1", "h2").allMatch(h -> hosts.processesOn(h).isEmpty()));
    }

    @Test
    void theDoctorFindsHostsAlike() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = lockstep(0, "doctor --hosts h1,h2");
        assertThat(outcome.out()).contains("all the same, and ranks on them hear from each other");
        assertThat(outcome.out().lines().filter(l -> l.matches("h([12]) +h\\1 .* good")))
                .hasSize(2);
    }

    @Test
    void theDoctorNamesAnotherJarAndAnotherJvm() throws IOException, InterruptedException {
        Path otherJar = anotherJar();
        Path otherJvm = anotherJvm();
        hosts.replace("h2", LockstepJar.JAR, otherJar);
        hosts.replace("h2", LIBJVM, otherJvm);
        try {
            LockstepJar.Outcome outcome = lockstep(1, "doctor --hosts h1,h2");
            assertThat(outcome.out())
                    .contains("h2: lockstep.jar differs from the one here")
                    .contains("h2: JVM " + elsewhere() + " (", " there, " + version() + " (")
                    .doesNotContain("h1: ");
            Path out = scratch.resolve("refused");
            LockstepJar.Outcome run = lockstep(2, "run Barrier --comm openmpi --ranks 2" + USUAL + out);
            assertThat(run.err()).contains("h2: lockstep.jar differs", "lockstep doctor --hosts h1,h2");
        } finally {
            hosts.giveBack("h2", LIBJVM);
            hosts.giveBack("h2", LockstepJar.JAR);
        }
    }

    private static Path anotherJar() throws IOException {
        Path other = Files.copy(LockstepJar.JAR, hosts.shared().resolve("other.jar"));
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + other.toUri()), Map.of())) {
            Files.writeString(zip.getPath("another"), "one");
        }
        return other;
    }

    /** The same machine code, which calls itself another version. */
    private static Path anotherJvm() throws IOException {
        String code = new String(Files.readAllBytes(LIBJVM), StandardCharsets.ISO_8859_1);
        assertThat(code).contains(version());
        Path other = hosts.shared().resolve("libjvm.so");
        return Files.write(other, code.replace(version(), elsewhere()).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String version() {
        return System.getProperty("java.vm.version");
    }

    private static String elsewhere() {
        return version().replaceAll("[0-9]", "9");
    }

    @Test
    void theDoctorNamesWhoCannotBeReached() throws IOException, InterruptedException {
        hosts.cut("h2");
        try {
            LockstepJar.Outcome outcome = lockstep(1, "doctor --hosts h1,h2 --timeout 30s");
            assertThat(outcome.out())
                    .containsPattern("h1 +h1 .* good")
                    .containsPattern("h2 +- .* never connected")
                    .contains("h2: never connected: ")
                    .doesNotContain("h1: ");
        } finally {
            hosts.restore("h2");
        }
    }

    /** Cells that come while it is cut may fail as well: it is back when no rank is left. */
    @Test
    void aNetworkCutInMidRunFailsOneCellAndNothingElseIsLost() throws IOException, InterruptedException {
        String struck = "fork-reads-op";
        LockstepJar with = new LockstepJar(scratch).on(hosts).before(FaultyJar.get());
        FaultRun run = FaultRun.outside(
                Files.createDirectories(hosts.shared().resolve("cut")),
                with,
                "Wrong --comm openmpi --ranks 2 --hosts h1:1,h2:1 --bind none --timeout 60s -p fault=" + struck
                        + ",none-a-a,none-b-b,none-c-c");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, struck);
            hosts.cut("h2");
            LockstepJar.await("no rank is left on either host", () -> ranks().isEmpty());
            hosts.restore("h2");
            child.await().exits(1);
        } finally {
            hosts.restore("h2");
        }
        List<JsonNode> launches = JournalLines.of(run.out(), "launch");
        JsonNode cut = launches.stream()
                .filter(launch -> launch.get("cell").asText().contains(struck))
                .findFirst()
                .orElseThrow();
        assertThat(cut.get("status").asText()).isEqualTo("failed");
        assertThat(cut.get("reason").asText())
                .matches("(?s).*rank 1 \\(pid \\d+ on h2\\): nothing was heard from it for 10 s.*");
        assertThat(launches.get(launches.size() - 1).get("status").asText())
                .as("the last cell")
                .isEqualTo("ok");
        assertThat(LockstepJar.results(run.out()).toString())
                .doesNotContain(struck)
                .contains("none-");
        LockstepJar.await(
                "nothing is left on either host",
                () -> Stream.of("h1", "h2").allMatch(h -> hosts.processesOn(h).isEmpty()));
        assertNothingIsLeftInSharedMemory();
    }
}
