package dev.lockstep.comm.mpijava;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starting, watching and ending processes, whatever they are. */
@Tag("faults")
@Timeout(value = 400, unit = TimeUnit.SECONDS)
class MpjRunIT {
    /** On the command line of every process of a test, and of nothing else. */
    private final String mark = "mark-" + UUID.randomUUID();

    @TempDir
    Path scratch;

    @Test
    void theFirstThatFailsEndsTheOthersAndSaysHow() throws IOException, InterruptedException {
        Jobs.Outcome outcome = run(3, "[ $LOCKSTEP_RANK -ne 1 ] || exit 7; sleep 600");
        assertThat(outcome.exit()).isEqualTo(7);
        assertThat(outcome.output()).contains("mpj: rank 1 ended with status 7; the others are ended");
        assertThat(Jobs.processesWith(mark)).isEmpty();
    }

    @Test
    void whoDoesNotListenIsEndedAllTheSame() throws IOException, InterruptedException {
        Jobs.Outcome outcome = run(2, "trap '' TERM; [ $LOCKSTEP_RANK = 0 ] && sleep 1 && exit 3; sleep 600 & wait");
        assertThat(outcome.exit()).isEqualTo(3);
        assertThat(Jobs.processesWith(mark)).isEmpty();
    }

    @Test
    void aRankThatNeverJoinsIsNamed() throws IOException, InterruptedException {
        String join = join() + " & sleep 600";
        Jobs.Outcome outcome = run(
                List.of("-np", "3", "--start-timeout", "10"), "if [ $LOCKSTEP_RANK = 2 ]; then sleep 600; fi; " + join);
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).contains("mpj: rank 2 did not join the others within 10 s; all are ended");
        assertThat(Jobs.processesWith(mark)).isEmpty();
    }

    @Test
    void aRankThatEndsBeforeItJoinsIsNamed() throws IOException, InterruptedException {
        Jobs.Outcome outcome = run(2, "if [ $LOCKSTEP_RANK = 1 ]; then exit 0; fi; " + join());
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).contains("mpj: rank 1 ended without having joined the others");
        assertThat(Jobs.processesWith(mark)).isEmpty();
    }

    @Test
    void aSignalEndsAll() throws IOException, InterruptedException {
        for (String signal : List.of("INT", "TERM")) {
            Process process = waiting();
            Jobs.signal(signal, process.pid());
            assertThat(process.waitFor()).isEqualTo(signal.equals("INT") ? 130 : 143);
            assertThat(Jobs.processesWith(mark)).isEmpty();
        }
    }

    @Test
    void nothingIsLeftWhenItIsKilled() throws IOException, InterruptedException {
        Process process = waiting();
        Jobs.signal("KILL", process.pid());
        process.waitFor();
        Jobs.await("the ranks are gone", () -> Jobs.processesWith(mark).isEmpty());
    }

    @Test
    void otherHostsGetVariablesThatNobodySeesOnACommandLine() throws IOException, InterruptedException {
        Path agent = scratch.resolve("agent");
        Path words = scratch.resolve("words");
        Files.writeString(
                agent,
                "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + words + "\nshift\nexec env -i PATH=\"$PATH\" sh -c \"$*\"\n");
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        Jobs.Outcome outcome = Jobs.run(
                scratch,
                Map.of("LOCKSTEP_RSH", agent.toString(), "SECRET", "it's one'\nof two lines", "OTHER", "not wanted"),
                Jobs.command(
                        "-np",
                        "2",
                        "--host",
                        "h1,h2",
                        "-x",
                        "SECRET",
                        "--",
                        "sh",
                        "-c",
                        "echo \"<$LOCKSTEP_RANK $SECRET ${OTHER:-}>\"; exit $((4 * LOCKSTEP_RANK))"));
        assertThat(outcome.output()).contains("<0 it's one'\nof two lines >", "<1 it's one'\nof two lines >");
        assertThat(outcome.output()).contains("mpj: rank 1 on h2 ended with status 4; the others are ended");
        assertThat(outcome.exit()).isEqualTo(4);
        assertThat(Files.readString(words)).contains("h1\n", "h2\n").doesNotContain("one'", "SECRET", "echo");
    }

    @Test
    void aHostThatCannotBeReachedIsNamed() throws IOException, InterruptedException {
        Jobs.Outcome outcome = Jobs.run(
                scratch, Map.of("LOCKSTEP_RSH", "false"), Jobs.command("-np", "1", "--host", "h9", "--", "true"));
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).contains("rank 0 on h9 ended with status 1");
    }

    @Test
    void whatMakesNoSenseIsSaidWithTheUsage() throws IOException, InterruptedException {
        Jobs.Outcome outcome = Jobs.run(scratch, Map.of(), Jobs.command("-np", "none"));
        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(outcome.output()).contains("-np needs a number, not 'none'", "usage: MpjRun -np N");
    }

    /** A command that does what a rank's MPI.Init does first, and then waits for the others; a JVM might take too long. */
    private static String join() {
        String says = "\\0\\14Sending Info\\0\\0\\0\\1\\0\\0\\0\\2\\0\\0\\0\\\\$LOCKSTEP_RANK";
        return "bash -c 'exec 3<>/dev/tcp/${LOCKSTEP_MPJ_SERVER/://}; printf \"" + says + "\" >&3; cat <&3'";
    }

    private Process waiting() throws IOException, InterruptedException {
        Process process =
                Jobs.start(scratch, Map.of(), Jobs.command("-np", "2", "--", "sh", "-c", "sleep 600; :", mark));
        Jobs.await(
                "both ranks run",
                () -> Jobs.processesWith("sleep 600; : " + mark).size() == 2);
        return process;
    }

    private Jobs.Outcome run(int ranks, String script) throws IOException, InterruptedException {
        return run(List.of("-np", String.valueOf(ranks)), script);
    }

    private Jobs.Outcome run(List<String> options, String script) throws IOException, InterruptedException {
        List<String> words = new java.util.ArrayList<>(options);
        words.addAll(List.of("--", "sh", "-c", script, mark));
        return Jobs.run(scratch, Map.of(), Jobs.command(words.toArray(String[]::new)));
    }
}
