package dev.lockstep.system.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sockets between plain processes, on a machine that has no MPI, and what becomes of the processes when one is killed. */
@Tag("environments")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class NoMpiIT {
    private static final String BRIEF =
            " -p bytes=64 -p transport=socket --forks 1 --warmup 2 --iterations 2 --iteration-time 20ms ";

    @TempDir
    Path scratch;

    private LockstepJar.Outcome withoutMpi(String line) throws IOException, InterruptedException {
        return new LockstepJar(scratch).withoutMpi().lockstep(line.strip().split(" +"));
    }

    private static List<String> comms(Path out) throws IOException {
        return StreamSupport.stream(LockstepJar.results(out).spliterator(), false)
                .map(entry -> entry.at("/params/comm").asText())
                .sorted()
                .toList();
    }

    @Test
    void socketsAreMeasuredAcrossProcessesAndReportedBesideThreads() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = withoutMpi(
                "run TransportPingPong --launcher process --comm none,local --ranks 2" + BRIEF + "--out " + out);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(comms(out)).containsExactly("local", "none");
        assertThat(outcome.out())
                .containsPattern("TransportPingPong\\S*\\(.*bytes=64.*\\) +local +2 +[\\d.,]+ ")
                .containsPattern("TransportPingPong\\S*\\(.*bytes=64.*\\) +none +2 +[\\d.,]+ +.* local");
        assertThat(ReportText.of(out)).contains("none", "TransportPingPong");

        List<String[]> rows = Files.readAllLines(out.resolve("ranks.csv")).stream()
                .map(line -> line.split(",", -1))
                .filter(row -> row[2].equals("none"))
                .toList();
        assertThat(rows.stream().map(row -> row[9]).distinct()).containsExactlyInAnyOrder("0", "1");
        assertThat(rows.stream().map(row -> row[12]).distinct()).hasSize(2);
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            if (line.contains("\"event\":\"pilot\"")) {
                assertThat(line).contains("\"selfCheck\":\"passed\"");
            }
        }
    }

    @Test
    void benchMeasuresProcessesWithoutMpiWhereThereIsNone() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = withoutMpi(
                "bench TransportPingPong --forks 1 --warmup 1 --iterations 1 --iteration-time 10ms --out " + out);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(comms(out)).contains("local", "none").doesNotContain("openmpi");
        assertThat(outcome.err())
                .contains("left out: comm openmpi: ")
                .doesNotContain("left out: comm none", "on comm none");
    }

    @Test
    void theDoctorFindsWhatNeedsNoMpi() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = withoutMpi("doctor --require none,process");
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).containsPattern("none +available: ").containsPattern("openmpi +missing: ");
    }

    /** A run that would last for minutes on any machine, up to its first measuring launch with both ranks at work. */
    private LockstepJar.Child underWay(Path out, String token) throws IOException, InterruptedException {
        String line =
                "run TransportPingPong --comm none --ranks 2 -p bytes=64 -p transport=socket --ops 10000 --forks 1"
                        + " --warmup 2 --iterations 1000 --jvm-args " + token + " --out " + out;
        LockstepJar.Child child = new LockstepJar(scratch).start(Lockstep.class.getName(), line.split(" "));
        LockstepJar.await("both ranks measure", () -> {
            assertThat(child.process().isAlive()).as("it is under way").isTrue();
            return rows(out) >= 2;
        });
        return child;
    }

    private static int rows(Path out) {
        Path rows = out.resolve("launches/cell-001-fork-1/ranks.csv");
        try {
            return Files.exists(rows) ? Files.readAllLines(rows).size() - 1 : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void killAtOnce(long pid) {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    private static Optional<ProcessHandle> rank(String token, int rank) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(p -> p.info()
                            .arguments()
                            .filter(a -> List.of(a).contains(token))
                            .isPresent())
                    .filter(p ->
                            p.info().command().filter(c -> c.endsWith("/java")).isPresent())
                    .filter(p -> environment(p).contains("LOCKSTEP_RANK=" + rank))
                    .findFirst();
        }
    }

    private static List<String> environment(ProcessHandle process) {
        try {
            return List.of(Files.readString(
                            Path.of("/proc", String.valueOf(process.pid()), "environ"),
                            java.nio.charset.StandardCharsets.ISO_8859_1)
                    .split("\0"));
        } catch (IOException e) {
            // It has ended meanwhile.
            return new ArrayList<>();
        }
    }

    @Test
    void aRankThatIsKilledIsNamedAndItsPeerEnds() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        String token = "-Dlockstep.test=" + UUID.randomUUID();
        try (LockstepJar.Child child = underWay(out, token)) {
            killAtOnce(rank(token, 1).orElseThrow().pid());
            LockstepJar.Outcome outcome = child.await();
            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
            assertThat(outcome.err()).contains("FAILED", "rank 1 (pid", "exited or was killed");
        }
        LockstepJar.await(
                "no process is left", () -> LockstepJar.processesWith(token).isEmpty());
    }

    @Test
    void aLauncherThatIsKilledLeavesNoProcess() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        String token = "-Dlockstep.test=" + UUID.randomUUID();
        try (LockstepJar.Child child = underWay(out, token)) {
            Path pid = out.resolve("launches/cell-001-fork-1/launcher.pid");
            killAtOnce(Long.parseLong(Files.readString(pid).strip()));
            LockstepJar.Outcome outcome = child.await();
            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
            JsonNode results = LockstepJar.results(out);
            assertThat(results).isEmpty();
        }
        LockstepJar.await(
                "no process is left", () -> LockstepJar.processesWith(token).isEmpty());
    }
}
