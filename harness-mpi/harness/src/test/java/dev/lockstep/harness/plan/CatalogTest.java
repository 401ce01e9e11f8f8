package dev.lockstep.harness.plan;

import static dev.lockstep.harness.Thrown.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.run.Benchmark;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkList;

/** The sample benchmarks of the tests, and those of outsiders, good and bad, that are compiled on the spot, as their authors would. */
class CatalogTest {
    private static final String SAMPLES = "dev.lockstep.harness.samples.";

    private static final List<String> SOURCES = List.of("""
            @RequiresCapability(dev.lockstep.comm.Capability.REDUCE)
            @Counts(by = Counts.OSU, small = 7, large = 3)
            @State(Scope.Thread) public class Good {
              @Param({"1", "2"}) public int x;
              @Benchmark @OperationsPerInvocation(40) @Measurement(batchSize = 20)
              @Reported(section = "mine", stage = "half") public void twice(Synchronised s, Rank r) {}
              @Benchmark public void plain() {}
              @Benchmark public void holed(org.openjdk.jmh.infra.Blackhole b, Synchronised s, Rank r) {}
            }""", """
            public class Renamed extends Good {}""", """
            public class Modes {
              @BenchmarkMode({Mode.Throughput, Mode.AverageTime}) @Benchmark public void two() {}
              @BenchmarkMode(Mode.All) @Benchmark public void all() {}
              @BenchmarkMode({Mode.Throughput, Mode.AverageTime}) @Benchmark public void ranked(Rank r) {}
            }""", """
            @RequiresThreadLevel(dev.lockstep.comm.spi.ThreadLevel.SERIALIZED) public class Level {
              @Benchmark public int turns(Rank rank) { return 1; }
            }""", """
            @Scored(Scored.Ranks.FIRST) public class Served {
              @Benchmark @Reference("x") public void served(Rank r) {}
            }""", """
            public class Bad {
              @Benchmark public void late(Rank r, Synchronised s) {}
              @Benchmark public void both(Synchronised sync, Rank rank, OpTimes times) { times.mark(); }
              @Benchmark @OperationsPerInvocation(30) @Measurement(batchSize = 20) public void odd(Rank r) {}
              @Benchmark @OperationsPerInvocation(3) @Measurement(batchSize = 2) public void plain() {}
            }""", """
            @State(Scope.Thread) public class Declares {
              @Param("2") public int ranks;
              @Benchmark public void ranked(Rank r) {}
              @Benchmark public void plain() {}
            }""", """
            public class Elsewhere {
              @State(Scope.Thread) public static class More { @Param("local") public String comm; }
              @Benchmark public void b(Rank r, More m) {}
            }""");

    @TempDir
    static Path folder;

    private static final Catalog SAMPLE = Catalog.discover();
    private static Catalog outsiders;

    @BeforeAll
    static void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "-processor",
                "org.openjdk.jmh.generators.BenchmarkProcessor",
                "-d",
                folder.toString()));
        for (String source : SOURCES) {
            Path file = folder.resolve(source.replaceFirst("(?s).*?public class (\\w+).*", "$1.java"));
            arguments.add(file.toString());
            Files.writeString(
                    file,
                    "package org.other;\nimport dev.lockstep.harness.*;\nimport org.openjdk.jmh.annotations.*;\n"
                            + source);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .as("exit code of the compiler")
                .isZero();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            outsiders = Catalog.of(BenchmarkList.fromFile(
                    folder.resolve("META-INF/BenchmarkList").toString()));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Benchmark only(Catalog catalog, String pattern) {
        List<Benchmark> found = catalog.find(List.of(pattern));
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void benchmarksAreListedWithWhatARunNeeds() {
        assertThat(SAMPLE.all()).extracting(Benchmark::name).noneMatch(n -> n.contains("Floor"));
        Benchmark broadcast = only(SAMPLE, "GoodBenchmark.broadcast");
        assertThat(broadcast.name()).isEqualTo(SAMPLES + "GoodBenchmark.broadcast");
        assertThat(broadcast.shortName()).isEqualTo("GoodBenchmark.broadcast");
        assertThat(broadcast.ranked()).isTrue();
        assertThat(broadcast.synchronised()).isTrue();
        assertThat(broadcast.timed()).isTrue();
        assertThat(broadcast.operationsPerCall()).isEqualTo(1);
        assertThat(broadcast.params()).containsOnlyKeys("bytes").containsEntry("bytes", List.of("8"));
        assertThat(broadcast.inPairs()).isEmpty();
        assertThat(broadcast.scored()).isEqualTo(Scored.Ranks.ALL);
        assertThat(broadcast.threadLevel()).isEmpty();
        Benchmark continuous = only(SAMPLE, "GoodBenchmark.continuous");
        assertThat(continuous.ranked()).isTrue();
        assertThat(continuous.synchronised()).isFalse();
        assertThat(continuous.timed()).isFalse();
        Optional<CommunicatorProvider> local = Optional.of(new LocalProvider());
        assertThat(broadcast.synchronisation(local)).isNotEqualTo(continuous.synchronisation(local));
        Benchmark marked = only(SAMPLE, "StragglerBenchmark.marksTwice");
        assertThat(marked.synchronised()).isFalse();
        assertThat(marked.timed()).isTrue();
    }

    @Test
    void aBenchmarkSaysMoreOfItselfByAnnotations() {
        Benchmark twice = only(outsiders, "Good.twice");
        assertThat(twice.operationsPerCall()).isEqualTo(2);
        assertThat(twice.params()).containsEntry("x", List.of("1", "2"));
        assertThat(twice.reported()).hasValueSatisfying(reported -> {
            assertThat(reported.section()).isEqualTo("mine");
            assertThat(reported.stage()).isEqualTo("half");
        });
        assertThat(twice.capabilities()).containsExactly(Capability.REDUCE);
        assertThat(twice.counts()).singleElement().satisfies(counts -> {
            assertThat(counts.by()).isEqualTo(Counts.OSU);
            assertThat(counts.limit()).isEqualTo(8192);
            assertThat(counts.small()).isEqualTo(7);
            assertThat(counts.large()).isEqualTo(3);
        });
        assertThat(only(outsiders, "Good.plain").ranked()).isFalse();
        assertThat(only(outsiders, "Good.plain").reported()).isEmpty();
        assertThat(only(outsiders, "Good.holed").synchronised()).isTrue();
        assertThat(only(outsiders, "turns").threadLevel()).hasValue(ThreadLevel.SERIALIZED);
        assertThat(only(SAMPLE, "PairsBenchmark").inPairs()).isPresent();
        assertThat(only(SAMPLE, "ServedBenchmark").scored()).isEqualTo(Scored.Ranks.EVEN);
    }

    @Test
    void aBenchmarkUnderAnotherNameIsTakenByThatNameAlone() {
        assertThat(outsiders.find(List.of("twice")))
                .extracting(Benchmark::shortName)
                .containsExactly("Good.twice");
        assertThat(outsiders.find(List.of("Renamed.tw")))
                .extracting(Benchmark::shortName)
                .containsExactly("Renamed.twice");
        assertThat(outsiders.all()).extracting(Benchmark::shortName).contains("Renamed.twice");
    }

    @Test
    void anUnknownBenchmarkIsRefusedWithThoseThereAre() {
        assertRefused(
                () -> SAMPLE.find(List.of("GoodBenchmark", "nosuch")), "'nosuch'", SAMPLES + "GoodBenchmark.broadcast");
        assertRefused(() -> SAMPLE.find(List.of("(")), "not a regular expression");
    }

    /** A benchmark without ranks must not declare their parameters either: they would be taken away from it in silence. */
    @ParameterizedTest
    @CsvSource({
        "Bad.late, org.other.Bad.late, Synchronised must be the first state",
        "Bad.both, both Synchronised and OpTimes, leave OpTimes out",
        "Bad.odd, org.other.Bad.odd, must be a multiple",
        "Declares.ranked, org.other.Declares, declares a @Param 'ranks'",
        "Declares.plain, org.other.Declares, declares a @Param 'ranks'",
        "Elsewhere.b, More, declares a @Param 'comm'",
        "Served.served, org.other.Served, both @Scored and @Reference"
    })
    void whatCannotBeMeasuredIsRefusedByName(String pattern, String where, String why) {
        assertRefused(() -> outsiders.find(List.of(pattern)), where, why);
    }

    /** A bad neighbour costs nobody else anything, and is listed. */
    @Test
    void onlyWhoIsSelectedIsRefused() {
        assertThat(outsiders.find(List.of("Bad.plain"))).hasSize(1);
        assertThat(outsiders.all()).extracting(Benchmark::name).contains("org.other.Bad.late");
    }

    @Test
    void eachModeIsABenchmarkOfItsOwnUnlessRanksRunIt() {
        assertThat(outsiders.find(List.of("Modes.two")))
                .extracting(Benchmark::modeLabel)
                .containsExactly("thrpt", "avgt");
        assertThat(outsiders.find(List.of("Modes.all")))
                .extracting(Benchmark::modeLabel)
                .containsExactlyInAnyOrder("thrpt", "avgt", "sample", "ss");
        assertThat(outsiders.find(List.of("Modes.ranked")))
                .extracting(Benchmark::modeLabel)
                .containsExactly("ss");
    }
}
