package dev.lockstep.harness.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.harness.plan.BaselineCheck;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.Matrix;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.OptionsDifference;
import dev.lockstep.run.RunEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is compared with what, and when it is launched. */
class BaselineTest {
    private static final Baseline LOCAL = new Baseline("comm", "local");

    private static LockstepOptionsBuilder builder() {
        return new LockstepOptionsBuilder().comm("openmpi", "none").jvm(new Jvm("java", List.of()));
    }

    private static List<Cell> cells(RunOptions options, Benchmark... benchmarks) {
        return Matrix.cells(List.of(benchmarks), options);
    }

    private static List<Cell> twoRowsOfThree() {
        return cells(
                builder().comm("openmpi", "none").versus(LOCAL).build(),
                Cells.OWN_TRANSPORT,
                new Benchmark("a.b.C.h", Cells.PLAIN.mode(), true, false, true, false, 1, Map.of(), Optional.empty()));
    }

    @Test
    void eachRoundHasTheBaseBeforeAndAfterWhatIsComparedWithIt() {
        List<Cell> cells = twoRowsOfThree();
        List<Schedule.Launch> schedule = Schedule.of(cells, cell -> 4 * LOCAL.launchesPerRound(cell.key()), LOCAL, 7);
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
        List<Cell> cells = twoRowsOfThree();
        List<Schedule.Launch> schedule =
                Schedule.of(cells, cell -> 10 * LOCAL.launchesPerRound(cell.key()), LOCAL, seed);
        Map<Cell, List<Integer>> times = new HashMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            times.computeIfAbsent(schedule.get(i).cell(), c -> new ArrayList<>())
                    .add(i);
        }
        Map<CellKey, List<Double>> byPair = cells.stream()
                .collect(Collectors.groupingBy(
                        c -> LOCAL.common(c.key()),
                        Collectors.mapping(
                                c -> times.get(c).stream()
                                        .mapToInt(i -> i)
                                        .average()
                                        .orElseThrow(),
                                Collectors.toList())));
        assertThat(byPair.values())
                .hasSize(2)
                .allSatisfy(means -> assertThat(means.stream().distinct()).hasSize(1));
    }

    @Test
    void distributionsAreNotPaired() {
        RunOptions options = builder().versus(LOCAL).build();
        List<Cell> cells = cells(options, Cells.benchmark("a.b.C.x", true, true, Map.of()));
        assertThat(Schedule.distributions(cells, options)).hasSize(cells.size()).allMatch(launch -> launch.fork() == 1);
    }

    // --- Cells ---

    @Test
    void theBaseIsMeasuredThoughNobodyAskedForIt() {
        RunOptions options = builder().comm("openmpi").ranks(4).versus(LOCAL).build();
        assertThat(options.comms()).containsExactly("openmpi", "local");
        assertThat(cells(options, Cells.CONTINUOUS)).hasSize(2);
        assertThat(builder()
                        .ranks(4)
                        .versus(new Baseline("ranks", "02"))
                        .build()
                        .ranks())
                .containsExactly(4, 2);
        assertThat(builder()
                        .threads(2)
                        .versus(new Baseline("threads", "1"))
                        .build()
                        .threads())
                .containsExactly(2, 1);
        assertThat(builder().comm("local", "openmpi").versus(LOCAL).build().comms())
                .containsExactly("local", "openmpi");
    }

    @ParameterizedTest
    @CsvSource({"16, '8 64 16'", "8, '8 64'"})
    void theBasesValueJoinsTheBenchmarksOwn(String base, String values) {
        RunOptions options =
                builder().comm("local").versus(new Baseline("bytes", base)).build();
        assertThat(cells(options, Cells.SYNCHRONISED).stream()
                        .map(c -> c.params().get("bytes")))
                .containsExactly(values.split(" "));
    }

    @Test
    void theBasesValueJoinsThoseGiven() {
        RunOptions options = builder()
                .comm("local")
                .param("bytes", "1", "2")
                .versus(new Baseline("bytes", "3"))
                .build();
        assertThat(cells(options, Cells.SYNCHRONISED).stream()
                        .map(c -> c.params().get("bytes")))
                .containsExactly("1", "2", "3");
    }

    // --- Plan ---

    @Test
    void theBaseCostsTwoLaunchesOfEachRound() {
        RunOptions options = builder().comm("openmpi").versus(LOCAL).build();
        List<Cell> cells = cells(options, Cells.CONTINUOUS);
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        cells.forEach(cell -> seconds.put(cell, 2.0));
        ForkPlan plan = new Budget(20_000, 0).plan(seconds, 10, 1, options.versus());
        // 19 s for rounds of 2 + 1 launches of 2 s each.
        assertThat(plan.forks()).isEqualTo(3);
        assertThat(cells.stream().map(plan::forks)).containsExactly(3, 6);
        assertThat(plan.total()).isEqualTo(18);
        assertThat(Schedule.of(cells, plan, options)).hasSize(9);
    }

    @Test
    void aBaseIsLeftOutWithWhatIsComparedWithIt() {
        List<Cell> cells = cells(builder().comm("openmpi").versus(LOCAL).build(), Cells.SYNCHRONISED, Cells.CONTINUOUS);
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        cells.forEach(cell -> seconds.put(cell, cell.params().isEmpty() ? 3.0 : 2.0));
        // Rounds of 6, 6 and 9 s: room for one.
        ForkPlan plan = ForkPlan.within(11, seconds, 10, LOCAL);
        assertThat(plan.leftOut()).containsExactlyInAnyOrderElementsOf(cells.subList(2, 6));
        assertThat(plan.forks()).isEqualTo(1);
        assertThat(plan.total()).isEqualTo(6);
    }

    @Test
    void whatIsComparedStaysInOneShard() {
        Baseline bytes = new Baseline("bytes", "8");
        List<Cell> cells = cells(builder().comm("local").versus(bytes).build(), Cells.SYNCHRONISED, Cells.CONTINUOUS);
        for (int i = 1; i <= 2; i++) {
            List<Cell> shard = new Shard(i, 2).of(cells, bytes);
            assertThat(shard.stream().map(c -> c.benchmark().name()).distinct()).hasSize(1);
        }
        assertThat(new Shard(1, 3).of(cells, Baseline.NONE)).hasSize(1);
    }

    // --- What cannot be ---

    @ParameterizedTest
    @ValueSource(strings = {"", "comm", "=local", "comm="})
    void whatIsNoNameAndValueIsRefused(String text) {
        assertThatThrownBy(() -> Baseline.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("takes a name and the value of the base", "'" + text + "'");
        assertThat(Baseline.parse("kind=a=b"))
                .isEqualTo(new Baseline("kind", "a=b"))
                .hasToString("kind=a=b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ranks=two", "ranks=0", "threads=-1", "threads=99999999999"})
    void whatIsNoNumberIsRefused(String text) {
        assertThatThrownBy(() -> Baseline.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("takes a number of at least 1");
    }

    @Test
    void aComparisonOfNothingIsRefusedWithWhatWouldBeRight() {
        List<Cell> cells = cells(builder().comm("local").build(), Cells.SYNCHRONISED, Cells.PLAIN);
        assertThatThrownBy(() -> BaselineCheck.require(new Baseline("byte", "8"), cells))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("has 'byte'", "[bytes, comm, ranks, size, threads]");
        assertThatThrownBy(() -> BaselineCheck.require(LOCAL, cells))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("nothing to compare with it", "comm has the values [local]", "by --comm");
        assertThatThrownBy(() -> BaselineCheck.require(new Baseline("size", "1"), cells))
                .hasMessageContaining("-p size=...");
        BaselineCheck.require(new Baseline("bytes", "64"), cells);
        BaselineCheck.require(LOCAL, List.of());
    }

    // --- Record ---

    private static RunEvent.Start start(JsonNode options) {
        return new RunEvent.Start("", "", "", 1, 1, "1/1", options, List.of(), null);
    }

    @Test
    void optionsRememberIt() {
        RunOptions options = builder().versus(LOCAL).build();
        assertThat(start(OptionsJson.of(options)).baseline()).isEqualTo(LOCAL);
        ObjectNode plain = (ObjectNode) OptionsJson.of(builder().build());
        assertThat(plain.has("versus")).isFalse();
        assertThat(start(plain).baseline().isNone()).isTrue();
        assertThat(start(null).baseline().isNone()).isTrue();
        assertThat(OptionsDifference.first(plain, OptionsJson.of(options), name -> true))
                .hasValueSatisfying(d -> assertThat(d).contains("comms was"));
    }
}
