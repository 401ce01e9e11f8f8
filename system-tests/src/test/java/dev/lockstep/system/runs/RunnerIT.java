package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.Compiled;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Benchmarks of somebody else's, beside ours, and his program that measures through the Java API, with nothing of ours on its class path but
 * harness and communicators.
 */
@Tag("runs")
@Timeout(220)
class RunnerIT {
    private static final String BENCHMARKS = """
            package org.other;
            import dev.lockstep.harness.*;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Thread) @BenchmarkMode(Mode.SingleShotTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
            public class Mine {
                @Param({"7", "8"}) int lucky;
                @Benchmark public int meet(Synchronised sync, Rank rank) {
                    rank.comm().barrier();
                    return rank.rank() + lucky;
                }
                @Benchmark public void fail(Rank rank) {
                    if (rank.rank() == 1) throw new IllegalStateException("the dog ate it");
                    rank.comm().barrier();
                }
            }
            """;

    private static final String PLAIN = """
            package org.other;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Thread) @BenchmarkMode(Mode.AverageTime) @OutputTimeUnit(TimeUnit.NANOSECONDS)
            public class MinePlain {
                double x = Math.PI;
                @Benchmark public double log() { return Math.log(x); }
            }
            """;

    /** Arguments: folder, benchmark, communicators. Uses JMH's own runner first, as a program that compares would. */
    private static final String PROGRAM = """
            package org.other;
            import dev.lockstep.harness.execute.LockstepRunner;
            import dev.lockstep.harness.run.*;
            import java.nio.file.Path;
            import java.util.Collection;
            import org.openjdk.jmh.results.RunResult;
            import org.openjdk.jmh.runner.Runner;
            import org.openjdk.jmh.runner.options.*;
            public class Compare {
                public static void main(String[] args) throws Exception {
                    new Runner(new OptionsBuilder().include("Mine.meet").forks(0).threads(2).param("lucky", "7")
                        .warmupIterations(0).measurementIterations(1).build()).run();
                    try {
                        RunOptions options = new LockstepOptionsBuilder()
                            .include(args[1]).comm(args[2].split(",")).ranks(2).param("lucky", "7")
                            .forks(2).warmupIterations(1).measurementIterations(2)
                            .iterationTime(TimeValue.milliseconds(10)).timeout(TimeValue.seconds(120))
                            .jvmArgs("-XX:TieredStopAtLevel=1")
                            .output(Path.of(args[0])).build();
                        print(new LockstepRunner(options).run());
                    } catch (FailedCellsException e) {
                        System.out.println(e.getMessage());
                        print(e.summary().results());
                        System.exit(e.summary().exitCode());
                    } catch (UsageException e) {
                        System.out.println("usage: " + e.getMessage());
                        System.exit(2);
                    }
                }
                private static void print(Collection<RunResult> results) {
                    for (RunResult r : results) {
                        System.out.println("RESULT " + r.getParams().getBenchmark() + " " + r.getParams().getParam("comm")
                            + " " + r.getPrimaryResult().getStatistics().getN() + " " + r.getPrimaryResult().getScore());
                    }
                }
            }
            """;

    @TempDir
    static Path scratch;

    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        classes = Compiled.to(scratch, Compiled.BENCHMARKS, BENCHMARKS, PLAIN, PROGRAM);
    }

    private static LockstepJar outsider() {
        List<String> entries = new ArrayList<>(List.of(classes.toString()));
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(e -> !e.contains("-benchmarks") && !e.contains("/reports/"))
                .filter(e -> !e.contains("/jmh-collectives/")
                        && !e.contains("/jmh-transports/")
                        && !e.contains("/jmh-serialization/"))
                .forEach(entries::add);
        return new LockstepJar(scratch).insteadOn(entries);
    }

    private static LockstepJar.Outcome compare(int exit, LockstepJar jar, Path out, String which, String comms)
            throws IOException, InterruptedException {
        return jar.run("org.other.Compare", out.toString(), which, comms).exits(exit);
    }

    private static List<String> results(LockstepJar.Outcome outcome) {
        return outcome.out().lines().filter(l -> l.startsWith("RESULT ")).toList();
    }

    @Test
    void itsResultsAreJmhsOwnAndThoseOfTheFile() throws IOException, InterruptedException {
        Path out = scratch.resolve("good");
        LockstepJar.Outcome outcome = compare(0, outsider(), out, "Mine.meet", "local,openmpi");
        List<String> written = new ArrayList<>();
        for (JsonNode entry : LockstepJar.results(out)) {
            // Two forks of two iterations on two ranks.
            written.add("RESULT org.other.Mine.meet " + entry.at("/params/comm").asText() + " 4 "
                    + entry.at("/primaryMetric/score").asDouble());
        }
        assertThat(written).hasSize(2);
        assertThat(results(outcome)).isEqualTo(written);
        assertThat(out.resolve("ranks.csv")).isNotEmptyFile();
        assertThat(out.resolve("environment.json")).isNotEmptyFile();
        assertThat(Files.readString(out.resolve("journal.jsonl"))).contains("\"exit\":0");
        assertThat(outcome.err()).as("the API says nothing by itself").doesNotContain("lockstep", "pilot", "[1/");
    }

    @Test
    void aFailedCellIsAnExceptionThatHasTheResultsOfTheOthers() throws IOException, InterruptedException {
        Path out = scratch.resolve("bad");
        LockstepJar.Outcome outcome = compare(1, outsider(), out, "Mine[.]", "openmpi");
        assertThat(outcome.out())
                .contains(
                        "1 of 2 cells failed", out.toString(), "Mine.fail ss comm=openmpi lucky=7 ranks=2 threads=1: ")
                .containsPattern("rank 1.*the dog ate it");
        assertThat(results(outcome)).singleElement().asString().startsWith("RESULT org.other.Mine.meet openmpi 4 ");
    }

    @Test
    void whatCannotBeRunIsRefusedBeforeAnythingIsStarted() throws IOException, InterruptedException {
        Path out = scratch.resolve("refused");
        LockstepJar.Outcome without = compare(2, outsider().withoutMpi(), out, "Mine.meet", "local,openmpi");
        assertThat(without.out()).contains("usage: comm openmpi cannot be used here", "mpirun was not found");
        LockstepJar.Outcome unknown = compare(2, outsider(), out, "Mine.meet", "nosuch");
        assertThat(unknown.out()).contains("usage: no communicator is called 'nosuch'");
        assertThat(out).doesNotExist();
    }

    @Test
    void theyRunBesideOurs() throws IOException, InterruptedException {
        Path out = scratch.resolve("beside");
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .with(classes)
                .exits(
                        0,
                        "run Mine.meet MinePlain Barrier --comm local -p lucky=8 --forks 1 --warmup 1 --iterations 1"
                                + " --iteration-time 10ms --placement all --out " + out);
        assertThat(LockstepJar.results(out))
                .extracting(entry -> entry.get("benchmark").asText() + " "
                        + entry.get("mode").asText() + " " + entry.get("params"))
                .containsExactlyInAnyOrder(
                        "org.other.Mine.meet ss {\"comm\":\"local\",\"lucky\":\"8\",\"ranks\":\"2\"}",
                        "org.other.MinePlain.log avgt null",
                        "dev.lockstep.collectives.BarrierBenchmark.barrier ss {\"comm\":\"local\",\"late\":\"none\",\"ranks\":\"2\","
                                + "\"sync\":\"dissemination\"}");
        assertThat(outcome.out())
                .containsPattern("Mine.meet\\(lucky=8\\) +local +2 +[\\d.,]+")
                .containsPattern("MinePlain.log +- +- +[\\d.,]+");
    }
}
