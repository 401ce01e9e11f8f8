package dev.lockstep.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RunEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkPlanTest {
    private static final Cell CHEAP = cell("4");
    private static final Cell MIDDLE = cell("64");
    private static final Cell DEAR = cell("1024");

    private static Cell cell(String bytes) {
        return Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", bytes));
    }

    private static Map<Cell, Double> costs(double cheap, double middle, double dear) {
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        seconds.put(CHEAP, cheap);
        seconds.put(MIDDLE, middle);
        seconds.put(DEAR, dear);
        return seconds;
    }

    @ParameterizedTest
    @CsvSource({"6, 1", "11.9, 1", "12, 2", "17.9, 2", "18, 3", "30, 5", "1000, 5"})
    void everyCellHasAsManyForksAsFit(double budget, int forks) {
        ForkPlan plan = ForkPlan.within(budget, costs(1, 2, 3), cell -> 0, 5, Baseline.NONE);
        assertThat(plan.forks()).isEqualTo(forks);
        assertThat(plan.leftOut()).isEmpty();
        assertThat(List.of(plan.forks(CHEAP), plan.forks(MIDDLE), plan.forks(DEAR)))
                .containsOnly(forks);
        assertThat(plan.total()).isCloseTo(6.0 * forks, within(1e-9)).isLessThanOrEqualTo(budget);
    }

    @ParameterizedTest
    @CsvSource({"5.9, 1, 1", "3, 1, 1", "2.9, 2, 2", "1, 2, 1", "0.9, 3, 0", "0, 3, 0", "-5, 3, 0"})
    void theCostliestAreLeftOutUntilOneForkOfEachFits(double budget, int leftOut, int forks) {
        ForkPlan plan = ForkPlan.within(budget, costs(1, 2, 3), cell -> 0, 5, Baseline.NONE);
        assertThat(plan.leftOut()).isEqualTo(List.of(DEAR, MIDDLE, CHEAP).subList(0, leftOut));
        assertThat(plan.forks()).isEqualTo(forks);
        assertThat(plan.forks(DEAR)).isZero();
        assertThat(plan.total()).isLessThanOrEqualTo(Math.max(0, budget));
    }

    @Test
    void ofCellsThatCostTheSameTheLastIsLeftOutFirst() {
        assertThat(ForkPlan.within(2, costs(1, 1, 1), cell -> 0, 5, Baseline.NONE)
                        .leftOut())
                .containsExactly(DEAR);
        assertThat(ForkPlan.within(1, costs(1, 1, 1), cell -> 0, 5, Baseline.NONE)
                        .leftOut())
                .containsExactly(DEAR, MIDDLE);
    }

    /** The cheap one of a pair goes with the dear one; a cell that stands alone and costs less than the dear one stays. */
    @Test
    void transportsThatDoTheSameAreLeftOutTogether() {
        Cell mine = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64", "transport", "mine"));
        Cell other = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64", "transport", "socket"));
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        seconds.put(mine, 1.0);
        seconds.put(DEAR, 3.0);
        seconds.put(other, 4.0);
        ForkPlan plan = ForkPlan.within(7, seconds, cell -> 0, 5, Baseline.NONE);
        assertThat(plan.leftOut()).containsExactlyInAnyOrder(mine, other);
        assertThat(plan.forks(DEAR)).isEqualTo(2);
    }

    @Test
    void transportsArePartedWhereNothingElseWouldBeMeasured() {
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        for (int i = 1; i <= 4; i++) {
            seconds.put(Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64", "transport", "t" + i)), (double) i);
        }
        ForkPlan plan = ForkPlan.within(9, seconds, cell -> 0, 5, Baseline.NONE);
        assertThat(plan.forks()).isEqualTo(1);
        assertThat(plan.leftOut())
                .extracting(cell -> cell.params().get("transport"))
                .containsExactly("t4");
    }

    /** The dear one goes first, which was not enough; without the group it has room again. */
    @Test
    void whatFitsOnceAGroupIsLeftOutIsTakenBack() {
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        seconds.put(DEAR, 12.0);
        for (int i = 1; i <= 5; i++) {
            seconds.put(Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64", "transport", "t" + i)), 10.0);
        }
        ForkPlan plan = ForkPlan.within(45, seconds, cell -> 0, 5, Baseline.NONE);
        assertThat(plan.leftOut()).hasSize(5).doesNotContain(DEAR);
        assertThat(plan.forks(DEAR)).isEqualTo(3);
    }

    /** One launch of each takes 6 s, and 6 more with those that time operations; without the dear one 3 and 3. */
    @Test
    void launchesThatTimeOperationsHaveTheirShareOnlyOfCellsThatTakePart() {
        ForkPlan plan = ForkPlan.within(8, costs(1, 2, 3), cell -> 1, 5, Baseline.NONE);
        assertThat(plan.leftOut()).containsExactly(DEAR);
        assertThat(plan.forks()).isEqualTo(1);
        ForkPlan more = ForkPlan.within(12, costs(1, 2, 3), cell -> 1, 5, Baseline.NONE);
        assertThat(more.leftOut()).isEmpty();
        assertThat(more.forks()).isEqualTo(1);
    }

    @Test
    void withoutABudgetEverythingIsAsAsked() {
        ForkPlan plan = new Budget(0, 1e9).plan(costs(1, 2, 3), cell -> 0, 5, 1e9, Baseline.NONE);
        assertThat(plan.forks(DEAR)).isEqualTo(5);
        assertThat(plan.leftOut()).isEmpty();
        assertThat(plan.total()).isCloseTo(30, within(1e-9));
        assertThat(new Budget(0, 1e9).isSpent()).isFalse();
    }

    @Test
    void whatEarlierPartsAndPilotsTookIsGone() {
        assertThat(new Budget(20_000, 0)
                        .plan(costs(1, 2, 3), cell -> 0, 5, 7, Baseline.NONE)
                        .forks())
                .isEqualTo(2);
        assertThat(new Budget(20_000, 0)
                        .plan(costs(1, 2, 3), cell -> 0, 5, 7.9, Baseline.NONE)
                        .forks())
                .isEqualTo(2);
        assertThat(new Budget(20_000, 7).isSpent()).isFalse();
        Budget spent = new Budget(20_000, 20);
        assertThat(spent.isSpent()).isTrue();
        assertThat(spent.cut()).contains("budget of 20 s was spent after 20 s");
        ForkPlan none = spent.plan(costs(1, 2, 3), cell -> 0, 5, spent.spent(), Baseline.NONE);
        assertThat(none.leftOut()).hasSize(3);
        assertThat(spent.leftOut(DEAR, none).reason()).contains("budget of 20 s", "about 3.0 s");
    }

    @Test
    void aLaunchIsEstimatedFromWhatThePilotFound() {
        RunOptions.Effort effort = new RunOptions.Effort(3, 2, 3, 200, 0);
        double asked = Estimates.launch(effort, RunEvent.Calibration.BY_TIME);
        assertThat(asked - 5 * 0.2).isBetween(0.5, 3.0);
        RunEvent.Calibration pilot = new RunEvent.Calibration(1000, "given", 10.0, 10.0, 1e6, 2, "passed");
        assertThat(Estimates.launch(effort, pilot)).isCloseTo(asked + 5 * 0.8, within(1e-9));
        assertThat(Estimates.launch(effort)).as("it may have to warm up longer").isGreaterThan(asked);
    }
}
