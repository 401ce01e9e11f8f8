package dev.lockstep.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.Failure;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which cells are launched again, and under which numbers, when so many of their launches count. */
class PairedRoundsTest {
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;
    private static final RunEvent.Calibration PILOT =
            new RunEvent.Calibration(500, "calibrated", 12.5, 12.5, 25.0, 2, "passed");
    private static final Baseline VERSUS = Baseline.parse("comm=local");
    private static final Cell LOCAL = cell("local", "8");
    private static final Cell C = cell("c", "8");
    private static final Cell MPJ = cell("mpj", "8");
    private static final Cell WIDER = cell("c", "64");

    private final RunState state = new RunState();
    private final Map<Cell, Set<Integer>> counting = new HashMap<>();
    private final Map<Cell, Double> planned = new LinkedHashMap<>();

    private static Cell cell(String comm, String bytes) {
        return new Cell(Cells.SYNCHRONISED, Map.of("bytes", bytes), new RankLayout(comm, 2, 1, false, Hosts.NOT_GIVEN));
    }

    /** A cell's launches: n, which count, and f, which do not. Each takes two seconds. */
    private PairedRoundsTest made(Cell cell, String launches) {
        planned.put(cell, 2.0);
        state.accept(RunEvent.Pilot.ok(cell.key(), PILOT));
        Set<Integer> there = counting.computeIfAbsent(cell, c -> new TreeSet<>());
        int fork = state.cell(cell.id()).launches().size();
        for (char place : launches.toCharArray()) {
            fork++;
            RunEvent.Score score = new RunEvent.Score(1.0, "us/op", false, "");
            state.accept(new RunEvent.Launch(cell.id(), fork, "x", 2, RunEvent.Outcome.ok, score, null));
            if (place == 'n') {
                there.add(fork);
            }
        }
        return this;
    }

    private PairedRounds after(int rounds, Baseline versus) {
        ForkPlan plan = new ForkPlan(rounds, planned, List.of(), versus);
        return new PairedRounds(plan, state, counting, versus, 1);
    }

    private static List<String> names(List<Schedule.Launch> launches) {
        return launches.stream()
                .map(l -> l.cell().layout().comm() + " " + l.cell().params().get("bytes") + " " + l.fork())
                .toList();
    }

    @Test
    void aMachineThatDoesNotMoveIsLaunchedNoMore() {
        made(LOCAL, "nnnnnn").made(C, "nnn").made(MPJ, "nnn");
        assertThat(after(3, VERSUS).lacking()).isEmpty();
        assertThat(after(3, VERSUS).next(NO_LIMIT)).isEmpty();
        assertThat(after(3, VERSUS).expected()).isZero();
    }

    @Test
    void thereAreAtMostAsManyAgain() {
        made(LOCAL, "nn").made(C, "n").made(LOCAL, "nn").made(C, "f");
        made(LOCAL, "nn").made(C, "f").made(LOCAL, "nn").made(C, "f");
        assertThat(after(2, VERSUS).next(NO_LIMIT)).isEmpty();
        assertThat(after(2, VERSUS).expected()).isZero();
        assertThat(after(2, VERSUS).lacking()).isEqualTo(Map.of(C, 1));
    }

    @Test
    void aPairLacksIfEitherSideDoesAndIsMadeAsAWhole() {
        made(LOCAL, "nnnfnn").made(C, "nnn").made(MPJ, "nnf");
        assertThat(after(3, VERSUS).lacking()).isEqualTo(Map.of(C, 2, MPJ, 1));
        List<String> round = names(after(3, VERSUS).next(NO_LIMIT));
        // Round 4 goes the other way round; the base encloses it all the same.
        assertThat(round)
                .hasSize(4)
                .startsWith("local 8 7")
                .endsWith("local 8 8")
                .contains("c 8 4", "mpj 8 4");
        assertThat(after(3, VERSUS).expected()).isEqualTo(2 * 4);
        made(LOCAL, "nn").made(C, "n").made(MPJ, "n");
        assertThat(after(3, VERSUS).lacking()).isEqualTo(Map.of(MPJ, 2));
        assertThat(names(after(3, VERSUS).next(NO_LIMIT))).containsExactly("local 8 9", "mpj 8 5", "local 8 10");
    }

    /** Bound to cores that are far apart, it is far for ever. */
    @Test
    void whatNeverCountsIsLaunchedNoMore() {
        made(LOCAL, "nnnfnn").made(C, "fff").made(MPJ, "nnn");
        assertThat(after(3, VERSUS).lacking()).isEqualTo(Map.of(C, 0, MPJ, 2));
        assertThat(names(after(3, VERSUS).next(NO_LIMIT)))
                .containsExactlyInAnyOrder("local 8 7", "mpj 8 4", "local 8 8");
    }

    @Test
    void aRoundThatBrokeOffIsFinishedFirst() {
        made(LOCAL, "nnnnnnn").made(C, "nnf");
        assertThat(names(after(3, VERSUS).next(NO_LIMIT))).containsExactly("c 8 4", "local 8 8");
        made(LOCAL, "n");
        assertThat(names(after(3, VERSUS).next(NO_LIMIT))).containsExactly("c 8 4");
        made(C, "n");
        assertThat(after(3, VERSUS).next(NO_LIMIT)).isEmpty();
    }

    /** A pair takes three launches of two seconds. */
    @Test
    void whatDoesNotFitAsAWholeIsNotBegun() {
        made(LOCAL, "nnnn").made(C, "nf").made(cell("local", "64"), "nnnf").made(WIDER, "nn");
        assertThat(after(2, VERSUS).next(11.9)).isEmpty();
        assertThat(after(2, VERSUS).next(12)).hasSize(6);
        assertThat(after(2, VERSUS).next(-1)).isEmpty();
    }

    /** Of two sizes, each with two pairs, only one pair is common: what speaks of every size has one. */
    @Test
    void pairsAreCommonToAllSizes() {
        made(LOCAL, "nnnnnn").made(C, "nfn").made(cell("local", "64"), "nnnnnn").made(WIDER, "nnf");
        assertThat(after(3, VERSUS).lacking()).isEqualTo(Map.of(C, 1, WIDER, 1));
        assertThat(names(after(3, VERSUS).next(NO_LIMIT)))
                .containsExactlyInAnyOrder("local 8 7", "c 8 4", "local 8 8", "local 64 7", "c 64 4", "local 64 8");
        made(LOCAL, "nnnn").made(C, "nn").made(cell("local", "64"), "nnnn").made(WIDER, "nn");
        assertThat(after(3, VERSUS).lacking()).isEmpty();
    }

    @Test
    void whatFailedOrWasCutIsLeftAsItIs() {
        made(LOCAL, "nnff").made(C, "nn").made(MPJ, "nn").made(WIDER, "ff");
        state.accept(new RunEvent.Launch(C.id(), 2, "x", 1, RunEvent.Outcome.failed, null, Failure.of("boom")));
        state.accept(new RunEvent.Cut(WIDER.id(), 2, 3, "spent"));
        assertThat(names(after(2, VERSUS).next(NO_LIMIT)))
                .contains("mpj 8 3")
                .noneMatch(name -> name.startsWith("c 8"));
        // Without its base there are no pairs.
        state.accept(new RunEvent.Launch(LOCAL.id(), 2, "x", 1, RunEvent.Outcome.failed, null, Failure.of("boom")));
        assertThat(names(after(2, VERSUS).next(NO_LIMIT))).noneMatch(name -> name.contains(" 8 "));
    }
}
