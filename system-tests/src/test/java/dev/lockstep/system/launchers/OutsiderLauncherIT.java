package dev.lockstep.system.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.Compiled;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's launcher, of one class and one service line: Open MPI's in a disguise, which tells ranks their number by variables of its own. */
@Tag("environments")
@Timeout(220)
class OutsiderLauncherIT {
    private static final String LAUNCHER = """
            package org.other;
            import dev.lockstep.comm.spi.LauncherTraits;
            import dev.lockstep.comm.spi.MpiInstallation.Family;
            import dev.lockstep.harness.launch.*;
            import dev.lockstep.spi.Availability;
            import java.util.*;
            public class Wrap implements Launcher {
                private final Launcher mpirun = new MpirunLauncher();
                public String name() { return "wrap"; }
                public String description() { return "mpirun in a wrapper"; }
                public Availability availability() { return mpirun.availability(); }
                public String rankVariable() { return "WRAP_RANK"; }
                public LauncherTraits traits() {
                    return new LauncherTraits(name(), Set.of(Family.OPEN_MPI, Family.NONE), rankVariable(), "WRAP_SIZE");
                }
                public Map<String, String> environment() { return mpirun.environment(); }
                public boolean spansHosts() { return false; }
                public List<String> command(LaunchRequest request) {
                    List<String> words = new ArrayList<>(mpirun.command(request));
                    words.addAll(List.of("sh", "-c", "export WRAP_RANK=$OMPI_COMM_WORLD_RANK WRAP_SIZE=$OMPI_COMM_WORLD_SIZE;"
                            + " exec env -u OMPI_COMM_WORLD_RANK \\"$@\\"", "wrap"));
                    return words;
                }
            }
            """;

    @TempDir
    Path scratch;

    private LockstepJar lockstep;

    @BeforeEach
    void bringIt() throws IOException {
        Path classes = Compiled.to(scratch, List.of("-proc:none"), LAUNCHER);
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.lockstep.harness.launch.Launcher"), "org.other.Wrap\n");
        lockstep = new LockstepJar(scratch).with(classes);
    }

    @Test
    void isListedAndGoesWithEveryBackendOfItsMpi() throws IOException, InterruptedException {
        LockstepJar.Outcome listed = lockstep.lockstep("list", "launchers");
        assertThat(listed.out()).contains("wrap       mpirun in a wrapper", "mpirun     Open MPI's mpirun");
        LockstepJar.Outcome doctor = lockstep.exits(0, "doctor --watch 0");
        List<String> header = words(doctor, "MPI library");
        List<String> wrap = words(doctor, "Open MPI \\S+ +wrap ");
        List<String> mpirun = words(doctor, "Open MPI \\S+ +mpirun ");
        assertThat(wrap).as(doctor.out()).hasSameSizeAs(header).contains("wrap");
        assertThat(wrap.subList(2, wrap.size())).isEqualTo(mpirun.subList(2, mpirun.size()));
        assertThat(wrap.get(header.indexOf("openmpi"))).isEqualTo("yes");
        assertThat(wrap.get(header.indexOf("mpj"))).isEqualTo("-");
        assertThat(doctor.out()).doesNotContainPattern("(?m)^ +- +wrap ");
    }

    /** The line of a table that begins so, in columns. */
    private static List<String> words(LockstepJar.Outcome doctor, String beginning) {
        return doctor.out()
                .lines()
                .map(String::strip)
                .filter(line -> line.matches(beginning + ".*"))
                .map(line -> List.of(line.split(" {2,}")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line begins with " + beginning + "\n" + doctor));
    }

    @Test
    void ranksFindTheirNumberAndEachOther() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        lockstep.exits(
                0,
                "run transport.benchmarks.PingPong --comm openmpi,c --launcher wrap --ranks 2 -p bytes=64"
                        + " -p buffer=direct --forks 1 --distribution-forks 0 --warmup 1 --iterations 2"
                        + " --iteration-time 10ms --ops 100 --out " + out);
        assertThat(LockstepJar.results(out)).hasSize(2);
        assertThat(JournalLines.of(out, "launch"))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e.get("status").asText()).isEqualTo("ok"));
        assertThat(Files.readString(out.resolve("environment.json"))).contains("exec env -u OMPI_COMM_WORLD_RANK");
    }

    @Test
    void ranksOfAnotherMpiAreRefusedWithThoseWhoCan() throws IOException, InterruptedException {
        assertThat(lockstep.exits(2, "run PingPong --comm mpj --launcher wrap --ranks 2 --dry-run")
                        .err())
                .contains("launcher 'wrap' cannot start ranks of comm=mpj; mpj can");
    }
}
