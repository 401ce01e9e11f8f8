package dev.lockstep.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.BenchmarkList;

/** The sample benchmarks of the tests, and bad ones that are compiled on the spot, as their author would. */
@Timeout(60)
class CatalogTest {
    private static final String SAMPLES = "dev.lockstep.harness.samples.";

    @TempDir
    Path folder;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** A benchmark class whose body is given. */
    private Catalog discoverWith(String body) throws IOException {
        return discoverWith("", body);
    }

    private Catalog discoverWith(String annotation, String body) throws IOException {
        Path source = folder.resolve("Outsider.java");
        Files.writeString(
                source,
                "package org.other;\n"
                        + "import dev.lockstep.harness.*;\n"
                        + "import org.openjdk.jmh.annotations.*;\n"
                        + annotation + " @State(Scope.Thread) public class Outsider {\n" + body + "\n}\n");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-processor",
                        "org.openjdk.jmh.generators.BenchmarkProcessor",
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(failed).as("exit code of the compiler").isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            return Catalog.of(BenchmarkList.fromFile(
                    folder.resolve("META-INF/BenchmarkList").toString()));
        }
    }

    @Test
    void benchmarksAreListedWithWhatARunNeeds() {
        Catalog catalog = Catalog.discover();
        assertThat(catalog.all()).extracting(Benchmark::name).noneMatch(n -> n.contains("Floor"));
        Benchmark broadcast = catalog.find(List.of("GoodBenchmark.broadcast")).get(0);
        assertThat(broadcast.name()).isEqualTo(SAMPLES + "GoodBenchmark.broadcast");
        assertThat(broadcast.shortName()).isEqualTo("GoodBenchmark.broadcast");
        assertThat(broadcast.ranked()).isTrue();
        assertThat(broadcast.synchronised()).isTrue();
        assertThat(broadcast.operationsPerCall()).isEqualTo(1);
        assertThat(broadcast.params()).containsOnlyKeys("bytes").containsEntry("bytes", List.of("8"));
        Benchmark continuous = catalog.find(List.of("GoodBenchmark.continuous")).get(0);
        assertThat(continuous.ranked()).isTrue();
        assertThat(continuous.synchronised()).isFalse();
        Optional<CommunicatorProvider> local = Optional.of(new LocalProvider());
        assertThat(broadcast.synchronisation(local)).isNotEqualTo(continuous.synchronisation(local));
        assertThat(broadcast.timed()).isTrue();
        assertThat(continuous.timed()).isFalse();
        Benchmark marked =
                catalog.find(List.of("StragglerBenchmark.marksTwice")).get(0);
        assertThat(marked.synchronised()).isFalse();
        assertThat(marked.timed()).isTrue();
    }

    @Test
    void aBenchmarkThatWouldTimeItsOperationsTwiceIsRefused() throws IOException {
        Catalog catalog = discoverWith(
                "@Benchmark public void both(Synchronised sync, Rank rank, OpTimes times) { times.mark(); }");
        assertThatThrownBy(() -> catalog.find(List.of("Outsider.both")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("both Synchronised and OpTimes")
                .hasMessageContaining("leave OpTimes out");
    }

    @Test
    void anUnknownBenchmarkIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> Catalog.discover().find(List.of("GoodBenchmark", "nosuch")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'nosuch'")
                .hasMessageContaining(SAMPLES + "GoodBenchmark.broadcast");
        assertThatThrownBy(() -> Catalog.discover().find(List.of("(")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("not a regular expression");
    }

    @Test
    void aBenchmarkOfAnOutsiderIsListed() throws IOException {
        Catalog catalog = discoverWith("@Param({\"1\", \"2\"}) public int x;\n"
                + "@Benchmark @OperationsPerInvocation(40) @Measurement(batchSize = 20)"
                + " @Reported(section = \"mine\", stage = \"half\")"
                + " public void twice(Synchronised s, Rank r) {}\n"
                + "@Benchmark public void plain() {}");
        Benchmark twice = catalog.find(List.of("Outsider.twice")).get(0);
        assertThat(twice.operationsPerCall()).isEqualTo(2);
        assertThat(twice.params()).containsEntry("x", List.of("1", "2"));
        assertThat(twice.reported()).hasValueSatisfying(reported -> {
            assertThat(reported.section()).isEqualTo("mine");
            assertThat(reported.stage()).isEqualTo("half");
        });
        Benchmark plain = catalog.find(List.of("Outsider.plain")).get(0);
        assertThat(plain.ranked()).isFalse();
        assertThat(plain.reported()).isEmpty();
    }

    @Test
    void aClassSaysThatItsRanksExchangeInPairs() {
        Catalog catalog = Catalog.discover();
        assertThat(catalog.find(List.of("PairsBenchmark")).get(0).inPairs())
                .hasValueSatisfying(pairs -> assertThat(pairs.window()).isEqualTo(1));
        assertThat(catalog.find(List.of("GoodBenchmark.broadcast")).get(0).inPairs())
                .isEmpty();
    }

    @Test
    void aClassSaysWhichRanksAreScored() {
        Catalog catalog = Catalog.discover();
        assertThat(catalog.find(List.of("ServedBenchmark")).get(0).scored()).isEqualTo(Scored.Ranks.EVEN);
        assertThat(catalog.find(List.of("PairsBenchmark")).get(0).scored()).isEqualTo(Scored.Ranks.ALL);
    }

    @Test
    void whatHasACounterpartInCScoresAllRanks() {
        assertThatThrownBy(() -> discoverWith(
                                "@Scored(Scored.Ranks.FIRST)",
                                "@Benchmark @Reference(\"x\") public void served(Rank r) {}")
                        .find(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("both @Scored and @Reference");
    }

    @Test
    void synchronisedMustBeTheFirstState() {
        assertThatThrownBy(() -> discoverWith("@Benchmark public void late(Rank r, Synchronised s) {}")
                        .find(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("org.other.Outsider.late")
                .hasMessageContaining("Synchronised must be the first state");
    }

    @Test
    void otherArgumentsBeforeSynchronisedAreFine() throws IOException {
        Catalog catalog = discoverWith(
                "@Benchmark public void fine(org.openjdk.jmh.infra.Blackhole b, Synchronised s, Rank r) {}");
        assertThat(catalog.find(List.of("Outsider.fine")).get(0).synchronised()).isTrue();
    }

    @Test
    void ranksParametersMustNotBeDeclaredAgain() {
        assertThatThrownBy(() -> discoverWith("@Param(\"2\") public int ranks; @Benchmark public void b(Rank r) {}")
                        .find(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("org.other.Outsider declares a @Param 'ranks'");
    }

    @Test
    void notEvenInAnotherState() {
        assertThatThrownBy(() -> discoverWith("@State(Scope.Thread) public static class More"
                                + " { @Param(\"local\") public String comm; }\n"
                                + "@Benchmark public void b(Rank r, More m) {}")
                        .find(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("More declares a @Param 'comm'");
    }

    /** Without a Rank they would be taken away from the benchmark in silence. */
    @Test
    void norByABenchmarkWithoutRanks() {
        assertThatThrownBy(() -> discoverWith("@Param(\"2\") public int ranks; @Benchmark public void b() {}")
                        .find(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("declares a @Param 'ranks'");
    }

    @Test
    void operationsMustBeAMultipleOfTheBatch() {
        assertThatThrownBy(() -> discoverWith("@Benchmark @OperationsPerInvocation(30) @Measurement(batchSize = 20)"
                                + " public void b(Rank r) {}")
                        .find(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("must be a multiple");
    }

    /** A bad neighbour costs nobody else anything, and is listed. */
    @Test
    void onlyWhoIsSelectedIsRefused() throws IOException {
        Catalog catalog = discoverWith("@Benchmark public void late(Rank r, Synchronised s) {}\n"
                + "@Benchmark @OperationsPerInvocation(3) @Measurement(batchSize = 2) public void plain() {}");
        assertThat(catalog.find(List.of("plain"))).hasSize(1);
        assertThat(catalog.all()).hasSize(2);
    }

    @Test
    void eachModeIsABenchmarkOfItsOwnUnlessRanksRunIt() throws IOException {
        Catalog catalog = discoverWith(
                "@BenchmarkMode({Mode.Throughput, Mode.AverageTime}) @Benchmark public void two() {}\n"
                        + "@BenchmarkMode(Mode.All) @Benchmark public void all() {}\n"
                        + "@BenchmarkMode({Mode.Throughput, Mode.AverageTime}) @Benchmark public void ranked(Rank r) {}");
        assertThat(catalog.find(List.of("two")))
                .extracting(Benchmark::modeLabel)
                .containsExactly("thrpt", "avgt");
        assertThat(catalog.find(List.of("Outsider.all")))
                .extracting(Benchmark::modeLabel)
                .containsExactlyInAnyOrder("thrpt", "avgt", "sample", "ss");
        assertThat(catalog.find(List.of("ranked")))
                .extracting(Benchmark::modeLabel)
                .containsExactly("ss");
    }

    @Test
    void aClassSaysWhatThreadLevelItsOwnThreadsNeed() throws IOException {
        assertThat(Catalog.discover()
                        .find(List.of("GoodBenchmark.broadcast"))
                        .get(0)
                        .threadLevel())
                .isEmpty();
        Catalog declared = discoverWith(
                "@RequiresThreadLevel(dev.lockstep.comm.spi.ThreadLevel.SERIALIZED)",
                "@Benchmark public int turns(Rank rank) { return 1; }");
        assertThat(declared.find(List.of("turns")).get(0).threadLevel()).hasValue(ThreadLevel.SERIALIZED);
    }
}
