package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The machine does what machines do: its clock jumps, somebody else measures, its disk could be filled. A run goes on as if nothing were. */
@Tag("faults")
@Timeout(220)
class MachineFaultsIT {
    private static final int MB = 1 << 20;

    @TempDir
    Path scratch;

    private LockstepJar lockstep() throws IOException {
        return new LockstepJar(scratch).before(FaultyJar.get());
    }

    private FaultRun run(LockstepJar how, String faults) throws IOException, InterruptedException {
        return new FaultRun(scratch, how, "Wrong --comm openmpi --ranks 2 -p fault=" + faults);
    }

    @Test
    void twoRunsAtOnce() throws IOException, InterruptedException {
        FaultRun first = run(lockstep(), "fork-reads-op");
        try (LockstepJar.Child child = first.start()) {
            first.awaitStrike(child, "fork-reads-op");
            LockstepJar.Outcome second = lockstep().exits(2, "run Good.meet --ops 1 --out " + scratch + "/second");
            assertThat(second.err()).contains("another benchmark is running on this machine");
            assertThat(second.out()).isEmpty();
            first.release();
            first.ended(child);
        }
        first.assertGoodIsGood(0, 1);
    }

    /** Years ahead, then days back, for the program and for all that it starts. */
    @Test
    void theClockIsStepped() throws IOException, InterruptedException {
        Path clock = Files.writeString(scratch.resolve("clock"), "+0\n");
        LockstepJar how = lockstep()
                .variable("LD_PRELOAD", faketime().toString())
                .variable("FAKETIME_TIMESTAMP_FILE", clock.toString())
                .variable("FAKETIME_CACHE_DURATION", "1")
                // Its work-around for an old glibc makes every timed wait of a JVM return at once.
                .variable("FAKETIME_FORCE_MONOTONIC_FIX", "0")
                .variable("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                .variable("DONT_FAKE_MONOTONIC", "1");
        FaultRun run = run(how, "fork-reads-setUp,fork-reads-op");
        try (LockstepJar.Child child = run.start()) {
            run.awaitStrike(child, "fork-reads-setUp");
            Files.writeString(clock, "+2000d\n");
            run.release();
            run.awaitStrike(child, "fork-reads-op");
            Files.writeString(clock, "-3d\n");
            run.release();
            run.ended(child);
        }
        // The library's own, which it leaves to whoever preloads it.
        try (Stream<Path> files = Files.list(scratch.resolve("shm"))) {
            files.filter(file -> file.toString().contains("faketime"))
                    .forEach(file -> file.toFile().delete());
        }
        run.assertGoodIsGood(0, 2);
        assertThat(time(run, "start").until(Instant.now(), ChronoUnit.HOURS)).isZero();
        assertThat(time(run, "end").until(Instant.now(), ChronoUnit.HOURS)).isBetween(71L, 73L);
        List<JsonNode> launches = JournalLines.of(run.out(), "launch");
        assertThat(launches)
                .hasSize(3 * FaultRun.FORKS)
                .allSatisfy(
                        launch -> assertThat(launch.get("seconds").asDouble()).isBetween(0.1, 3600.0));
        assertThat(launches.stream().map(launch -> launch.get("fork").asInt())).containsExactly(1, 1, 1, 2, 2, 2);
    }

    private static Instant time(FaultRun run, String event) throws IOException {
        return Instant.parse(
                JournalLines.of(run.out(), event).get(0).get("time").asText());
    }

    /** Debian's package libfaketime; {@code ./lockstep setup --tests} installs it. */
    private static Path faketime() throws IOException {
        try (Stream<Path> found =
                Files.find(Path.of("/usr/lib"), 3, (path, a) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            return found.findFirst().orElseThrow(() -> new AssertionError("no libfaketime: ./lockstep setup --tests"));
        }
    }

    @Test
    void aBenchmarkPrints100Megabytes() throws IOException, InterruptedException {
        FaultRun run = run(lockstep().withJvmOption("-Xmx128m"), "fork-prints-setUp,pilot-prints-op")
                .complete();
        run.assertGoodIsGood(0, 2);
        assertThat(run.outcome().out().length() + run.outcome().err().length()).isLessThan(MB);
        try (Stream<Path> files = Files.walk(run.out())) {
            List<Path> logs = files.filter(file -> file.toString().endsWith(".log"))
                    .filter(file -> file.toFile().length() > MB)
                    .toList();
            assertThat(logs).hasSize(2).allSatisfy(log -> {
                assertThat(Files.size(log)).isBetween(16L * MB, 16L * MB + 1000);
                String text = Files.readString(log);
                assertThat(text.substring(text.length() - 200)).containsPattern("\\d{8} bytes more were dropped");
            });
        }
    }

    @Test
    void aRunWaitsForAnotherIfToldTo() throws IOException, InterruptedException {
        Path lockFile = lockstep().temp().resolve("jmh.lock");
        LockstepJar.Child child;
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            child = lockstep()
                    .begin("run Good.meet --wait --forks 1 --ops 1 --distribution-forks 0 --warmup 1"
                            + " --iterations 1 --out " + scratch.resolve("out"));
            child.await("it waits", () -> child.said().contains("waiting for another benchmark"));
            assertThat(child.said()).doesNotContain("pilot");
        }
        try (child) {
            child.await().exits(0);
        }
        assertThat(LockstepJar.results(scratch.resolve("out"))).hasSize(1);
    }

    @Test
    void outOfMemoryIsNoVerdict() throws IOException, InterruptedException {
        String scores = "1,".repeat(90_000) + "1";
        String rows = IntStream.range(0, 100)
                .mapToObj(i -> "{\"benchmark\":\"a.B.c" + i + "\",\"mode\":\"avgt\",\"primaryMetric\":{\"score\":1,"
                        + "\"scoreUnit\":\"us/op\",\"rawData\":[[" + scores + "]]}}")
                .collect(Collectors.joining(",", "[", "]"));
        Path file = Files.writeString(scratch.resolve("many.json"), rows);
        assertThat(lockstep()
                        .withJvmOption("-Xmx64m")
                        .exits(2, "compare " + file + " " + file)
                        .err())
                .startsWith("lockstep: out of memory (Java heap space); ")
                .doesNotContain("\tat ");
    }
}
