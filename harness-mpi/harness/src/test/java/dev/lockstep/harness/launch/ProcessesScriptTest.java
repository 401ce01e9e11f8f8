package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes for real, by each shell that is somebody's {@code sh}. */
@Timeout(60)
class ProcessesScriptTest {
    /** In every environment, so that nothing of it can be overlooked. */
    private final String mark = "mark-" + UUID.randomUUID();

    @TempDir
    Path scratch;

    private Process process;

    @AfterEach
    void end() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        marked().forEach(ProcessHandle::destroyForcibly);
    }

    private void start(String shell, int count, String cpus, String body) throws IOException {
        // A signal that whoever started this build had ignored would stay so.
        List<String> words = new ArrayList<>(
                List.of("env", "--default-signal=HUP,INT,TERM", shell, "-c", LaunchScript.resource("processes.sh")));
        words.addAll(List.of("processes", String.valueOf(count), cpus, "sh", "-c", body));
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(scratch.toFile())
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("output").toFile());
        builder.environment().put("LOCKSTEP_TEST", mark);
        process = builder.start();
    }

    private int exit() throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it has ended").isTrue();
        return process.exitValue();
    }

    private List<ProcessHandle> marked() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(p -> environment(p).contains(mark)).toList();
        }
    }

    private static String environment(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "environ"),
                    java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // It has ended meanwhile.
            return "";
        }
    }

    private void awaitStarted(int count) throws IOException, InterruptedException {
        for (int rank = 0; rank < count; rank++) {
            while (!Files.exists(scratch.resolve("started-" + rank))) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(10);
            }
        }
    }

    private void assertNothingIsLeft() throws InterruptedException {
        while (!marked().isEmpty()) {
            Thread.sleep(10);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash"})
    void eachIsToldItsRankAndAllAreWaitedFor(String shell) throws Exception {
        start(shell, 3, "-", "sleep 0.$LOCKSTEP_RANK; : >ended-$LOCKSTEP_RANK");
        assertThat(exit()).isZero();
        try (Stream<Path> files = Files.list(scratch)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder("ended-0", "ended-1", "ended-2", "output");
        }
        assertThat(scratch.resolve("output")).isEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash"})
    void oneThatFailsEndsTheOthers(String shell) throws Exception {
        start(
                shell,
                3,
                "-",
                ": >started-$LOCKSTEP_RANK; [ $LOCKSTEP_RANK = 1 ] || exec sleep 600; "
                        + "while ! [ -e started-0 -a -e started-2 ]; do sleep 0.01; done; exit 9");
        assertThat(exit()).isNotZero();
        assertThat(scratch.resolve("output")).content().contains("the process of rank 1 ended with status 9");
        assertNothingIsLeft();
    }

    @Test
    void theExitCodeIsThatOfTheOneThatFailed() throws Exception {
        start("sh", 2, "-", "[ $LOCKSTEP_RANK = 1 ] || exec sleep 600; exit 9");
        assertThat(exit()).isEqualTo(9);
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh TERM", "sh HUP", "bash TERM", "bash HUP"})
    void aSignalReachesAll(String shellAndSignal) throws Exception {
        String[] words = shellAndSignal.split(" ");
        start(
                words[0],
                3,
                "-",
                "trap 'echo told $LOCKSTEP_RANK; exit 0' TERM; : >started-$LOCKSTEP_RANK; sleep 600 & wait");
        awaitStarted(3);
        new ProcessBuilder("kill", "-s", words[1], String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertThat(exit()).isEqualTo(143);
        assertThat(scratch.resolve("output")).content().contains("told 0", "told 1", "told 2");
    }

    @Test
    void aSignalAtAnyMomentOfTheStartLeavesNoProcess() throws Exception {
        for (int millis = 0; millis <= 12; millis += 2) {
            start("sh", 4, "-", "exec sleep 600");
            Thread.sleep(millis);
            process.destroy();
            assertThat(exit()).isEqualTo(143);
            assertNothingIsLeft();
        }
    }

    @Test
    void oneThatIgnoresTheSignalIsEndedByTheFoldersOwner() throws Exception {
        LaunchFolder folder = LaunchFolder.create(scratch.resolve("launch"));
        start("sh", 2, "-", "trap '' TERM; : >started-$LOCKSTEP_RANK; sleep 600; sleep 600");
        awaitStarted(2);
        Files.writeString(folder.path().resolve("launcher.pid"), process.pid() + "\n");
        folder.killLauncher();
        exit();
        assertNothingIsLeft();
    }

    @Test
    void eachRunsWhereItIsBoundTo() throws Exception {
        String cpus = String.join("/", dev.lockstep.comm.spi.Cores.cpus());
        int count = cpus.split("/").length;
        start("sh", count, cpus, "grep Cpus_allowed_list /proc/self/status >cpus-$LOCKSTEP_RANK");
        assertThat(exit()).isZero();
        for (int rank = 0; rank < count; rank++) {
            assertThat(scratch.resolve("cpus-" + rank))
                    .hasContent("Cpus_allowed_list:\t" + cpus.split("/")[rank] + "\n");
        }
    }
}
