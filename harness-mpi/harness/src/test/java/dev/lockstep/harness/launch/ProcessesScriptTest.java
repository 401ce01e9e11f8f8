package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.Cores;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes for real, by each shell that is somebody's {@code sh}: they have ended when their output has. */
class ProcessesScriptTest {
    private static final String SAYS_IT_STARTED = "echo started; ";

    @TempDir
    Path scratch;

    private Process process;

    @AfterEach
    void end() throws IOException, InterruptedException {
        ImpatientShell.kill(process);
    }

    private void start(String shell, int count, String cpus, String body) throws IOException {
        // A signal that whoever started this build had ignored would stay so.
        List<String> words = new ArrayList<>(
                List.of("env", "--default-signal=HUP,INT,TERM", shell, "-c", LaunchScript.resource("processes.sh")));
        words.addAll(List.of("processes", String.valueOf(count), cpus, "sh", "-c", body));
        process = new ImpatientShell(scratch).start(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash"})
    void eachIsToldItsRankAndAllAreWaitedFor(String shell) throws Exception {
        start(shell, 3, "-", "sleep 1; : >ended-$LOCKSTEP_RANK");
        assertThat(process.waitFor()).isZero();
        assertThat(scratch).isDirectoryContaining("glob:**/ended-0");
        assertThat(scratch).isDirectoryContaining("glob:**/ended-1");
        assertThat(scratch).isDirectoryContaining("glob:**/ended-2");
        assertThat(ImpatientShell.output(process)).isEmpty();
    }

    /** Once all have started, or before. */
    @ParameterizedTest
    @CsvSource({"sh, while ! [ -e up-0 -a -e up-2 ]; do sleep 1; done", "bash, :", "sh, :"})
    void oneThatFailsEndsTheOthers(String shell, String awaits) throws Exception {
        start(
                shell,
                3,
                "-",
                ": >up-$LOCKSTEP_RANK; [ $LOCKSTEP_RANK = 1 ] || exec " + ImpatientShell.STAY + "; " + awaits
                        + "; exit 9");
        assertThat(ImpatientShell.output(process)).contains("the process of rank 1 ended with status 9");
        assertThat(process.waitFor()).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"sh, TERM", "sh, HUP", "bash, TERM", "bash, HUP"})
    void aSignalReachesAll(String shell, String signal) throws Exception {
        // A shell that has just been forked, and is not yet what stays, forgets any other signal.
        start(
                shell,
                3,
                "-",
                "trap 'echo told $LOCKSTEP_RANK; kill -s KILL $!; exit 0' TERM; " + ImpatientShell.STAY + " & "
                        + SAYS_IT_STARTED + "wait");
        BufferedReader output = process.inputReader();
        for (int rank = 0; rank < 3; rank++) {
            assertThat(output.readLine()).isEqualTo("started");
        }
        new ProcessBuilder("kill", "-s", signal, String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertThat(output.lines()).containsExactlyInAnyOrder("told 0", "told 1", "told 2");
        assertThat(process.waitFor()).isEqualTo(143);
    }

    @Test
    void aSignalAtAnyMomentOfTheStartLeavesNoProcess() throws Exception {
        for (int millis = 0; millis <= 12; millis++) {
            start("sh", 4, "-", "exec " + ImpatientShell.STAY);
            Thread.sleep(millis);
            // By its handle, which leaves the output open.
            process.toHandle().destroy();
            ImpatientShell.output(process);
            assertThat(process.waitFor()).isEqualTo(143);
        }
    }

    @Test
    void eachRunsWhereItIsBoundTo() throws Exception {
        List<String> cpus = Cores.cpus();
        start(
                "sh",
                cpus.size(),
                String.join("/", cpus),
                "grep Cpus_allowed_list /proc/self/status >cpus-$LOCKSTEP_RANK");
        assertThat(process.waitFor()).isZero();
        for (int rank = 0; rank < cpus.size(); rank++) {
            assertThat(Files.readString(scratch.resolve("cpus-" + rank)))
                    .isEqualTo("Cpus_allowed_list:\t" + cpus.get(rank) + "\n");
        }
    }
}
