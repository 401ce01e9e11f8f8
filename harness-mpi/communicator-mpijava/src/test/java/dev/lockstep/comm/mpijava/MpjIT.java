package dev.lockstep.comm.mpijava;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.spi.Availability.Available;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of MPJ Express. Fails where that is missing. */
@Tag("faults")
@Timeout(value = 400, unit = TimeUnit.SECONDS)
class MpjIT {
    private static final Available LIBRARY = (Available) new MpjProvider().availability();

    @TempDir
    Path scratch;

    private Jobs.Outcome job(int ranks, Map<String, String> environment, List<Path> jars, String arguments)
            throws IOException, InterruptedException {
        String java = Jobs.java(Ring.class.getName(), jars.toArray(Path[]::new));
        return Jobs.run(
                scratch,
                environment,
                Jobs.command(
                        "-np",
                        String.valueOf(ranks),
                        "--",
                        "sh",
                        "-c",
                        "exec " + java + " " + arguments + " in " + scratch));
    }

    @Test
    void severalThreadsOfARankCommunicateAtOnce() throws IOException, InterruptedException {
        Jobs.Outcome outcome = job(2, LIBRARY.environment(), LIBRARY.classPath(), "mpj 2 3");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("rank 0 of 2, MPJ Express 0.44 niodev, MULTIPLE: 3 rings", "rank 1 of 2")
                .doesNotContain("Exception");
    }

    @Test
    void aRankThatDiesEndsThoseThatWaitForIt() throws IOException, InterruptedException {
        Jobs.Outcome outcome = job(3, LIBRARY.environment(), LIBRARY.classPath(), "mpj 3 1 die");
        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(9);
        assertThat(outcome.output()).contains("mpj: rank 1 ended with status 9; the others are ended");
        assertThat(Jobs.processesWith(scratch.toString())).isEmpty();
    }

    @Test
    void aClassPathWithoutTheLoggerIsSaid() throws IOException, InterruptedException {
        Jobs.Outcome outcome =
                job(1, LIBRARY.environment(), List.of(LIBRARY.classPath().get(0)), "mpj 1 1");
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).contains("MPJ Express did not load", "log4j", "must be on the class path");
    }

    @Test
    void anotherNumberOfRanksThanWasAskedForIsSaid() throws IOException, InterruptedException {
        Jobs.Outcome outcome = job(1, LIBRARY.environment(), LIBRARY.classPath(), "mpj 2 1");
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).contains("started 1 ranks, not 2");
    }

    @Test
    void withoutALauncherItIsSaidWhatStartsRanks() throws IOException, InterruptedException {
        Jobs.Outcome outcome = Jobs.run(
                scratch,
                LIBRARY.environment(),
                List.of(
                        "sh",
                        "-c",
                        Jobs.java(Ring.class.getName(), LIBRARY.classPath().get(0)) + " mpj 1 1 alone"));
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).contains("LOCKSTEP_RANK is not set", "launcher 'mpj'");
    }

    /** Nobody here has FastMPJ: MPJ Express's jars take its place. */
    @Test
    void whateverIsInFastMpjsHomeIsRunAsFastMpj() throws IOException, InterruptedException {
        Path home = scratch.resolve("fmpj");
        Files.createDirectories(home.resolve("lib"));
        Files.copy(LIBRARY.classPath().get(0), home.resolve("lib/mpj.jar"));
        Files.copy(LIBRARY.classPath().get(1), home.resolve("lib/log4j.jar"));
        Map<String, String> environment = Map.of("FMPJ_HOME", home.toString());
        Available found = (Available) new LibrarySearch(environment).fastMpj();
        Jobs.Outcome outcome = job(2, environment, found.classPath(), "fastmpj 2 1");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("rank 1 of 2, FastMPJ niodev, MULTIPLE: 1 rings");
    }
}
