package dev.lockstep.harness.plan;

import static dev.lockstep.harness.Thrown.assertRefused;
import static dev.lockstep.harness.plan.Cells.CONTINUOUS;
import static dev.lockstep.harness.plan.Cells.SYNCHRONISED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.run.Baseline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is compared with what, and when it is launched. */
class ComparisonsTest {
    private static final Baseline LOCAL = new Baseline("comm", "local");

    private static RunOptions versus(Baseline base, String... comms) {
        return builder(base, comms).build();
    }

    private static LockstepOptionsBuilder builder(Baseline base, String... comms) {
        return new LockstepOptionsBuilder()
                .comm(comms)
                .jvm(new Jvm("java", List.of()))
                .versus(base);
    }

    private static List<Cell> cells(RunOptions options, Benchmark... benchmarks) {
        return Matrix.cells(List.of(benchmarks), options);
    }

    private static final List<Cell> TWO_ROWS_OF_THREE =
            cells(versus(LOCAL, "openmpi", "none"), Cells.OWN_TRANSPORT, Cells.ownTransport("a.b.C.h"));

    private static List<Schedule.Launch> rounds(int rounds, long seed) {
        return Schedule.of(TWO_ROWS_OF_THREE, cell -> rounds * LOCAL.launchesPerRound(cell.key()), LOCAL, seed);
    }

    @Test
    void eachRoundHasTheBaseBeforeAndAfterWhatIsComparedWithIt() {
        List<Schedule.Launch> schedule = rounds(4, 7);
        assertThat(schedule).hasSize(4 * (4 + 4)).doesNotHaveDuplicates();
        List<List<String>> headsOfARow = new ArrayList<>();
        for (int at = 0; at < schedule.size(); at += 4) {
            int pair = at / 8 + 1;
            List<Schedule.Launch> four = schedule.subList(at, at + 4);
            assertThat(four.stream().map(l -> LOCAL.common(l.cell().key())).distinct())
                    .hasSize(1);
            assertThat(four.stream().map(l -> LOCAL.isBase(l.cell().key()))).containsExactly(true, false, false, true);
            assertThat(four.stream().map(Schedule.Launch::fork)).containsExactly(2 * pair - 1, pair, pair, 2 * pair);
            if (four.get(0).cell().equals(schedule.get(0).cell())) {
                headsOfARow.add(four.subList(1, 3).stream()
                        .map(l -> l.cell().layout().comm())
                        .toList());
            }
        }
        assertThat(headsOfARow.get(1))
                .isEqualTo(List.of(headsOfARow.get(0).get(1), headsOfARow.get(0).get(0)));
        assertThat(headsOfARow.get(2)).isEqualTo(headsOfARow.get(0));
    }

    /** Whatever changes steadily with time changes base and head alike. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 99})
    void onAverageBaseAndHeadAreLaunchedAtTheSameTime(long seed) {
        List<Schedule.Launch> schedule = rounds(10, seed);
        for (int row = 0; row < 2; row++) {
            assertThat(TWO_ROWS_OF_THREE.subList(3 * row, 3 * row + 3).stream()
                            .map(cell -> IntStream.range(0, schedule.size())
                                    .filter(i -> schedule.get(i).cell().equals(cell))
                                    .average()
                                    .orElseThrow())
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    void distributionsAreNotPairedButOrderedByTheSeedToo() {
        RunOptions options = builder(LOCAL, "openmpi")
                .effort(new RunOptions.Effort(3, 1, 1, 10, 2))
                .plan(new RunOptions.Plan(5, 0, 0, Shard.WHOLE))
                .build();
        List<Cell> cells = cells(options, Cells.SYNCHRONISED, Cells.benchmark("a.b.C.x", true, true, Map.of()));
        assertThat(Schedule.distributions(cells, options)).isEqualTo(Schedule.of(cells, cell -> 2, Baseline.NONE, 5));
    }

    // --- Cells ---

    @Test
    void theBaseIsMeasuredThoughNobodyAskedForIt() {
        RunOptions options = versus(LOCAL, "openmpi");
        assertThat(options.comms()).containsExactly("openmpi", "local");
        assertThat(cells(options, CONTINUOUS)).hasSize(2);
        assertThat(versus(LOCAL, "local", "openmpi").comms()).containsExactly("local", "openmpi");
        assertThat(builder(new Baseline("ranks", "02"), "local")
                        .ranks(4)
                        .build()
                        .ranks())
                .containsExactly(4, 2);
        assertThat(builder(new Baseline("threads", "1"), "local")
                        .threads(2)
                        .build()
                        .threads())
                .containsExactly(2, 1);
    }

    /** The benchmark's own, 8 and 64, or those given. */
    @ParameterizedTest
    @CsvSource({"16, , '8 64 16'", "8, , '8 64'", "3, '1 2', '1 2 3'"})
    void theBasesValueJoinsTheOthers(String base, String given, String values) {
        LockstepOptionsBuilder options = builder(new Baseline("bytes", base), "local");
        if (given != null) {
            options.param("bytes", given.split(" "));
        }
        assertThat(cells(options.build(), SYNCHRONISED).stream()
                        .map(c -> c.params().get("bytes")))
                .containsExactly(values.split(" "));
    }

    // --- Plan ---

    @Test
    void theBaseCostsTwoLaunchesOfEachRound() {
        RunOptions options = versus(LOCAL, "openmpi");
        List<Cell> cells = cells(options, CONTINUOUS);
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        cells.forEach(cell -> seconds.put(cell, 2.0));
        ForkPlan plan = new Budget(20_000, 0).plan(seconds, cell -> 0, 10, 1, options.versus());
        // 19 s for rounds of 2 + 1 launches of 2 s each.
        assertThat(plan.forks()).isEqualTo(3);
        assertThat(cells.stream().map(plan::forks)).containsExactly(3, 6);
        assertThat(plan.total()).isEqualTo(18);
        assertThat(Schedule.of(cells, plan, options)).hasSize(9);
    }

    @Test
    void aBaseIsLeftOutWithWhatIsComparedWithIt() {
        List<Cell> cells = cells(versus(LOCAL, "openmpi"), SYNCHRONISED, CONTINUOUS);
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        cells.forEach(cell -> seconds.put(cell, cell.params().isEmpty() ? 3.0 : 2.0));
        // Rounds of 6, 6 and 9 s: room for one.
        ForkPlan plan = ForkPlan.within(11, seconds, cell -> 0, 10, LOCAL);
        assertThat(plan.leftOut()).containsExactlyInAnyOrderElementsOf(cells.subList(2, 6));
        assertThat(plan.forks()).isEqualTo(1);
        assertThat(plan.total()).isEqualTo(6);
    }

    @Test
    void whatIsComparedStaysInOneShard() {
        Baseline bytes = new Baseline("bytes", "8");
        List<Cell> cells = cells(versus(bytes, "local"), SYNCHRONISED, CONTINUOUS);
        for (int i = 1; i <= 2; i++) {
            List<Cell> shard = new Shard(i, 2).of(cells, bytes);
            assertThat(shard.stream().map(c -> c.benchmark().name()).distinct()).hasSize(1);
        }
        assertThat(new Shard(1, 3).of(cells, Baseline.NONE)).hasSize(1);
    }

    @Test
    void aComparisonOfNothingIsRefusedWithWhatWouldBeRight() {
        List<Cell> cells = cells(versus(Baseline.NONE, "local"), SYNCHRONISED, Cells.PLAIN);
        assertRefused(
                () -> BaselineCheck.require(new Baseline("byte", "8"), cells),
                "has 'byte'",
                "[bytes, comm, ranks, size, threads]");
        assertRefused(
                () -> BaselineCheck.require(LOCAL, cells),
                "nothing to compare with it",
                "comm has the values [local]",
                "by --comm");
        assertThatThrownBy(() -> BaselineCheck.require(new Baseline("size", "1"), cells))
                .hasMessageContaining("-p size=...");
        BaselineCheck.require(new Baseline("bytes", "64"), cells);
        BaselineCheck.require(LOCAL, List.of());
    }
}
