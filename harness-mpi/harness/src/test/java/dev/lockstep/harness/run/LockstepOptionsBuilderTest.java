package dev.lockstep.harness.run;

import static dev.lockstep.harness.Thrown.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.placement.PlacementChoice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.options.TimeValue;

class LockstepOptionsBuilderTest {
    private static RunOptions built(UnaryOperator<LockstepOptionsBuilder> said) {
        return said.apply(new LockstepOptionsBuilder()).build();
    }

    @Test
    void eachMethodSaysOneThingAndLeavesTheOthers() {
        RunOptions options = built(b -> b.forks(7)
                .warmupIterations(0)
                .measurementIterations(9)
                .distributionForks(4)
                .iterationTime(TimeValue.seconds(2))
                .timeout(TimeValue.minutes(3))
                .bind("none")
                .launcherArgs("--a", "b c")
                .launcher("mpirun")
                .jvmArgs("-Da=b c"));
        assertThat(options.effort()).isEqualTo(new RunOptions.Effort(7, 0, 9, 2000, 4));
        assertThat(options.launch())
                .isEqualTo(LaunchOptions.DEFAULT
                        .within(180)
                        .bound("none")
                        .with(List.of("--a", "b c"))
                        .by("mpirun"));
        assertThat(options.jvm()).isEqualTo(Jvm.current(List.of("-Da=b c")));
        assertThat(options.comms()).containsExactly("local");
        assertThat(options.ranks()).containsExactly(2);
        assertThat(options.threads()).containsExactly(1);
        assertThat(options.keepSamples()).isFalse();
        assertThat(built(b -> b.keepSamples()).keepSamples()).isTrue();
        assertThat(built(b -> b).effort()).isEqualTo(RunOptions.Effort.DEFAULT);
    }

    @Test
    void whatIsSaidTwiceCountsOnce() {
        RunOptions options = built(b -> b.comm("local", "local")
                .ranks(2, 4, 2)
                .threads(1, 1)
                .param("bytes", "4", "8")
                .param("bytes", "8"));
        assertThat(options.comms()).containsExactly("local");
        assertThat(options.ranks()).containsExactly(2, 4);
        assertThat(options.threads()).containsExactly(1);
        assertThat(options.params()).isEqualTo(Map.of("bytes", List.of("4", "8")));
    }

    @Test
    void launchesAreAppendedWhereAnIntervalIsAskedForAndAPlacement() {
        assertThat(built(b -> b).fills()).isTrue();
        assertThat(built(b -> b.forks(2)).fills()).isFalse();
        assertThat(built(b -> b.forks(1).versus(new Baseline("bytes", "64"))).fills())
                .isTrue();
        assertThat(built(b -> b.placement(PlacementChoice.Wish.NEAR)).fills()).isTrue();
        assertThat(built(b -> b.placement(PlacementChoice.Wish.ALL)).fills()).isFalse();
    }

    @Test
    void whatCannotBeIsRefusedByItsName() {
        Map<String, UnaryOperator<LockstepOptionsBuilder>> bad = new LinkedHashMap<>();
        bad.put("ranks must be at least 1, not 0", b -> b.ranks(2, 0));
        bad.put("ranks needs at least one value", b -> b.ranks());
        bad.put("threads must be at least 1, not -1", b -> b.threads(-1));
        bad.put("comm needs at least one value", b -> b.comm());
        bad.put("parameter bytes needs at least one value", b -> b.param("bytes"));
        bad.put("forks must be at least 1, not 0", b -> b.forks(0));
        bad.put("warmupIterations must be at least 0, not -1", b -> b.warmupIterations(-1));
        bad.put("measurementIterations must be at least 1, not 0", b -> b.measurementIterations(0));
        bad.put("iterationTime in ms must be at least 1, not 0", b -> b.iterationTime(TimeValue.microseconds(999)));
        bad.put("timeout in s must be at least 1, not 0", b -> b.timeout(TimeValue.milliseconds(999)));
        bad.put("distributionForks must be at least 0, not -1", b -> b.distributionForks(-1));
        bad.put(
                "--keep-samples keeps what launches for distributions time, and there are none",
                b -> b.keepSamples().distributionForks(0));
        for (UnaryOperator<LockstepOptionsBuilder> lacking : List.<UnaryOperator<LockstepOptionsBuilder>>of(
                b -> b.distributionForks(0), b -> b.warmupIterations(1))) {
            assertRefused(
                    () -> built(b -> lacking.apply(b.param("sync", "none", "window"))),
                    "it takes --distribution-forks 1 and --warmup 2, or more");
        }
        assertRefused(
                () -> built(b -> b.versus(new Baseline("sync", "window")).distributionForks(0)),
                "sync=window is of launches");
        for (double handicap : new double[] {-0.1, 1.1, Double.NaN}) {
            bad.put("handicap must be from 0 to 1, not " + handicap, b -> b.handicap(handicap));
        }
        bad.forEach((message, said) -> assertThatThrownBy(() -> built(said))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message));
    }

    @Test
    void anotherJvmIsTakenWithItsVersionFromItsReleaseFile(@TempDir Path jdk) throws Exception {
        Path java = Files.createDirectory(jdk.resolve("bin")).resolve("java");
        assertThatThrownBy(() -> built(b -> b.jvm(java.toString()))).hasMessageContaining("not an executable file");
        Files.writeString(java, "#!/bin/sh\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(() -> built(b -> b.jvm(java.toString()))).hasMessageContaining("does not lie in a JDK");
        Files.writeString(jdk.resolve("release"), "nothing");
        assertRefused(() -> built(b -> b.jvm(java.toString())), "does not say JAVA_VERSION");
        Files.writeString(jdk.resolve("release"), "A=\"b\"\nJAVA_VERSION=\"25.0.1\"\n");
        assertThat(built(b -> b.jvmArgs("-Dmine=1").jvm(java.toString())).jvm())
                .isEqualTo(Jvm.of(java.toString(), 25, List.of("-Dmine=1")));
    }

    @Test
    void theSameJvmIsStartedFromTheSameArchiveOfClassesAndAnotherFromItsOwn() {
        List<String> running = List.of("-Xmx1g", "-XX:SharedArchiveFile=/a b.jsa", "-Dx=-XX:SharedArchiveFile=");
        assertThat(Jvm.current(List.of()).classData(running)).containsExactly("-XX:SharedArchiveFile=/a b.jsa");
        assertThat(Jvm.current(List.of("-Da=b")).classData(running)).hasSize(1);
        assertThat(Jvm.current(List.of("-XX:+UseZGC")).classData(running))
                .as("which an archive may not fit")
                .isEmpty();
        assertThat(Jvm.of("/other/bin/java", 25, List.of()).classData(running)).isEmpty();
    }

    @Test
    void exchangesThatSleepHaveLongerIterationsWhereIntervalsAreToBeNarrow() {
        RunOptions narrow = built(b -> b.plan(new RunOptions.Plan(1, 0, 0.1, Shard.WHOLE)));
        long usual = narrow.effort().iterationMillis();
        assertThat(narrow.iterationMillis(9_000)).isEqualTo(usual);
        assertThat(narrow.iterationMillis(11_000)).isEqualTo(3 * usual);
        assertThat(built(b -> b).iterationMillis(11_000)).isEqualTo(usual);
    }

    /** The default charset of JDK 17 is the locale's, ASCII where none is set. */
    @Test
    void everyJvmReadsAndWritesUtf8() {
        assertThat(Jvm.of("java", 17, List.of()).args()).contains("-Dfile.encoding=UTF-8");
        assertThat(Jvm.of("java", 18, List.of()).args()).doesNotContain("-Dfile.encoding=UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7, 7, 7",
        "0.05, 1000, 1000, 1050",
        "0.05, 50, 60, 63",
        "0.05, 1, 20, 21",
        "0.1, 20, 20, 22",
        "1, 3, 3, 6",
        "0.03, 100, 100, 103"
    })
    void aHandicapIsWholeOperations(double handicap, int n, int counted, int done) {
        RunOptions options = new LockstepOptionsBuilder().handicap(handicap).build();
        assertThat(options.counted(n)).isEqualTo(counted);
        assertThat(options.done(counted)).isEqualTo(done);
    }
}
