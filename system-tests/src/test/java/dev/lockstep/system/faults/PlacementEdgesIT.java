package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.Lockstep;
import dev.lockstep.run.RankRow;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.OwnMounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of one host that cannot probe how far apart they are: they are measured all the same, and no reading is made up. */
@Tag("faults")
@Timeout(120)
class PlacementEdgesIT {
    private static final String RUN =
            "run EncodeSendDecode --comm none --ranks 2 --transport socket -p codec=empty -p payload=ping --ops 20"
                    + " --forks 1 --warmup 1 --iterations 2 --distribution-forks 0 --out ";
    private static final String REFUSED = "lockstep: cannot map the page by which ranks probe where they run";

    @TempDir
    Path scratch;

    /** Folders take no place there, and a file takes all that there is. */
    @Test
    void sharedMemoryThatIsFull() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        List<String> command = new ArrayList<>(OwnMounts.command());
        command.addAll(List.of(
                "/bin/sh",
                "-c",
                "mount -t tmpfs -o size=4k,mode=1777 tmpfs /dev/shm && head -c 4096 /dev/zero >/dev/shm/full && exec \"$@\"",
                "sh"));
        LockstepJar jar = new LockstepJar(scratch);
        command.addAll(jar.command(Lockstep.class.getName(), (RUN + out).split(" ")));
        assertMeasuredWithoutReadings(jar, command, out);
        assertThat(printed(out)).contains(REFUSED, "No space left on device");
    }

    /** Each rank has a mount of its own in place of the shared memory, as in a container. */
    @Test
    void ranksInContainersOfTheirOwn() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        Path home = Path.of(System.getProperty("java.home"));
        Path java = home.resolve("bin/java");
        Path jdk = scratch.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.copy(home.resolve("release"), jdk.resolve("release"));
        Path contained = Files.writeString(
                jdk.resolve("bin/java"),
                String.join(
                        "\n",
                        "#!/bin/sh",
                        "[ -n \"${LOCKSTEP_SHARED_MEMORY:-}\" ] || exec " + java + " \"$@\"",
                        "exec " + String.join(" ", OwnMounts.command()) + " /bin/sh -c 'mount -t tmpfs tmpfs /dev/shm"
                                + " && mkdir -m 700 \"$LOCKSTEP_SHARED_MEMORY\" && exec \"$0\" \"$@\"' " + java
                                + " \"$@\"",
                        ""));
        Files.setPosixFilePermissions(contained, PosixFilePermissions.fromString("rwx------"));
        LockstepJar jar = new LockstepJar(scratch);
        List<String> command = jar.command(Lockstep.class.getName(), (RUN + out + " --jvm " + contained).split(" "));
        assertMeasuredWithoutReadings(jar, command, out);
        assertThat(printed(out)).doesNotContain(REFUSED);
    }

    private static void assertMeasuredWithoutReadings(LockstepJar jar, List<String> command, Path out)
            throws IOException, InterruptedException {
        try (LockstepJar.Child child = jar.start(command)) {
            child.await().exits(0);
        }
        List<RankRow> rows = RankRow.read(out.resolve("ranks.csv"));
        // Two ranks, two iterations.
        assertThat(rows).filteredOn(row -> !row.warmup()).hasSize(2 * 2);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.score()).isPositive();
            assertThat(List.of(row.probeBefore(), row.probeAfter())).containsExactly(Double.NaN, Double.NaN);
        });
        assertThat(LockstepJar.results(out))
                .singleElement()
                .satisfies(entry -> assertThat(entry.at("/secondaryMetrics/probe.before/rawData/0")
                                .toString())
                        .isEqualTo("[\"NaN\",\"NaN\"]"));
    }

    private static String printed(Path out) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(out.resolve("launches"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}
