package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.record.ScriptedRun;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Ops;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.BenchmarkResult;

/** Iterations are to last 100 ms, and five of them to warm up. Costs are in microseconds. */
class RecountTest {
    private static final Cell BASE = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8"));
    private static final Cell HEAD = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64"));
    private static final Baseline VERSUS = new Baseline("bytes", "8");

    private final RunState state = new RunState();
    private final List<RunEvent.Pilot> settled = new ArrayList<>();
    private RunOptions options;

    private Recount after(Baseline versus, String ops, double base, double head) {
        options = new LockstepOptionsBuilder()
                .effort(new RunOptions.Effort(10, 5, 5, 100, 0))
                .ops(Ops.parse(ops))
                .versus(versus)
                .build();
        pilot(BASE, base);
        pilot(HEAD, head);
        return new Recount(
                options,
                state,
                event -> {
                    state.accept(event);
                    settled.add(event);
                },
                List.of(BASE, HEAD));
    }

    /** Half of which is its barrier. */
    private void pilot(Cell cell, double micros) {
        state.accept(PilotResult.ready(
                options, cell, micros * 500, micros * 1000, 2, Optional.of(new RunEvent.Steady(1000, 50, true))));
    }

    private static ForkOutcome outcome(boolean falling, double... micros) {
        BenchmarkResult result = ScriptedRun.result(BASE, ScriptedRun.UNKNOWN, micros);
        return new ForkOutcome(Optional.of(result), Optional.empty(), 1, falling);
    }

    private void launched(Cell cell) {
        state.accept(new RunEvent.Launch(
                cell.id(), 1, "", 1, RunEvent.Outcome.ok, new RunEvent.Score(1.0, "us/op", false, ""), null));
    }

    private int n(Cell cell) {
        return state.cell(cell.id()).calibration().orElseThrow().n();
    }

    private int warmups(Cell cell) {
        return state.cell(cell.id()).calibration().orElseThrow().warmupIterations();
    }

    @Test
    void whatIsComparedSharesACountIfCostsDifferByAtMostFourTimes() {
        after(VERSUS, "auto", 10, 40).share();
        assertThat(n(BASE)).isEqualTo(5000);
        assertThat(n(HEAD)).isEqualTo(5000);
        assertThat(settled)
                .allSatisfy(event ->
                        assertThat(event.calibration().chosenBy()).isEqualTo("calibrated, shared by what is compared"));
    }

    @Test
    void whatIsFartherApartOrNotComparedKeepsItsOwn() {
        after(VERSUS, "auto", 10, 50).share();
        after(Baseline.NONE, "auto", 10, 20).share();
        assertThat(settled).isEmpty();
        assertThat(n(BASE)).isEqualTo(10_000);
        assertThat(n(HEAD)).isEqualTo(5000);
    }

    @Test
    void givenCountsAreNeitherSharedNorMended() {
        Recount recount = after(VERSUS, "1000", 10, 20);
        recount.share();
        assertThat(recount.discards(BASE, outcome(false, 500, 500, 500), true)).isEmpty();
        assertThat(settled).isEmpty();
        assertThat(n(BASE)).isEqualTo(1000);
    }

    @Test
    void aFirstLaunchOfShortIterationsIsDiscardedOnce() {
        Recount recount = after(Baseline.NONE, "auto", 10, 10);
        assertThat(recount.discards(BASE, outcome(false, 9, 9, 9), true)).isEmpty();
        assertThat(recount.discards(BASE, outcome(false, 1, 1, 30), true))
                .hasValue("iterations of 10,000 calls lasted 20.0 ms, not 100 ms");
        assertThat(n(BASE)).isEqualTo(50_000);
        assertThat(settled.get(0).calibration().wallNanosPerCall()).isEqualTo(2000);
        assertThat(recount.discards(BASE, outcome(false, 50, 50, 50), true))
                .as("a second time")
                .isEmpty();
        launched(HEAD);
        assertThat(recount.discards(HEAD, outcome(false, 1, 1, 1), true))
                .as("not the first")
                .isEmpty();
    }

    @Test
    void aFirstLaunchThatIsWorthSomethingCountsAndThoseThatFollowAreMended() {
        assertThat(after(Baseline.NONE, "auto", 10, 10).discards(BASE, outcome(false, 2, 2, 2), false))
                .isEmpty();
        assertThat(settled).as("none follows").isEmpty();
        Recount recount = after(Baseline.NONE, "auto", 10, 10);
        assertThat(recount.discards(BASE, outcome(false, 2, 2, 2), true)).isEmpty();
        assertThat(n(BASE)).isEqualTo(30_000);
        assertThat(settled.get(0).calibration().mended())
                .isEqualTo("iterations of 10,000 calls lasted 40.0 ms, not 100 ms");
        assertThat(recount.discards(HEAD, outcome(false, 50, 50, 60), true)).isEmpty();
        assertThat(n(HEAD)).isEqualTo(1000);
    }

    /** Something else ran, or the cores moved. */
    @Test
    void iterationsAreTooLongOnlyIfTheShortestIs() {
        Recount recount = after(Baseline.NONE, "auto", 10, 10);
        assertThat(recount.discards(BASE, outcome(false, 6, 60, 60), true)).isEmpty();
        assertThat(settled).isEmpty();
    }

    @Test
    void whileNothingIsMeasuredOfThemAMendedCountIsSharedAgain() {
        Recount recount = after(VERSUS, "auto", 10, 10);
        recount.share();
        assertThat(recount.discards(BASE, outcome(false, 15, 15, 15), true))
                .as("three times as long as it should")
                .isEmpty();
        assertThat(recount.discards(BASE, outcome(false, 1, 1, 1), true)).isPresent();
        assertThat(n(BASE)).as("five times cheaper").isEqualTo(50_000);
        assertThat(n(HEAD)).isEqualTo(10_000);
    }

    @Test
    void whatIsMeasuredKeepsItsCount() {
        Recount recount = after(VERSUS, "auto", 10, 10);
        launched(BASE);
        assertThat(recount.discards(HEAD, outcome(false, 1, 1, 1), true)).isPresent();
        assertThat(n(HEAD)).isEqualTo(50_000);
        assertThat(n(BASE)).isEqualTo(10_000);
    }

    /** Of which nothing was searched, and whose launches are as they come. */
    @Test
    void whatIsOversubscribedIsNeitherSharedNorMended() {
        after(VERSUS, "auto", 10, 10);
        Cell crowded = new Cell(
                Cells.SYNCHRONISED,
                Map.of("bytes", "128"),
                Cells.local(2, 10_000).on(Hosts.NOT_GIVEN.withOwnCores()));
        state.accept(PilotResult.ready(options, crowded, 1e4, 2e4, 20_000, Optional.empty()));
        Recount recount = new Recount(options, state, settled::add, List.of(BASE, crowded));
        recount.share();
        assertThat(recount.discards(crowded, outcome(true, 500, 5, 5), true)).isEmpty();
        assertThat(settled).isEmpty();
        assertThat(n(crowded)).isEqualTo(5000);
        assertThat(warmups(crowded)).isEqualTo(5);
    }

    /** A second, with what is between iterations. */
    @Test
    void aWarmUpIsCappedAtWhatASearchMayTakeAndSaysSo() {
        after(Baseline.NONE, "auto", 10, 10);
        assertThat(warmUp(800)).isEqualTo(8);
        assertThat(state.cell(BASE.id()).calibration().orElseThrow().warmupCapped())
                .isNull();
        assertThat(warmUp(900)).isEqualTo(8);
        assertThat(state.cell(BASE.id()).calibration().orElseThrow().warmupCapped())
                .isTrue();
    }

    private int warmUp(double steadyMillis) {
        state.accept(
                PilotResult.ready(options, BASE, 1e4, 1e4, 2, Optional.of(new RunEvent.Steady(1, steadyMillis, true))));
        return warmups(BASE);
    }

    @Test
    void afterAFirstLaunchThatIsStillWarmingOthersWarmUpTwiceAsLong() {
        after(Baseline.NONE, "5", 10, 10);
        assertThat(warmups(BASE))
                .as("a second, with what is between iterations")
                .isEqualTo(49);
        Recount recount = after(Baseline.NONE, "auto", 10, 10);
        assertThat(recount.discards(BASE, outcome(true, 5, 5, 5), false)).isEmpty();
        assertThat(warmups(BASE)).as("none follows").isEqualTo(5);
        assertThat(recount.discards(BASE, outcome(true, 5, 5, 5), true)).isEmpty();
        assertThat(warmups(BASE)).isEqualTo(10);
        assertThat(n(BASE)).isEqualTo(10_000);
        assertThat(settled.get(0).calibration().mended())
                .isEqualTo("it was still getting faster after a warm-up of 5 iterations");
    }
}
