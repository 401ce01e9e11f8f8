package dev.lockstep.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.plan.Catalog;
import dev.lockstep.harness.plan.Matrix;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BenchSuiteTest {
    private static final List<Benchmark> ALL = Catalog.discover().find(List.of());

    private static List<Cell> cells(BenchSuite suite) {
        List<Cell> cells = new ArrayList<>();
        for (BenchSuite.Selection part : suite.parts()) {
            LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                    .comm(part.comms().toArray(String[]::new))
                    .ranks(2)
                    .threads(part.threads().toArray(Integer[]::new));
            part.params().forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
            cells.addAll(Matrix.cells(part.benchmarks(), options.build()));
        }
        return cells;
    }

    @Test
    void theStoryHasFourteenCells() {
        assertThat(cells(BenchSuite.story(ALL, BenchSuite.STORY)))
                .extracting(c -> c.benchmark().shortName().replaceAll("Benchmark.*", "") + " "
                        + c.layout().comm() + new TreeMap<>(c.params()).values())
                .containsExactlyInAnyOrder(
                        "PingPong local[direct, 64]",
                        "PingPong c[direct, 64]",
                        "PingPong ffm[direct, 64]",
                        "PingPong openmpi[direct, 64]",
                        "TransportPingPong none[direct, 64, plain, blocking, send, shm]",
                        "TransportPingPong none[direct, 64, plain, blocking, send, socket]",
                        "TransportPingPong none[direct, 64, plain, blocking, send, socket-open-close]",
                        "RoundTrip -[json-string, ping]",
                        "RoundTrip -[kryo, ping]",
                        "EncodeSendDecode none[json-string, plain, ping, socket]",
                        "AllReduce local[library, direct, 64, false, none, sum, same, dissemination, float]",
                        "AllReduce c[library, direct, 64, false, none, sum, same, dissemination, float]",
                        "AllReduce ffm[library, direct, 64, false, none, sum, same, dissemination, float]",
                        "AllReduce openmpi[library, direct, 64, false, none, sum, same, dissemination, float]");
    }

    @Test
    void withoutMpiTheStoryIsToldOfOneJvmAndOfProcesses() {
        assertThat(cells(BenchSuite.story(ALL, List.of("local"))))
                .hasSize(8)
                .allSatisfy(c -> assertThat(c.layout().comm()).matches("local|none|-"));
    }

    /** JDK 17 has no {@code java.lang.foreign}. */
    @Test
    void withoutFfmTheStoryIsToldByTheOthers() {
        assertThat(cells(BenchSuite.story(ALL, List.of("local", "c", "openmpi"))))
                .hasSize(12)
                .extracting(c -> c.layout().comm())
                .contains("local", "c", "openmpi", "none");
    }

    @Test
    void everyBenchmarkIsInTheFullSuiteAndOnlyThoseOfContentionHaveSeveralThreads() {
        List<Cell> cells = cells(BenchSuite.full(ALL, List.of("local", "openmpi")));
        assertThat(cells).doesNotHaveDuplicates();
        assertThat(cells.stream().map(Cell::benchmark).distinct()).containsExactlyInAnyOrderElementsOf(ALL);
        assertThat(cells)
                .filteredOn(c -> c.layout().threadsPerRank() > 1)
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c.benchmark().shortName())
                        .matches("ContentionBenchmark.exchange|ContendedBenchmark.(encode|decode)"));
        BenchSuite.leaveOutOfFull(cells);
        assertThat(cells).hasSizeLessThanOrEqualTo(92);
    }

    @Test
    void aSuiteOfOneBenchmarkHasOnePart() {
        List<Benchmark> contention = Catalog.discover().find(List.of("benchmarks.Contention"));
        assertThat(BenchSuite.full(contention, List.of("local")).parts()).hasSize(1);
        assertThat(BenchSuite.story(contention, List.of("local")).parts()).isEmpty();
    }

    @Test
    void severalThreadsAreLeftOutWhereThereAreTooFewCoresAndOneIsNot() {
        Benchmark contention =
                Catalog.discover().find(List.of("benchmarks.Contention")).get(0);
        int many = Cores.usable();
        List<Cell> cells = new ArrayList<>();
        for (String bytes : List.of("16", "64")) {
            for (int threads : new int[] {1, many}) {
                RankLayout layout = RankLayout.of(new LocalProvider(), many + 1, threads);
                cells.add(new Cell(contention, Map.of("bytes", bytes), layout));
            }
            cells.add(new Cell(contention, Map.of("bytes", bytes), RankLayout.of(new LocalProvider(), 1, many)));
        }
        List<Cell> before = List.copyOf(cells);
        List<LeftOut> leftOut = BenchSuite.leaveOutOversubscribedThreads(cells);
        assertThat(cells)
                .isSubsetOf(before)
                .allSatisfy(c -> assertThat(
                                c.layout().threadsPerRank() == 1 || !c.layout().oversubscribed())
                        .isTrue());
        if (many > 1) {
            assertThat(cells).hasSize(4);
            assertThat(leftOut).singleElement().satisfies(what -> {
                assertThat(what.what())
                        .isEqualTo("ContentionBenchmark.exchange, " + (many + 1) + " ranks of " + many + " threads");
                assertThat(what.reason())
                        .isEqualTo("it takes " + (many + 1) * many + " cores, and " + many + " can be used here");
                assertThat(what.remedy()).contains("lockstep run ContentionBenchmark --threads " + many);
            });
        }
    }
}
