package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a run does where something is missing, in the way, or interrupts it. */
@Tag("faults")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class EdgesIT {
    private static final String BRIEF = " --forks 1 --warmup 1 --iterations 1 --iteration-time 10ms ";

    @TempDir
    Path scratch;

    private LockstepJar.Outcome lockstep(String line) throws IOException, InterruptedException {
        return new LockstepJar(scratch).lockstep(line.strip().split(" +"));
    }

    private LockstepJar.Outcome withoutMpi(String line) throws IOException, InterruptedException {
        return new LockstepJar(scratch).withoutMpi().lockstep(line.strip().split(" +"));
    }

    @Test
    void benchWithoutMpiRunsWhatThereIsAndSaysWhatItLeftOut() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = withoutMpi("bench AllReduce --quick" + BRIEF + "--out " + out);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        JsonNode results = LockstepJar.results(out);
        assertThat(results).hasSize(2).allSatisfy(entry -> {
            assertThat(entry.at("/params/comm").asText()).isEqualTo("local");
            assertThat(entry.at("/params/bytes").asText()).isIn("64", "65536");
        });
        assertThat(outcome.err())
                .containsPattern("left out: comm openmpi: .*mpirun was not found.*; to get it: run ./lockstep setup");
        assertThat(Files.readString(out.resolve("summary.md")))
                .contains("**left out** comm openmpi", "mpirun was not found", "./lockstep setup");
        assertThat(ReportText.of(out)).contains("comm openmpi", "mpirun was not found", "./lockstep setup");
    }

    @Test
    void whatWasAskedForByNameIsNotLeftOut() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome =
                withoutMpi("run AllReduce --comm local,openmpi -p bytes=64" + BRIEF + "--out " + out);
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("comm openmpi cannot be used here", "mpirun was not found", "to get it: run ./lockstep setup")
                .doesNotContain("\tat ");
        assertThat(out).doesNotExist();
    }

    @Test
    void outOfMemoryIsNoVerdict() throws IOException, InterruptedException {
        String scores = "1,".repeat(90_000) + "1";
        StringJoiner rows = new StringJoiner(",", "[", "]");
        for (int i = 0; i < 100; i++) {
            rows.add("{\"benchmark\":\"a.B.c" + i + "\",\"mode\":\"avgt\",\"primaryMetric\":{\"score\":1,"
                    + "\"scoreUnit\":\"us/op\",\"rawData\":[[" + scores + "]]}}");
        }
        String file =
                Files.writeString(scratch.resolve("many.json"), rows.toString()).toString();
        LockstepJar.Outcome outcome =
                new LockstepJar(scratch).withJvmOption("-Xmx64m").lockstep("compare", file, file);
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("lockstep: out of memory (Java heap space); ")
                .doesNotContain("\tat ");
    }

    @Test
    void theDoctorRequires() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = withoutMpi("doctor --require local,openmpi,mpirun");
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
        assertThat(outcome.err()).isEqualTo("lockstep: required but missing: openmpi, mpirun\n");
        assertThat(outcome.out())
                .containsPattern("(?s)openmpi +missing: .*\\n +to get it: .*LOCKSTEP_OPENMPI_JAR")
                .containsPattern("(?s)mpirun +missing: .*\\n +to get it: .*setup")
                .contains("MPI libraries\n  none; looked for ", "to get some: ./lockstep setup --all");
    }

    /** Slurm's programs look for a cluster by DNS, whatever is asked of them, and wait for a server that does not answer. */
    @Test
    void theDoctorAsksSlurmOnceAndNotForLong() throws IOException, InterruptedException {
        LockstepJar jar = new LockstepJar(scratch).withoutMpi();
        Path asked = scratch.resolve("asked");
        for (String program : List.of("srun", "scontrol")) {
            Path script = scratch.resolve("bin").resolve(program);
            Files.writeString(
                    script,
                    "#!/bin/sh\necho " + program + " \"$*\" \"$RES_OPTIONS\" >>" + asked
                            + "\necho 'Host name lookup failure'\nexit 1\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        LockstepJar.Outcome outcome = jar.lockstep("doctor", "--watch", "0");
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).containsPattern("srun +missing: no controller .* answers: Host name lookup failure");
        assertThat(asked).hasContent("scontrol ping timeout:1 attempts:1\n");
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoticedBeforeMeasuring() throws IOException, InterruptedException {
        Path file = Files.writeString(scratch.resolve("file"), "mine");
        for (String out : new String[] {file + "/out", file.toString()}) {
            LockstepJar.Outcome outcome = lockstep("run Barrier" + BRIEF + "--out " + out);
            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(2);
            assertThat(outcome.err())
                    .contains("--out " + out, "name a folder that can")
                    .doesNotContain("pilot", "\tat ");
            assertThat(outcome.out()).isEmpty();
        }
        assertThat(file).hasContent("mine");
    }

    @Test
    void twoBenchmarksAtOnceAreRefused() throws IOException, InterruptedException {
        Path lockFile = new LockstepJar(scratch).temp().resolve("jmh.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            LockstepJar.Outcome outcome = lockstep("run Barrier" + BRIEF);
            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(2);
            assertThat(outcome.err()).contains("another benchmark is running", lockFile.toString());
        }
    }

    @Test
    void aLauncherThatFailsIsNoEmptySuccess() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome =
                lockstep("run Barrier --comm openmpi --launcher-args --nonsense" + BRIEF + "--out " + out);
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
        assertThat(outcome.out()).containsPattern("BarrierBenchmark.barrier +openmpi +2 +- .*failed");
        assertThat(outcome.err()).contains("0 of 1 cells measured", "1 FAILED", "the launcher ended with exit code");
        assertThat(LockstepJar.results(out)).isEmpty();
        assertThat(Files.readString(out.resolve("summary.md"))).contains("the launcher ended with exit code");
    }

    @Test
    void anInterruptedRunLeavesItsFinishedCellsAndNoProcess() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        String token = "-Dlockstep.test=" + UUID.randomUUID();
        String line =
                "run AllReduce --comm openmpi -p bytes=64,1024,65536 --ops 100 --iteration-time 10ms --forks 1 --warmup 1 --iterations 1 --distribution-forks 0"
                        + " --jvm-args " + token + " --out " + out;
        LockstepJar.Outcome outcome;
        try (LockstepJar.Child child = new LockstepJar(scratch).start(Lockstep.class.getName(), line.split(" "))) {
            LockstepJar.await("a cell is finished and the next one runs", () -> {
                assertThat(child.process().isAlive()).isTrue();
                return said(child).contains("[1/3")
                        && LockstepJar.processesWith(token).stream().anyMatch(p -> p.contains("RankMain"));
            });
            child.interrupt();
            outcome = child.await();
        }
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(130);
        assertThat(outcome.err()).contains("To go on: lockstep run --resume --out " + out);
        assertThat(Files.readString(out.resolve("summary.md"))).contains("The run is incomplete");
        LockstepJar.await(
                "no process is left", () -> LockstepJar.processesWith(token).isEmpty());
        JsonNode results = LockstepJar.results(out);
        assertThat(results).hasSizeBetween(1, 2);
        assertThat(results.get(0).get("measurementBatchSize").asInt()).isEqualTo(100);

        LockstepJar.Outcome report = lockstep("report " + out);
        assertThat(report.exit()).as(report.toString()).isZero();
        int finished = results.size();
        assertThat(report.out().lines().filter(l -> l.matches("AllReduce.*openmpi +2 +[\\d.,]+ .*")))
                .hasSize(finished);
        assertThat(report.out().lines().filter(l -> l.matches("AllReduce.*openmpi +2 +- .*")))
                .hasSize(3 - finished);
        assertThat(report.out()).contains("INCOMPLETE: The run is incomplete: " + (3 - finished) + " of 3 cells");
        assertThat(ReportText.of(out)).contains("was interrupted");
    }

    private static String said(LockstepJar.Child child) {
        try {
            return child.said();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
