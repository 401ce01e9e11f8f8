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
import org.junit.jupiter.api.Test;

class BenchSuiteTest {
    private static final List<Benchmark> ALL = Catalog.discover().find(List.of());

    private static List<Cell> cells(BenchSuite suite) {
        List<Cell> cells = new ArrayList<>();
        for (BenchSuite.Selection part : suite.parts()) {
            LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                    .comm("local", "openmpi")
                    .ranks(suite.ranks().toArray(Integer[]::new))
                    .threads(part.threads().toArray(Integer[]::new));
            part.params().forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
            cells.addAll(Matrix.cells(part.benchmarks(), options.build()));
        }
        return cells;
    }

    @Test
    void everyBenchmarkIsInTheSuiteAndOnlyThoseOfContentionHaveSeveralThreads() {
        for (BenchSuite suite : List.of(BenchSuite.quick(ALL), BenchSuite.full(ALL))) {
            List<Cell> cells = cells(suite);
            assertThat(cells).doesNotHaveDuplicates();
            assertThat(cells.stream().map(Cell::benchmark).distinct()).containsExactlyInAnyOrderElementsOf(ALL);
            assertThat(cells)
                    .filteredOn(c -> c.layout().threadsPerRank() > 1)
                    .isNotEmpty()
                    .allSatisfy(c -> assertThat(c.benchmark().shortName())
                            .matches("ContentionBenchmark.exchange|ContendedBenchmark.(encode|decode)"));
        }
    }

    @Test
    void theQuickSuiteIsQuick() {
        List<Cell> cells = cells(BenchSuite.quick(ALL));
        BenchSuite.leaveOutOfQuick(cells);
        assertThat(cells).hasSizeLessThanOrEqualTo(68);
        assertThat(cells)
                .filteredOn(c -> c.params().containsKey("transport"))
                .extracting(c -> c.benchmark().shortName() + " " + c.params().get("transport"))
                .containsOnly(
                        "TransportPingPongBenchmark.pingPong shm",
                        "TransportPingPongBenchmark.pingPong socket",
                        "TransportPingPongBenchmark.pingPong socket-open-close");
    }

    @Test
    void aSuiteOfOneBenchmarkHasOnePart() {
        List<Benchmark> contention = Catalog.discover().find(List.of("benchmarks.Contention"));
        assertThat(BenchSuite.quick(contention).parts()).hasSize(1);
        assertThat(BenchSuite.full(Catalog.discover().find(List.of("Barrier"))).parts())
                .hasSize(1);
        assertThat(cells(BenchSuite.quick(Catalog.discover().find(List.of("Barrier")))))
                .hasSize(2);
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
