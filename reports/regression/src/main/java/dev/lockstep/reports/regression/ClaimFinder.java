package dev.lockstep.reports.regression;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Status;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RunState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sets each cell of a run against its base, launch by launch. */
final class ClaimFinder {
    private final Baseline versus;
    private final List<Cell> cells;
    private final Map<CellKey, JmhResult> results = new HashMap<>();
    private final Map<CellKey, List<Integer>> forks = new HashMap<>();
    private final List<Claim> claims = new ArrayList<>();

    ClaimFinder(RunData run, RunState state) {
        this.versus = state.baseline();
        this.cells = LineUp.of(run).cells().toList();
        state.byKey().forEach((key, cell) -> forks.put(key, cell.goodForks()));
        run.results().forEach(result -> results.put(result.key(), result));
    }

    List<Claim> claims() {
        Map<CellKey, Cell> bases = new LinkedHashMap<>();
        cells.stream()
                .filter(cell -> versus.isBase(cell.key()))
                .forEach(cell -> bases.put(versus.common(cell.key()), cell));
        for (Cell head : cells) {
            Cell base = bases.get(versus.common(head.key()));
            if (base != null && !versus.isBase(head.key())) {
                compare(base, head);
            }
        }
        return claims;
    }

    private void compare(Cell base, Cell head) {
        Optional<String> unfit = unfit("base", base).or(() -> unfit("head", head));
        add(base, head, "", unfit);
        boolean waiting = unfit.isEmpty() && base.synchronised() && head.synchronised();
        if (waiting
                && sample(base, Claim.SLOWEST).isPresent()
                && sample(head, Claim.SLOWEST).isPresent()) {
            add(base, head, Claim.SLOWEST, Optional.empty());
        }
    }

    private void add(Cell base, Cell head, String metric, Optional<String> unfit) {
        Optional<Sample> mine = sample(base, metric);
        Optional<Sample> other = sample(head, metric);
        Optional<String> why = unfit.or(() -> unequal(base, head, metric));
        SortedMap<Integer, Pair> pairs = why.isPresent()
                ? new TreeMap<>()
                : Pair.of(costs(base, metric, mine.orElseThrow()), costs(head, metric, other.orElseThrow()));
        claims.add(new Claim(
                base.key(),
                head.key(),
                versus.valueIn(head.key()).orElseThrow(),
                metric,
                mine.map(Row.Score::of),
                other.map(Row.Score::of),
                pairs,
                why.map(Finding::none).orElseGet(() -> Finding.of(pairs.values()))));
    }

    private Optional<Sample> sample(Cell cell, String metric) {
        JmhResult result = cell.good().isPresent() ? results.get(cell.key()) : null;
        Metric values = result == null
                ? null
                : metric.isEmpty() ? result.primary() : result.secondary().get(metric);
        return values == null ? Optional.empty() : Optional.of(Sample.of(result, values, result.jvm()));
    }

    /** Why a cell takes part in no claim; empty when it may. */
    private Optional<String> unfit(String side, Cell cell) {
        if (cell.status() instanceof Status.Failed failed) {
            return Optional.of(side + " failed: " + failed.reason());
        }
        if (cell.status() instanceof Status.LeftOut leftOut) {
            return Optional.of(side + " was left out: " + leftOut.reason());
        }
        if (sample(cell, "").isEmpty()) {
            return Optional.of(side + " was not measured");
        }
        return cell.conditions().oversubscribed()
                ? Optional.of(side + " is oversubscribed: more ranks × threads than cores")
                : Optional.empty();
    }

    /** Why no ratio can be taken of these numbers; empty when one can. */
    private Optional<String> unequal(Cell base, Cell head, String metric) {
        Sample mine = sample(base, metric).orElseThrow();
        Sample other = sample(head, metric).orElseThrow();
        if (!mine.unit().base().equals(other.unit().base())) {
            return Optional.of(
                    "unit: " + mine.unit().name() + " and " + other.unit().name());
        }
        if (better(head, metric, other).isEmpty()) {
            return Optional.of("which way scores in " + other.unit().name() + " are better is not known");
        }
        return unsound("base", base, mine).or(() -> unsound("head", head, other));
    }

    private Optional<String> unsound(String side, Cell cell, Sample sample) {
        int launches = forks.getOrDefault(cell.key(), List.of()).size();
        return launches == sample.forks().length
                ? sample.noRatio().map(text -> side + " has " + text)
                : Optional.of(side + " has results of " + sample.forks().length + " launches, and the journal knows of "
                        + launches);
    }

    private static Optional<Better> better(Cell cell, String metric, Sample sample) {
        return metric.isEmpty() ? Better.ofMode(cell.key().mode(), sample.unit()) : Better.ofUnit(sample.unit());
    }

    /** Logarithms of what each launch cost, by its number. */
    private Map<Integer, Double> costs(Cell cell, String metric, Sample sample) {
        int sign = better(cell, metric, sample).orElseThrow() == Better.LOWER ? 1 : -1;
        List<Integer> numbers = forks.get(cell.key());
        Map<Integer, Double> costs = new TreeMap<>();
        for (int i = 0; i < numbers.size(); i++) {
            costs.put(numbers.get(i), sign * Math.log(sample.forkMean(i)));
        }
        return costs;
    }
}
