package dev.lockstep.reports.regression;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Status;
import dev.lockstep.reports.regression.Paired.Pair;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.MetricNames;
import dev.lockstep.run.RunState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The rows of a run that compares within itself: each cell against its base, launch by launch. */
final class PairedRows {
    private final RunData run;
    private final Baseline versus;
    private final List<Cell> cells;
    private final Map<CellKey, JmhResult> results = new HashMap<>();
    private final Map<CellKey, List<Integer>> forks = new HashMap<>();
    /** Launches of base and of head that count, and that ran elsewhere, of rows that are taken together for that. */
    private final Map<List<Object>, int[][]> launches = new HashMap<>();

    private final List<Row> rows = new ArrayList<>();

    PairedRows(RunData run, RunState state) {
        this.run = run;
        this.versus = state.baseline();
        this.cells = LineUp.of(run).cells().toList();
        state.byKey().forEach((key, cell) -> forks.put(key, cell.goodForks()));
        run.results().forEach(result -> results.put(result.key(), result));
    }

    List<Row> all() {
        Map<CellKey, Cell> bases = new LinkedHashMap<>();
        cells.stream()
                .filter(cell -> versus.isBase(cell.key()))
                .forEach(cell -> bases.put(versus.common(cell.key()), cell));
        List<Cell> heads = cells.stream()
                .filter(cell -> !versus.isBase(cell.key()) && bases.containsKey(versus.common(cell.key())))
                .toList();
        heads.forEach(head -> count(bases.get(versus.common(head.key())), head));
        heads.forEach(head -> compare(bases.get(versus.common(head.key())), head));
        return rows;
    }

    /** Rows of one layout and one value of what is compared; that of the head gives the base's. */
    private List<Object> together(Cell head) {
        return List.of(head.layout(), versus.valueIn(head.key()));
    }

    /** Counts what a row's launches say of where its sides run: also those of a cell of which none counts. */
    private void count(Cell base, Cell head) {
        if (runs(base) && runs(head) && isProbed(base) == isProbed(head)) {
            int[][] sides = launches.computeIfAbsent(together(head), key -> new int[2][2]);
            count(base, sides[0]);
            count(head, sides[1]);
        }
    }

    private boolean runs(Cell cell) {
        return cell.isElsewhere() || unfit("", cell).isEmpty();
    }

    private boolean isProbed(Cell cell) {
        return results.get(cell.key()).probed().isProbed();
    }

    private void count(Cell cell, int[] thereAndElsewhere) {
        int there = run.counting(cell.key());
        thereAndElsewhere[0] += there;
        thereAndElsewhere[1] += sample(cell, "").orElseThrow().measured() - there;
    }

    private void compare(Cell base, Cell head) {
        Optional<String> unfit = unfit("base", base).or(() -> unfit("head", head));
        add(base, head, "", unfit);
        boolean waiting = unfit.isEmpty() && base.synchronised() && head.synchronised();
        if (waiting
                && sample(base, MetricNames.SLOWEST).isPresent()
                && sample(head, MetricNames.SLOWEST).isPresent()) {
            add(base, head, MetricNames.SLOWEST, Optional.empty());
        }
    }

    private void add(Cell base, Cell head, String metric, Optional<String> unfit) {
        RowId id = new RowId(head.key(), metric);
        Optional<Sample> mine = sample(base, metric);
        Optional<Sample> other = sample(head, metric);
        Optional<String> why = unfit.or(() -> unequal(base, mine.orElseThrow(), head, other.orElseThrow(), id));
        Row row = Row.paired(
                id,
                mine.map(Row.Score::of),
                other.map(Row.Score::of),
                why.isPresent()
                        ? new TreeMap<>()
                        : Pair.of(costs(base, mine.orElseThrow(), id), costs(head, other.orElseThrow(), id)));
        rows.add(
                why.isPresent()
                        ? row.judged(Verdict.NO_CLAIM, why.get())
                        : qualified(row, base, mine.orElseThrow(), head, other.orElseThrow()));
    }

    /**
     * A ratio of what was still warming or changing is no claim, nor is one that may be of where it ran; where the two
     * differ in what fills an iteration, it says with how many.
     */
    private Row qualified(Row row, Cell base, Sample mine, Cell head, Sample other) {
        List<String> words = new ArrayList<>(List.of(row.why()));
        unsteady("base", base, words);
        unsteady("head", head, words);
        Optional.ofNullable(launches.get(together(head)))
                .flatMap(sides -> Chosen.bias(sides, "where the numbers are from", base.layout()))
                .ifPresent(words::add);
        Verdict verdict = words.size() > 1 ? Verdict.NO_CLAIM : row.verdict();
        if (mine.n() != other.n()) {
            words.add(Comparability.counts(mine.n(), other.n()));
        }
        words.removeIf(String::isEmpty);
        return row.judged(verdict, String.join("; ", words));
    }

    private static void unsteady(String side, Cell cell, List<String> words) {
        if (cell.conditions().warmupFalling()) {
            words.add(side + " was still warming: it takes a longer --warmup");
        }
        if (cell.good().orElseThrow().drifting()) {
            words.add(side + " was still changing while it was measured");
        }
    }

    private Optional<Sample> sample(Cell cell, String metric) {
        JmhResult result = cell.good().isPresent() ? results.get(cell.key()) : null;
        Metric values = result == null
                ? null
                : metric.isEmpty() ? result.primary() : result.secondary().get(metric);
        return values == null ? Optional.empty() : Optional.of(Sample.of(result, values));
    }

    /** The reason why a cell takes part in no claim; empty when it may. */
    private Optional<String> unfit(String side, Cell cell) {
        if (cell.status() instanceof Status.Failed failed) {
            return Optional.of(side + " failed: " + failed.reason());
        }
        if (cell.status() instanceof Status.LeftOut leftOut) {
            return Optional.of(side + " was left out: " + leftOut.reason());
        }
        Optional<String> elsewhere = cell.good().flatMap(Measured::elsewhere);
        if (elsewhere.isPresent()) {
            return Optional.of(side + " ran elsewhere: " + elsewhere.get());
        }
        if (sample(cell, "").isEmpty()) {
            return Optional.of(side + " was not measured");
        }
        if (!cell.conditions().emulated().isEmpty()) {
            return Optional.of(side + " is emulated: " + cell.conditions().emulated());
        }
        return cell.conditions().oversubscribed()
                ? Optional.of(side + " is " + Comparability.OVERSUBSCRIBED)
                : Optional.empty();
    }

    /** The reason why no ratio can be taken of these numbers; empty when one can. */
    private Optional<String> unequal(Cell base, Sample mine, Cell head, Sample other, RowId id) {
        return Comparability.units(mine.unit(), other.unit())
                .or(() -> Better.of(id, other.unit()).isPresent()
                        ? Optional.empty()
                        : Optional.of("it is unknown whether higher or lower scores in "
                                + other.unit().name() + " are better"))
                .or(() -> unsound("base", base, mine))
                .or(() -> unsound("head", head, other));
    }

    private Optional<String> unsound(String side, Cell cell, Sample sample) {
        int launches = forks.getOrDefault(cell.key(), List.of()).size();
        return launches == sample.measured()
                ? sample.noRatio(Sample.Launch::mean).map(text -> side + " has " + text)
                : Optional.of(side + " has results of " + sample.measured() + " launches, and the journal knows of "
                        + launches);
    }

    /** Logarithms of what each launch that counts cost, by its number. */
    private Map<Integer, Double> costs(Cell cell, Sample sample, RowId id) {
        double[] all = sample.costs(Better.of(id, sample.unit()).orElseThrow(), Sample.Launch::mean);
        Map<Integer, Double> costs = new TreeMap<>();
        for (int i = 0; i < all.length; i++) {
            costs.put(forks.get(cell.key()).get(sample.launches().get(i).place()), all[i]);
        }
        return costs;
    }
}
