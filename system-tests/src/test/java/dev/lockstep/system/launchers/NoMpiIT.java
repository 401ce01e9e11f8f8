package dev.lockstep.system.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A machine that has no MPI: sockets between plain processes, and what is said of that which cannot run. */
@Tag("environments")
@Timeout(220)
class NoMpiIT {
    @TempDir
    Path scratch;

    private LockstepJar.Outcome withoutMpi(int exit, String typed) throws IOException, InterruptedException {
        return new LockstepJar(scratch).withoutMpi().exits(exit, typed);
    }

    private static List<String> measured(Path out) throws IOException {
        return StreamSupport.stream(LockstepJar.results(out).spliterator(), false)
                .map(entry -> entry.get("benchmark").asText().replaceAll(".*\\.", "") + " "
                        + entry.at("/params/comm").asText() + " "
                        + entry.at("/params/bytes").asText())
                .toList();
    }

    @Test
    void socketsAreMeasuredAcrossProcessesAndReportedBesideThreads() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = withoutMpi(
                0,
                "run TransportPingPong --launcher process --comm none,local --ranks 2 -p bytes=64 -p transport=socket"
                        + " --forks 1 --warmup 2 --iterations 2 --iteration-time 20ms --placement all --out " + out);
        assertThat(measured(out)).containsExactlyInAnyOrder("pingPong local 64", "pingPong none 64");
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
        assertThat(JournalLines.of(out, "pilot"))
                .allSatisfy(pilot -> assertThat(pilot.toString()).contains("\"selfCheck\":\"passed\""));
    }

    @Test
    void benchRunsWhatThereIsAndSaysWhatItLeftOut() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome = withoutMpi(
                0,
                "bench AllReduce TransportPingPong --forks 1 --warmup 1 --iterations 1 --iteration-time 10ms"
                        + " --out " + out);
        assertThat(measured(out))
                .contains("allReduce local 64")
                .anyMatch(cell -> cell.startsWith("pingPong none "))
                .allMatch(cell -> cell.matches("allReduce local 64|pingPong none .*"));
        assertThat(outcome.err())
                .containsPattern("left out: comm openmpi: .*mpirun was not found.*; to get it: run ./lockstep setup")
                .doesNotContain("left out: comm none", "on comm none");
        assertThat(Files.readString(out.resolve("summary.md")))
                .contains("**left out** comm openmpi", "mpirun was not found", "./lockstep setup");
        assertThat(ReportText.of(out)).contains("comm openmpi", "mpirun was not found", "./lockstep setup");
    }

    @Test
    void whatWasAskedForByNameIsNotLeftOut() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        assertThat(withoutMpi(2, "run AllReduce --comm local,openmpi -p bytes=64 --out " + out)
                        .err())
                .contains("comm openmpi cannot be used here", "mpirun was not found", "to get it: run ./lockstep setup")
                .doesNotContain("\tat ");
        assertThat(out).doesNotExist();
    }

    @Test
    void theDoctorRequires() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = withoutMpi(1, "doctor --require none,process,local,openmpi,mpirun");
        assertThat(outcome.err()).isEqualTo("lockstep: required but missing: openmpi, mpirun\n");
        assertThat(outcome.out())
                .containsPattern("none +available: ")
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
        assertThat(jar.exits(0, "doctor --watch 0").out())
                .containsPattern("srun +missing: no controller .* answers: Host name lookup failure");
        assertThat(asked).hasContent("scontrol ping timeout:1 attempts:1\n");
    }
}
