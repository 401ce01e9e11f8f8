package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.Compiled;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Benchmarks of somebody else's, in a jar before ours on the class path: good ones, and ones that go wrong on one rank. */
@Tag("environments")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class OutsiderIT {
    private static final String IMPORTS = """
            package org.other;
            import dev.lockstep.harness.*;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            """;

    private static final String RANKED = IMPORTS + """
            @State(Scope.Thread) @BenchmarkMode(Mode.SingleShotTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
            public class MineInRanks {
                @Param({"7", "8"}) int lucky;
                @Benchmark public int meet(Synchronised sync, Rank rank) {
                    rank.comm().barrier();
                    return rank.rank() + lucky;
                }
            }
            """;

    private static final String PLAIN = IMPORTS + """
            @State(Scope.Thread) @BenchmarkMode(Mode.AverageTime) @OutputTimeUnit(TimeUnit.NANOSECONDS)
            public class MinePlain {
                double x = Math.PI;
                @Benchmark public double log() { return Math.log(x); }
            }
            """;

    /** Goes wrong in the pilot, or in the launch that measures. */
    private static final String BROKEN = IMPORTS + """
            @State(Scope.Thread) @BenchmarkMode(Mode.SingleShotTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
            public class Broken {
                @Param({"pilot", "fork"}) String in;
                boolean now;
                @Setup public void find() {
                    now = System.getProperty("sun.java.command").endsWith(" pilot") == in.equals("pilot");
                }
                @Benchmark public void byException(Rank rank) {
                    if (now && rank.rank() == 1) throw new IllegalStateException("the dog <ate> it in the " + in + "\\033[31m");
                    rank.comm().barrier();
                }
                @Benchmark public void byExit(Rank rank) {
                    if (now && rank.rank() == 1) System.exit(3);
                    rank.comm().barrier();
                }
            }
            """;

    private static final String[] SHORT = {
        "--forks", "1", "--warmup", "1", "--iterations", "1", "--iteration-time", "10ms"
    };

    @TempDir
    static Path scratch;

    private static Path jar;

    @BeforeAll
    static void compile() throws IOException {
        Path classes = Compiled.to(
                scratch, List.of("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor"), RANKED, PLAIN, BROKEN);
        assertThat(classes.resolve("META-INF/BenchmarkList")).isNotEmptyFile();
        jar = scratch.resolve("mine.jar");
        int exit = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        assertThat(exit).isZero();
    }

    private static LockstepJar.Outcome run(Path out, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(SHORT));
        all.addAll(List.of("--out", out.toString()));
        return new LockstepJar(scratch).with(jar).lockstep(all.toArray(String[]::new));
    }

    private static List<String> measured(Path out) throws IOException {
        List<String> cells = new ArrayList<>();
        for (JsonNode entry : LockstepJar.results(out)) {
            assertThat(entry.at("/primaryMetric/score").asDouble()).isPositive();
            cells.add(entry.get("benchmark").asText() + " " + entry.get("mode").asText() + " " + entry.get("params"));
        }
        return cells;
    }

    @Test
    void ranSideBySideWithOurs() throws IOException, InterruptedException {
        Path out = scratch.resolve("good");
        LockstepJar.Outcome outcome = run(out, "run", "Mine", "Barrier", "--comm", "local", "-p", "lucky=8");
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(measured(out))
                .containsExactlyInAnyOrder(
                        "org.other.MineInRanks.meet ss {\"comm\":\"local\",\"lucky\":\"8\",\"ranks\":\"2\"}",
                        "org.other.MinePlain.log avgt null",
                        "dev.lockstep.collectives.BarrierBenchmark.barrier ss {\"comm\":\"local\",\"ranks\":\"2\"}");
        assertThat(outcome.out())
                .containsPattern("MineInRanks.meet\\(lucky=8\\) +local +2 +[\\d.,]+")
                .containsPattern("MinePlain.log +- +- +[\\d.,]+");
    }

    @Test
    void aRankThatGoesWrongFailsItsCellAndNoOther() throws IOException, InterruptedException {
        Path out = scratch.resolve("broken");
        String token = "-Dlockstep.test=" + java.util.UUID.randomUUID();
        LockstepJar.Outcome outcome = run(
                out,
                "run",
                "Broken",
                "Mine",
                "--comm",
                "openmpi",
                "--ranks",
                "2",
                "-p",
                "lucky=7",
                "--jvm-args",
                token);
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
        assertThat(LockstepJar.processesWith(token)).isEmpty();
        assertThat(measured(out))
                .containsExactlyInAnyOrder(
                        "org.other.MineInRanks.meet ss {\"comm\":\"openmpi\",\"lucky\":\"7\",\"ranks\":\"2\"}",
                        "org.other.MinePlain.log avgt null");
        String summary = Files.readString(out.resolve("summary.md"));
        String report = ReportText.of(out);
        for (String in : List.of("pilot", "fork")) {
            assertThat(outcome.out())
                    .containsPattern("Broken.byException\\(in=" + in + "\\) +openmpi +2 +- .*failed")
                    .containsPattern("Broken.byExit\\(in=" + in + "\\) +openmpi +2 +- .*failed")
                    .containsPattern("FAILED .*[Ee]xception.*in=" + in + ".*rank 1.*the dog <ate> it in the " + in)
                    .containsPattern("FAILED .*[Ee]xit.*in=" + in + ".*rank 1");
            assertThat(summary)
                    .containsPattern("failed.*exception.*in=" + in + ".*rank 1.*the dog &lt;ate&gt; it in the " + in)
                    .containsPattern("failed.*exit.*in=" + in + ".*rank 1");
            assertThat(report)
                    .containsPattern("failed.*exception.*in=" + in + ".*rank 1.*the dog <ate> it in the " + in)
                    .containsPattern("failed.*exit.*in=" + in + ".*rank 1");
        }
        assertThat(outcome.err()).contains("2 of 6 cells measured", "4 FAILED");
        JournalLines.assertFailedOn(out, 1, 4);
    }

    @Test
    void aThreadRankThatThrowsDoesNotHoldUpTheOthers() throws IOException, InterruptedException {
        Path out = scratch.resolve("threads");
        LockstepJar.Outcome outcome =
                run(out, "run", "Broken.byException", "MineIn", "--comm", "local", "-p", "lucky=7", "-p", "in=pilot");
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
        assertThat(outcome.out()).contains("the dog <ate> it in the pilot");
        assertThat(outcome.err()).contains("FAILED Broken.byException", "the dog <ate> it in the pilot?[31m");
        assertThat(outcome.out() + outcome.err()).doesNotContain("\u001b");
        assertThat(measured(out)).singleElement().asString().startsWith("org.other.MineInRanks.meet");
    }
}
