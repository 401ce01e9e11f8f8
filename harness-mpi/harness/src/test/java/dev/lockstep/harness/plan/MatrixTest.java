package dev.lockstep.harness.plan;

import static dev.lockstep.harness.Thrown.assertRefused;
import static dev.lockstep.harness.plan.Cells.CONTINUOUS;
import static dev.lockstep.harness.plan.Cells.OWN_TRANSPORT;
import static dev.lockstep.harness.plan.Cells.PLAIN;
import static dev.lockstep.harness.plan.Cells.SYNCHRONISED;
import static dev.lockstep.harness.plan.Cells.on;
import static dev.lockstep.harness.plan.Cells.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.ThreadLevel;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixTest {
    @Test
    void everyCombinationIsOneCell() {
        RunOptions options = options(List.of("local", "openmpi"), List.of(2, 4), List.of(1, 2), Map.of());
        List<Cell> cells = Matrix.cells(List.of(SYNCHRONISED, CONTINUOUS), options);
        assertThat(cells).hasSize(2 * 8 + 8).doesNotHaveDuplicates();
        assertThat(cells.stream().map(Cell::id))
                .doesNotHaveDuplicates()
                .contains(
                        "a.b.C.d ss bytes=64 comm=openmpi ranks=4 threads=2",
                        "a.b.C.d ss bytes=8 comm=local ranks=2 threads=1",
                        "a.b.C.e ss comm=local ranks=4 threads=1");
        List<Cell> plain = Matrix.cells(List.of(PLAIN), options);
        assertThat(plain.stream().map(Cell::id))
                .as("without ranks, whatever the communicators")
                .containsExactly("a.b.C.f ss size=1 threads=1", "a.b.C.f ss size=1 threads=2");
        assertThat(plain.get(0).jmhParams()).containsOnlyKeys("size");
    }

    @Test
    void givenValuesReplaceTheBenchmarksOwn() {
        List<Cell> cells = Matrix.cells(
                List.of(SYNCHRONISED, CONTINUOUS),
                options(List.of("local"), List.of(2), List.of(1), Map.of("bytes", List.of("1", "2", "3"))));
        assertThat(cells).hasSize(4);
        assertThat(cells.get(2).params()).isEqualTo(Map.of("bytes", "3"));
        assertThat(cells.get(2).jmhParams()).isEqualTo(Map.of("bytes", "3", "comm", "local", "ranks", "2"));
    }

    @ParameterizedTest
    @CsvSource({
        "local, byte, 'byte', '[bytes, size]'",
        "local, comm, say --comm, instead",
        "local, ranks, say --ranks, instead",
        "nosuch, bytes, 'nosuch', 'local, none, openmpi'"
    })
    void whatDoesNotExistIsRefusedWithWhatDoes(String comm, String param, String wrong, String right) {
        RunOptions options = options(List.of(comm), List.of(2), List.of(1), Map.of(param, List.of("1")));
        assertRefused(() -> Matrix.cells(List.of(SYNCHRONISED, PLAIN), options), wrong, right);
    }

    @Test
    void whatNeedsMessagesIsNotRunWhereThereAreNoneAndIsNamed() {
        List<Benchmark> all = List.of(SYNCHRONISED, OWN_TRANSPORT, PLAIN);
        assertThat(Cells.ids(all, on("local", "none")))
                .containsExactly(
                        "a.b.C.d ss bytes=8 comm=local ranks=2 threads=1",
                        "a.b.C.d ss bytes=64 comm=local ranks=2 threads=1",
                        "a.b.C.g ss comm=local ranks=2 threads=1",
                        "a.b.C.g ss comm=none ranks=2 threads=1",
                        "a.b.C.f ss size=1 threads=1");
        assertThat(Matrix.unfit(all, on("local", "none"))).singleElement().satisfies(left -> {
            assertThat(left.what()).isEqualTo("C.d on comm none");
            assertThat(left.reason()).contains("no message passing");
        });
        assertThat(Matrix.unfit(all, on("local"))).isEmpty();
        assertThatThrownBy(() -> Matrix.cells(List.of(SYNCHRONISED), on("none")))
                .as("if that is all")
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("C.d on comm none", "no message passing", "@OwnTransport");
    }

    @Test
    void whatACommunicatorLacksTheMeansForIsLeftOutForItsOwnReason() {
        Benchmark scan = Cells.declaring(Cells.benchmark("a.b.C.h", true, true, Map.of()), Capability.EXSCAN);
        List<Benchmark> both = List.of(scan, SYNCHRONISED);
        assertThat(Cells.ids(both, on("local"))).anyMatch(id -> id.startsWith("a.b.C.h "));
        assertThat(Matrix.unfit(both, on("none")).stream().map(left -> left.what() + ": " + left.reason()))
                .as("no messages at all is one reason")
                .containsExactly("C.h, C.d on comm none: "
                        + new NoneProvider().unsupported().get(Capability.POINT_TO_POINT));
        Benchmark without = Cells.declaring(Cells.ownTransport("a.b.C.g"), Capability.EXSCAN);
        assertThat(Matrix.unfit(List.of(without), on("none", "local")))
                .singleElement()
                .satisfies(left -> assertThat(left.what()).isEqualTo("C.g on comm none"));
    }

    @Test
    void whatTheReferenceHasNoCounterpartOfIsLeftOutAndNamed() {
        Benchmark named = Cells.declaring(
                Cells.benchmark("a.b.C.h", true, false, Map.of("buffer", List.of("direct", "heap"))),
                new ReferenceKernel("ping-pong", TimeUnit.MICROSECONDS));
        RunOptions options = options(List.of("c", "local"), List.of(2), List.of(1, 2), Map.of());
        List<Benchmark> both = List.of(named, CONTINUOUS);
        assertThat(Cells.ids(both, options))
                .filteredOn(id -> id.contains("comm=c"))
                .containsExactly("a.b.C.h ss buffer=direct comm=c ranks=2 threads=1");
        assertThat(Matrix.unfit(both, options).stream().map(left -> left.what() + ": " + left.reason()))
                .containsExactly(
                        "C.e on comm c: the C reference has no kernel that does the same (@Reference names one)",
                        "C.h, in part, on comm c: the C reference has one thread per rank",
                        "C.h, in part, on comm c: C has no heap of a JVM: its buffers are compared with direct ones");
    }

    @Test
    void cellsNameThemselvesForPeopleAndMachines() {
        Cell cell = new Cell(SYNCHRONISED, Map.of("z", "1", "bytes", "64"), Cells.local(4, 2));
        assertThat(cell.id()).isEqualTo("a.b.C.d ss bytes=64 comm=local ranks=4 z=1 threads=2");
        assertThat(cell.label()).isEqualTo("C.d bytes=64 z=1 local x4 x2 threads");
        assertThat(Cells.cell(PLAIN, Map.of("size", "1")).label()).isEqualTo("C.f size=1");
        assertThat(cell.synchronisation()).isEqualTo("barrier before each operation");
        assertThat(new Cell(SYNCHRONISED, Map.of(), RankLayout.of(new NoneProvider(), 2, 1)).synchronisation())
                .isEqualTo("barrier of the relay before each operation");
    }

    // --- Thread levels ---

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
        List<Cell> cells = Matrix.cells(List.of(CONTINUOUS, PLAIN), options);
        assertThat(cells.stream().map(Cell::id))
                .containsExactly(
                        "a.b.C.e ss comm=local ranks=2 threads=1",
                        "a.b.C.e ss comm=openmpi ranks=2 thread-level=serialized threads=1",
                        "a.b.C.e ss comm=openmpi ranks=2 thread-level=single threads=1",
                        "a.b.C.f ss size=1 threads=1");
        // Two ranks in one process, and one in each of two.
        assertThat(options.jvmArgs(cells.get(0).layout()))
                .containsExactly("-XX:MaxDirectMemorySize=" + (1280L << 20), "-Dlockstep.seed=1");
        assertThat(options.jvmArgs(cells.get(1).layout()))
                .containsExactly(
                        "-XX:MaxDirectMemorySize=" + (768L << 20),
                        "-Dlockstep.seed=1",
                        "-Dlockstep.threadLevel=SERIALIZED");
        assertThat(cells.get(1).layout()).isNotEqualTo(cells.get(2).layout());
        assertRefused(() -> levels(List.of(1), Baseline.NONE, "double"), "single, funneled, serialized or multiple");
    }

    @Test
    void oneThreadLevelLeavesACellItsNameAndStandsInTheArguments() {
        RunOptions usual = levels(List.of(1, 2), Baseline.NONE);
        List<Cell> cells = Matrix.cells(List.of(CONTINUOUS), usual);
        assertThat(cells.get(1).id()).isEqualTo("a.b.C.e ss comm=openmpi ranks=2 threads=1");
        assertThat(usual.jvmArgs(cells.get(1).layout())).contains("-Dlockstep.threadLevel=SINGLE");
        assertThat(usual.jvmArgs(cells.get(3).layout())).contains("-Dlockstep.threadLevel=MULTIPLE");

        RunOptions funneled = levels(List.of(1, 2), Baseline.NONE, "funneled");
        List<Cell> fewer = Matrix.cells(List.of(CONTINUOUS), funneled);
        assertThat(fewer).hasSize(3);
        assertThat(fewer.get(1).id()).isEqualTo("a.b.C.e ss comm=openmpi ranks=2 threads=1");
        assertThat(funneled.jvmArgs(fewer.get(1).layout())).contains("-Dlockstep.threadLevel=FUNNELED");
        assertThat(Matrix.unfit(List.of(CONTINUOUS), funneled)).singleElement().satisfies(left -> {
            assertThat(left.what()).contains("C.e", "thread level funneled");
            assertThat(left.reason()).contains("several threads", "multiple");
        });
    }

    @Test
    void thePriceOfAThreadLevelIsAComparison() {
        RunOptions options = levels(List.of(1), Baseline.parse("thread-level=SINGLE"), "serialized");
        List<Cell> cells = Matrix.cells(List.of(CONTINUOUS), options);
        BaselineCheck.require(options.versus(), cells);
        assertThat(cells.stream().filter(cell -> options.versus().isBase(cell.key())))
                .extracting(Cell::id)
                .containsExactly("a.b.C.e ss comm=openmpi ranks=2 thread-level=single threads=1");
        RunOptions alone = levels(List.of(1), Baseline.parse("thread-level=single"));
        assertThatThrownBy(() -> BaselineCheck.require(alone.versus(), Matrix.cells(List.of(CONTINUOUS), alone)))
                .hasMessageContaining("give another by --thread-level");
    }

    @Test
    void aBenchmarkWhoseOwnThreadsCommunicateSaysSo() {
        List<Benchmark> own = List.of(Cells.declaring(CONTINUOUS, ThreadLevel.MULTIPLE));
        RunOptions usual = levels(List.of(1), Baseline.NONE);
        assertThat(usual.jvmArgs(Matrix.cells(own, usual).get(1).layout())).contains("-Dlockstep.threadLevel=MULTIPLE");
        assertThat(Matrix.unfit(own, levels(List.of(1), Baseline.NONE, "single")))
                .singleElement()
                .satisfies(left -> assertThat(left.reason()).contains("@RequiresThreadLevel"));
    }
}
