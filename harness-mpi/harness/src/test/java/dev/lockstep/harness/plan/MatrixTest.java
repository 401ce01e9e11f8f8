package dev.lockstep.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.rank.NoneProvider;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class MatrixTest {
    @Test
    void everyCombinationIsOneCell() {
        List<Cell> cells = Matrix.cells(
                List.of(Cells.SYNCHRONISED, Cells.CONTINUOUS),
                Cells.options(List.of("local", "openmpi"), List.of(2, 4), List.of(1, 2), Map.of()));
        assertThat(cells).hasSize(2 * 8 + 8).doesNotHaveDuplicates();
        assertThat(cells.stream().map(Cell::id))
                .doesNotHaveDuplicates()
                .contains(
                        "a.b.C.d ss bytes=64 comm=openmpi ranks=4 threads=2",
                        "a.b.C.d ss bytes=8 comm=local ranks=2 threads=1",
                        "a.b.C.e ss comm=local ranks=4 threads=1");
    }

    @Test
    void aBenchmarkWithoutRanksHasOneCellWhateverTheCommunicators() {
        List<Cell> cells = Matrix.cells(
                List.of(Cells.PLAIN),
                Cells.options(List.of("local", "openmpi"), List.of(2, 4), List.of(1, 3), Map.of()));
        assertThat(cells.stream().map(Cell::id))
                .containsExactly("a.b.C.f ss size=1 threads=1", "a.b.C.f ss size=1 threads=3");
        assertThat(cells.get(0).jmhParams()).containsOnlyKeys("size");
    }

    @Test
    void givenValuesReplaceTheBenchmarksOwn() {
        List<Cell> cells = Matrix.cells(
                List.of(Cells.SYNCHRONISED, Cells.CONTINUOUS),
                Cells.options(List.of("local"), List.of(2), List.of(1), Map.of("bytes", List.of("1", "2", "3"))));
        assertThat(cells).hasSize(4);
        assertThat(cells.get(2).params()).isEqualTo(Map.of("bytes", "3"));
        assertThat(cells.get(2).jmhParams()).isEqualTo(Map.of("bytes", "3", "comm", "local", "ranks", "2"));
    }

    @Test
    void anUnknownParameterIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> Matrix.cells(
                        List.of(Cells.SYNCHRONISED, Cells.PLAIN),
                        Cells.options(List.of("local"), List.of(2), List.of(1), Map.of("byte", List.of("1")))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'byte'")
                .hasMessageContaining("[bytes, size]");
    }

    @Test
    void commAndRanksAreNoParametersToBeGiven() {
        for (String name : List.of("comm", "ranks")) {
            assertThatThrownBy(() -> Matrix.cells(
                            List.of(Cells.SYNCHRONISED),
                            Cells.options(List.of("local"), List.of(2), List.of(1), Map.of(name, List.of("1")))))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("say --" + name);
        }
    }

    @Test
    void anUnknownCommunicatorIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> Matrix.cells(
                        List.of(Cells.SYNCHRONISED),
                        Cells.options(List.of("local", "nosuch"), List.of(2), List.of(1), Map.of())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'nosuch'")
                .hasMessageContaining("local, none, openmpi");
    }

    @Test
    void whatNeedsMessagesIsNotRunWhereThereAreNoneAndIsNamed() {
        List<Benchmark> both = List.of(Cells.SYNCHRONISED, Cells.OWN_TRANSPORT, Cells.PLAIN);
        RunOptions options = Cells.options(List.of("local", "none"), List.of(2), List.of(1), Map.of());
        assertThat(Matrix.cells(both, options).stream().map(Cell::id))
                .containsExactly(
                        "a.b.C.d ss bytes=8 comm=local ranks=2 threads=1",
                        "a.b.C.d ss bytes=64 comm=local ranks=2 threads=1",
                        "a.b.C.g ss comm=local ranks=2 threads=1",
                        "a.b.C.g ss comm=none ranks=2 threads=1",
                        "a.b.C.f ss size=1 threads=1");
        assertThat(Matrix.unfit(both, options)).singleElement().satisfies(left -> {
            assertThat(left.what()).isEqualTo("C.d on comm none");
            assertThat(left.reason()).contains("no message passing");
        });
        assertThat(Matrix.unfit(both, Cells.options(List.of("local"), List.of(2), List.of(1), Map.of())))
                .isEmpty();
    }

    @Test
    void aRunOfNothingButThatIsRefused() {
        assertThatThrownBy(() -> Matrix.cells(
                        List.of(Cells.SYNCHRONISED), Cells.options(List.of("none"), List.of(2), List.of(1), Map.of())))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("C.d on comm none", "no message passing", "@OwnTransport");
    }

    @Test
    void whatTheReferenceHasNoCounterpartOfIsLeftOutAndNamed() {
        Map<String, List<String>> params = Map.of("buffer", List.of("direct", "heap"));
        Benchmark plain = Cells.benchmark("a.b.C.h", true, false, params);
        Benchmark named = new Benchmark(
                plain.name(),
                plain.mode(),
                true,
                false,
                false,
                false,
                1,
                params,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of(new ReferenceKernel("ping-pong", TimeUnit.MICROSECONDS)),
                Optional.empty(),
                Optional.empty(),
                Scored.Ranks.ALL);
        RunOptions options = Cells.options(List.of("c", "local"), List.of(2), List.of(1, 2), Map.of());
        List<Benchmark> both = List.of(named, Cells.CONTINUOUS);
        assertThat(Matrix.cells(both, options).stream().map(Cell::id))
                .filteredOn(id -> id.contains("comm=c"))
                .containsExactly("a.b.C.h ss buffer=direct comm=c ranks=2 threads=1");
        assertThat(Matrix.unfit(both, options).stream().map(left -> left.what() + ": " + left.reason()))
                .containsExactly(
                        "C.e on comm c: the C reference has no kernel that does the same (@Reference names one)",
                        "C.h, in part, on comm c: the C reference has one thread per rank",
                        "C.h, in part, on comm c: C has no heap of a JVM: its buffers are compared with direct ones");
    }

    @Test
    void theRecordSaysWhoseBarrierItIs() {
        Benchmark synchronised = Cells.benchmark("a.b.C.h", true, true, Map.of());
        assertThat(new Cell(synchronised, Map.of(), Cells.local(2, 1)).synchronisation())
                .isEqualTo("barrier before each operation");
        assertThat(new Cell(synchronised, Map.of(), RankLayout.of(new NoneProvider(), 2, 1)).synchronisation())
                .isEqualTo("barrier of the relay before each operation");
    }

    @Test
    void cellsNameThemselvesForPeopleAndMachines() {
        Cell cell = new Cell(Cells.SYNCHRONISED, Map.of("z", "1", "bytes", "64"), Cells.local(4, 2));
        assertThat(cell.id()).isEqualTo("a.b.C.d ss bytes=64 comm=local ranks=4 z=1 threads=2");
        assertThat(cell.label()).isEqualTo("C.d bytes=64 z=1 local x4 x2 threads");
        assertThat(Cells.cell(Cells.PLAIN, Map.of("size", "1")).label()).isEqualTo("C.f size=1");
    }

    private static RunOptions levels(List<Integer> threads, Baseline versus, String... levels) {
        return new LockstepOptionsBuilder()
                .comm("local", "openmpi")
                .threads(threads.toArray(Integer[]::new))
                .threadLevel(levels)
                .versus(versus)
                .jvm(new Jvm("java", List.of()))
                .build();
    }

    @Test
    void severalThreadLevelsAreAParameterWhereThereIsAnMpi() {
        RunOptions options = levels(List.of(1), Baseline.NONE, "Serialized", "single");
        List<Cell> cells = Matrix.cells(List.of(Cells.CONTINUOUS, Cells.PLAIN), options);
        assertThat(cells.stream().map(Cell::id))
                .containsExactly(
                        "a.b.C.e ss comm=local ranks=2 threads=1",
                        "a.b.C.e ss comm=openmpi ranks=2 thread-level=serialized threads=1",
                        "a.b.C.e ss comm=openmpi ranks=2 thread-level=single threads=1",
                        "a.b.C.f ss size=1 threads=1");
        assertThat(options.jvmArgs(cells.get(0).layout())).containsExactly("-Dlockstep.seed=1");
        assertThat(options.jvmArgs(cells.get(1).layout()))
                .containsExactly("-Dlockstep.seed=1", "-Dlockstep.threadLevel=SERIALIZED");
        assertThat(cells.get(1).layout()).isNotEqualTo(cells.get(2).layout());
    }

    @Test
    void oneThreadLevelLeavesACellItsNameAndStandsInTheArguments() {
        for (List<String> asked : List.of(List.<String>of(), List.of("funneled"))) {
            RunOptions options = levels(List.of(1, 2), Baseline.NONE, asked.toArray(String[]::new));
            List<Cell> cells = Matrix.cells(List.of(Cells.CONTINUOUS), options);
            assertThat(cells.get(1).id()).isEqualTo("a.b.C.e ss comm=openmpi ranks=2 threads=1");
            assertThat(options.jvmArgs(cells.get(1).layout()))
                    .contains("-Dlockstep.threadLevel=" + (asked.isEmpty() ? "SINGLE" : "FUNNELED"));
            if (asked.isEmpty()) {
                assertThat(options.jvmArgs(cells.get(3).layout())).contains("-Dlockstep.threadLevel=MULTIPLE");
            } else {
                assertThat(cells).hasSize(3);
                assertThat(Matrix.unfit(List.of(Cells.CONTINUOUS), options))
                        .singleElement()
                        .satisfies(left -> {
                            assertThat(left.what()).contains("C.e", "thread level funneled");
                            assertThat(left.reason()).contains("several threads", "multiple");
                        });
            }
        }
    }

    @Test
    void thePriceOfAThreadLevelIsAComparison() {
        RunOptions options = levels(List.of(1), Baseline.parse("thread-level=SINGLE"), "serialized");
        List<Cell> cells = Matrix.cells(List.of(Cells.CONTINUOUS), options);
        BaselineCheck.require(options.versus(), cells);
        assertThat(cells.stream().filter(cell -> options.versus().isBase(cell.key())))
                .extracting(Cell::id)
                .containsExactly("a.b.C.e ss comm=openmpi ranks=2 thread-level=single threads=1");
        RunOptions alone = levels(List.of(1), Baseline.parse("thread-level=single"));
        assertThatThrownBy(() -> BaselineCheck.require(alone.versus(), Matrix.cells(List.of(Cells.CONTINUOUS), alone)))
                .hasMessageContaining("give another by --thread-level");
        assertThatThrownBy(() -> levels(List.of(1), Baseline.NONE, "double"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("single, funneled, serialized or multiple");
    }

    @Test
    void aBenchmarkWhoseOwnThreadsCommunicateSaysSo() {
        Benchmark own = new Benchmark(
                "a.b.C.t",
                Mode.SingleShotTime,
                true,
                false,
                false,
                false,
                1,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(ThreadLevel.MULTIPLE),
                Scored.Ranks.ALL);
        RunOptions usual = levels(List.of(1), Baseline.NONE);
        assertThat(usual.jvmArgs(Matrix.cells(List.of(own), usual).get(1).layout()))
                .contains("-Dlockstep.threadLevel=MULTIPLE");
        assertThat(Matrix.unfit(List.of(own), levels(List.of(1), Baseline.NONE, "single")))
                .singleElement()
                .satisfies(left -> assertThat(left.reason()).contains("@RequiresThreadLevel"));
    }
}
