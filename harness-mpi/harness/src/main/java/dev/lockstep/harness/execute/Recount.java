package dev.lockstep.harness.execute;

import dev.lockstep.harness.rank.RankThread;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.OperationCount;
import dev.lockstep.harness.run.Ops;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Settles counts and warm-ups beyond what each pilot says for itself: cells that are compared share a count, and a cell's first launch shows whether count and warm-up will do. It is discarded only
 * where it is worth nothing. What is settled is an event like a pilot's, and the last one holds.
 */
final class Recount {
    private static final int LONGER = 2;

    private final RunOptions options;
    private final RunState state;
    private final Consumer<RunEvent.Pilot> journal;
    private final Collection<List<Cell>> compared;

    /**
     * After the pilots.
     *
     * @param journal writes down what is settled, and has the state take it in
     */
    Recount(RunOptions options, RunState state, Consumer<RunEvent.Pilot> journal, List<Cell> cells) {
        this.options = options;
        this.state = state;
        this.journal = journal;
        Baseline versus = options.versus();
        Function<Cell, Object> group = cell -> versus.isNone() ? cell : versus.common(cell.key());
        this.compared = cells.stream()
                .filter(this::isCalibrated)
                .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    private boolean isCalibrated(Cell cell) {
        // Not where nothing was searched, with more threads than cores or by an older version.
        return options.ops().calibrates(cell)
                && state.cell(cell.id())
                        .calibration()
                        .filter(found -> found.steady() != null)
                        .isPresent();
    }

    /** Gives cells that are compared, and of which nothing is measured yet, one count where theirs allow it. */
    void share() {
        for (List<Cell> group : compared) {
            if (group.size() > 1 && group.stream().noneMatch(this::isMeasured)) {
                Map<Cell, RunEvent.Calibration> found = new LinkedHashMap<>();
                group.forEach(cell -> found.put(cell, found(cell)));
                count(found);
            }
        }
    }

    /** Settles what fills the iterations of these cells, which may be what is settled already. */
    private void count(Map<Cell, RunEvent.Calibration> found) {
        List<Double> costs = found.values().stream()
                .map(RunEvent.Calibration::wallNanosPerCall)
                .toList();
        long millis = options.iterationMillis(Collections.min(costs));
        OptionalInt shared = OperationCount.shared(costs, millis);
        String how = options.ops().chosenBy()
                + (found.size() > 1 && shared.isPresent() ? ", shared by what is compared" : "");
        found.forEach((cell, cost) -> {
            int n = Ops.atLeast(cell, shared.orElseGet(() -> OperationCount.count(cost.wallNanosPerCall(), millis)));
            RunEvent.Calibration settled = PilotResult.counting(options, cell, cost, n, how);
            if (!settled.equals(found(cell))) {
                settle(cell, settled);
            }
        });
    }

    /**
     * Mends what a launch shows of count and warm-up, and says whether it is not to count, but to be made again.
     *
     * @param followed whether there will be other launches of the cell
     * @return why; empty if it counts, as all do but a cell's first
     */
    Optional<String> discards(Cell cell, ForkOutcome outcome, boolean followed) {
        if (!outcome.ok()
                || isMeasured(cell)
                || found(cell).mended() != null
                || cell.layout().oversubscribed()
                || options.launch().debug().isPresent()) {
            return Optional.empty();
        }
        Optional<String> why = mendCount(cell, outcome.result().orElseThrow(), followed);
        if (why.isEmpty() && followed && outcome.warmupFalling()) {
            mendWarmup(cell);
        }
        return why;
    }

    /** Discards iterations that last less than a quarter of what they should; other misses are mended for the launches that follow. */
    private Optional<String> mendCount(Cell cell, BenchmarkResult result, boolean followed) {
        List<Cell> group = compared.stream()
                .filter(cells -> cells.contains(cell))
                .findFirst()
                .orElse(List.of());
        if (group.isEmpty()) {
            return Optional.empty();
        }
        RunEvent.Calibration found = found(cell);
        long millis = options.iterationMillis(found.wallNanosPerCall());
        double nanos = iterationNanos(found, scores(cell, result), millis * 1e6);
        boolean discarded = OperationCount.wasted(nanos, millis);
        boolean shared = group.size() > 1
                && group.stream().allMatch(other -> found(other).n() == found.n());
        if (!discarded && (shared || !followed || !OperationCount.missed(nanos, millis))) {
            return Optional.empty();
        }
        String why = String.format(
                Locale.ROOT, "iterations of %,d calls lasted %.3g ms, not %d ms", found.n(), nanos / 1e6, millis);
        Map<Cell, RunEvent.Calibration> costs = new LinkedHashMap<>();
        // What is measured keeps its count.
        (group.stream().anyMatch(this::isMeasured) ? List.of(cell) : group).forEach(one -> costs.put(one, found(one)));
        costs.put(cell, found.mended(nanos / (found.n() * found.wallNanosPerCall()), why));
        count(costs);
        return discarded && found(cell).n() != found.n() ? Optional.of(why) : Optional.empty();
    }

    /**
     * What an iteration lasted. Other load and cores that move make some longer, and none shorter: it is too long only if the shortest is.
     *
     * @param nanosPerCall of each iteration, the least first, by JMH's clock reads: barriers between operations lengthen an iteration in proportion
     */
    private static double iterationNanos(RunEvent.Calibration found, double[] nanosPerCall, double target) {
        double nanos = found.n() * found.wallNanosPerCall() / found.nanosPerCall();
        double median = nanos * nanosPerCall[nanosPerCall.length / 2];
        return median < target ? median : Math.max(target, nanos * nanosPerCall[0]);
    }

    private static double[] scores(Cell cell, BenchmarkResult result) {
        double nanos =
                result.getParams().getTimeUnit().toNanos(1) * cell.benchmark().operationsPerCall();
        return result.getIterationResults().stream()
                .mapToDouble(iteration -> calls(iteration).getScore() * nanos)
                .sorted()
                .toArray();
    }

    /** What says how long its calls took. */
    private static Result<?> calls(IterationResult iteration) {
        Result<?> apart = iteration.getSecondaryResults().get(RankThread.CALLS);
        return apart == null ? iteration.getPrimaryResult() : apart;
    }

    /** Never where both sides of a comparison have theirs from one place. A busy machine looks the same, so the launch counts, and its mark says what it is. */
    private void mendWarmup(Cell cell) {
        RunEvent.Calibration found = found(cell);
        int before = options.effort().warmupIterations(found);
        int longer = LONGER * before;
        if (before > 0
                && longer <= OperationCount.MOST_WARMUPS
                && options.ops().warmupIterations(cell).isEmpty()) {
            String why = "it was still getting faster after a warm-up of " + before + " iterations";
            settle(cell, found.mended(1, why).with(found.n(), found.chosenBy(), longer, found.warmupCapped() != null));
        }
    }

    private RunEvent.Calibration found(Cell cell) {
        return state.cell(cell.id()).calibration().orElseThrow();
    }

    private boolean isMeasured(Cell cell) {
        return !state.cell(cell.id()).launches().isEmpty();
    }

    private void settle(Cell cell, RunEvent.Calibration found) {
        journal.accept(RunEvent.Pilot.ok(cell.key(), found));
    }
}
