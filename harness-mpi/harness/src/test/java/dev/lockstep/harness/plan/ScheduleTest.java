package dev.lockstep.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In what order cells are launched, and how they are shared out. */
class ScheduleTest {
    private static final int ROWS = 7;
    private static final List<Cell> CELLS = cells(ROWS, "local", "openmpi", "ffm");

    private static List<Cell> cells(int rows, String... comms) {
        List<Cell> cells = new ArrayList<>();
        for (int row = 1; row <= rows; row++) {
            for (String comm : comms) {
                cells.add(new Cell(
                        Cells.SYNCHRONISED,
                        Map.of("bytes", String.valueOf(row)),
                        new RankLayout(comm, 2, 1, false, Hosts.NOT_GIVEN)));
            }
        }
        return cells;
    }

    private static List<Cell> round(List<Schedule.Launch> schedule, int fork) {
        return schedule.stream()
                .filter(l -> l.fork() == fork)
                .map(Schedule.Launch::cell)
                .toList();
    }

    @Test
    void eachEvenRoundGoesTheOtherWayRound() {
        List<Schedule.Launch> schedule = Schedule.of(CELLS, c -> 4, Baseline.NONE, 1);
        assertThat(schedule).hasSize(4 * CELLS.size());
        assertThat(schedule.stream().map(Schedule.Launch::fork)).isSorted();
        List<Cell> first = round(schedule, 1);
        List<Cell> reversed = new ArrayList<>(first);
        Collections.reverse(reversed);
        assertThat(first).containsExactlyInAnyOrderElementsOf(CELLS);
        assertThat(round(schedule, 2)).isEqualTo(reversed);
        assertThat(round(schedule, 3)).isEqualTo(first);
        assertThat(round(schedule, 4)).isEqualTo(reversed);
    }

    @Test
    void transportsThatDoTheSameStayNextToEachOther() {
        List<Cell> cells = new ArrayList<>();
        for (String transport : List.of("mine", "socket")) {
            for (String bytes : List.of("1", "2", "3", "4")) {
                cells.add(Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", bytes, "transport", transport)));
            }
        }
        List<Cell> first = round(Schedule.of(cells, c -> 1, Baseline.NONE, 1), 1);
        for (int pair = 0; pair < first.size(); pair += 2) {
            assertThat(first.get(pair).params().get("bytes"))
                    .isEqualTo(first.get(pair + 1).params().get("bytes"));
        }
    }

    @Test
    void theSeedDecidesTheOrder() {
        assertThat(Schedule.of(CELLS, c -> 2, Baseline.NONE, 5))
                .isEqualTo(Schedule.of(CELLS, c -> 2, Baseline.NONE, 5));
        Set<List<Cell>> orders = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            orders.add(round(Schedule.of(CELLS, c -> 1, Baseline.NONE, seed), 1));
        }
        assertThat(orders).hasSizeGreaterThan(15);
        assertThat(orders.stream().map(o -> o.get(0)).distinct().count()).isGreaterThan(3);
    }

    /** The order of seed 1, sealed: a plan must not change with a version of Lockstep. */
    @Test
    void theDefaultSeedMeansTheSameForEver() {
        assertThat(round(Schedule.of(cells(5, "local", "openmpi"), c -> 1, Baseline.NONE, 1), 1))
                .extracting(c -> c.params().get("bytes") + c.layout().comm().charAt(0))
                .containsExactly("3o", "3l", "4o", "4l", "2o", "2l", "5l", "5o", "1l", "1o");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 2, 3, Long.MAX_VALUE})
    void whatIsComparedStaysTogether(long seed) {
        List<Cell> order = round(Schedule.of(CELLS, c -> 1, Baseline.NONE, seed), 1);
        for (int row = 0; row < ROWS; row++) {
            assertThat(order.subList(3 * row, 3 * row + 3).stream()
                            .map(cell -> cell.key().row())
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    void cellsMayHaveFewerForksOrNone() {
        Cell none = CELLS.get(0);
        Cell one = CELLS.get(1);
        List<Schedule.Launch> schedule =
                Schedule.of(CELLS, c -> c.equals(none) ? 0 : c.equals(one) ? 1 : 2, Baseline.NONE, 1);
        assertThat(round(schedule, 1)).hasSize(CELLS.size() - 1).doesNotContain(none);
        assertThat(round(schedule, 2)).hasSize(CELLS.size() - 2).doesNotContain(none, one);
    }

    // --- Shards ---

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void shardsHaveEveryCellOnceRowsWholeAndAboutAsMuch(int count) {
        List<List<Cell>> shards = IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Shard(i, count).of(CELLS, Baseline.NONE))
                .toList();
        assertThat(shards.stream().flatMap(List::stream).toList())
                .containsExactlyInAnyOrderElementsOf(CELLS)
                .doesNotHaveDuplicates();
        for (List<Cell> shard : shards) {
            assertThat(shard.size() / 3).isBetween(ROWS / count, (ROWS + count - 1) / count);
            assertThat(shard.stream().map(cell -> cell.key().row()).distinct().count())
                    .isEqualTo(shard.size() / 3);
            assertThat(shard).isSubsetOf(CELLS).isSortedAccordingTo((a, b) -> CELLS.indexOf(a) - CELLS.indexOf(b));
        }
    }

    @Test
    void aPartitionDependsOnTheCellsAlone() {
        List<Cell> otherOrder = new ArrayList<>(CELLS);
        Collections.reverse(otherOrder);
        assertThat(new Shard(2, 3).of(otherOrder, Baseline.NONE))
                .containsExactlyInAnyOrderElementsOf(new Shard(2, 3).of(CELLS, Baseline.NONE));
    }

    @Test
    void moreShardsThanRowsLeaveSomeEmpty() {
        assertThat(new Shard(ROWS + 1, ROWS + 1).of(CELLS, Baseline.NONE)).isEmpty();
        assertThat(Shard.WHOLE.of(CELLS, Baseline.NONE)).isEqualTo(CELLS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", " 1/2", "1/99999"})
    void whatIsNoShardIsRefused(String text) {
        assertThatThrownBy(() -> Shard.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--shard takes i/n", "'" + text + "'");
        assertThat(Shard.parse("2/3")).isEqualTo(new Shard(2, 3)).hasToString("2/3");
    }
}
