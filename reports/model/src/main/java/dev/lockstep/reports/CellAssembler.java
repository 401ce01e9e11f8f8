package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.CellState;
import dev.lockstep.run.MetricNames;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.PlacementChoice.Layout;
import dev.lockstep.run.placement.PlacementChoice.Readings;
import dev.lockstep.run.placement.PlacementChoice.Shown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Puts together what the files of a run say about each cell. */
final class CellAssembler {
    private final RunData run;
    private final Map<CellKey, Unit> units;
    private final Map<CellKey, Map<String, Double>> rankMeans;
    private final Map<CellKey, Integer> serving;
    private final Counting counting;

    /** Whether an iteration of a cell without its mode counts: launches and iterations have numbers from 1. */
    private interface Counting {
        boolean has(CellKey key, int fork, int iteration);
    }

    /** Notes the unit of each cell that has a score in {@code units}. */
    CellAssembler(RunData run, Map<CellKey, Unit> units) {
        this.run = run;
        this.units = units;
        this.counting = counting(run);
        this.rankMeans = rankMeans(run, counting);
        this.serving = serving(run);
    }

    /** Planned cells first, in the order of the plan, then results that nobody planned. */
    Collection<Cell> cells() {
        Map<CellKey, JmhResult> results = new LinkedHashMap<>();
        run.results().forEach(result -> results.put(result.key(), result));
        List<Cell> cells = new ArrayList<>();
        run.state()
                .map(RunState::byKey)
                .orElse(Map.of())
                .forEach((key, record) -> cells.add(planned(key, record, Optional.ofNullable(results.remove(key)))));
        results.forEach((key, result) -> cells.add(new Cell(
                key,
                new Status.Ok(),
                Optional.of(measured(result, List.of())),
                Optional.empty(),
                result.batchSize(),
                Cell.Conditions.UNKNOWN,
                Reported.byName(key.benchmark()))));
        return cells;
    }

    private Cell planned(CellKey key, CellState state, Optional<JmhResult> result) {
        Status status = state.failureText()
                .<Status>map(Status.Failed::new)
                .orElseGet(() -> result.isPresent() ? new Status.Ok() : withoutResult(state));
        RunEvent.Planned cell = state.planned().orElseThrow();
        Optional<RunEvent.Calibration> pilot = state.calibration();
        Cell.Conditions conditions = new Cell.Conditions(
                cell.oversubscribed(),
                state.hasFewerForks() || lacksLaunches(key, state) || ChosenResults.missing(state, result) > 0,
                state.isWarmupFalling(),
                cell.synchronisation(),
                pilot.map(RunEvent.Calibration::chosenBy).orElse(""),
                nanos(result, MetricNames.FLOOR),
                nanos(result, MetricNames.SKEW),
                pilot.map(RunEvent.Calibration::selfCheck).orElse(""),
                Objects.requireNonNullElse(cell.scored(), ""),
                Objects.requireNonNullElse(cell.emulated(), ""),
                Objects.requireNonNullElse(cell.how(), ""),
                Objects.requireNonNullElse(cell.medium(), ""));
        long n = pilot.map(found -> (long) found.n())
                .filter(count -> count > 0)
                .orElseGet(() -> result.map(r -> (long) r.batchSize()).orElse(0L));
        return new Cell(
                key,
                status,
                result.map(r -> measured(r, state.goodForks())),
                Optional.empty(),
                n,
                conditions,
                Reported.of(cell));
    }

    /** Of a metric that is in nanoseconds; empty if it is missing, or not known of every iteration. */
    private static OptionalDouble nanos(Optional<JmhResult> result, String metric) {
        return result.flatMap(r -> finite(r.secondary().get(metric), List.of()))
                .map(Launches::mean)
                .filter(nanos -> nanos > 0)
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }

    /** Whether fewer of its launches than planned count where it ran in several placements. */
    private boolean lacksLaunches(CellKey key, CellState state) {
        Shown shown = run.chosen().shown().get(key);
        return shown != null
                && !shown.elsewhere()
                && shown.iterations().stream().anyMatch(List::isEmpty)
                && shown.iterations().stream()
                                .filter(launch -> !launch.isEmpty())
                                .count()
                        < state.forks().orElse(0);
    }

    private static Status withoutResult(CellState state) {
        return state.leftOut().<Status>map(Status.LeftOut::new).orElseGet(Status.Unfinished::new);
    }

    private Measured measured(JmhResult result, List<Integer> forks) {
        Metric primary = result.primary();
        units.put(result.key(), primary.unit());
        Map<String, Metric> others = new HashMap<>(result.secondary());
        others.keySet().removeAll(Set.of(MetricNames.FLOOR, MetricNames.SKEW));
        others.keySet().removeIf(CellAssembler::isHop);
        Shown shown = run.chosen().shown().get(result.key());
        List<Measured.Iteration> placed = placed(run.chosen().all().get(result.key()), forks);
        return new Measured(
                Launches.of(primary, forks).times(primary.unit().nanos()),
                primary.raw().stream().mapToInt(List::size).sum(),
                finite(others.remove(MetricNames.FASTEST), forks),
                finite(others.remove(MetricNames.SLOWEST), forks),
                rankMeans.getOrDefault(result.key().withoutMode(), Map.of()),
                serving.getOrDefault(result.key().withoutMode(), 0),
                coreToCore(result.key().withoutMode(), placed),
                run.chosen().all().get(result.key()).probed().layout(),
                placed,
                shown.placement().isEmpty()
                        && placed.stream()
                                        .map(Measured.Iteration::place)
                                        .distinct()
                                        .count()
                                > 1,
                run.chosen().elsewhere(result.key()),
                primary.isDrifting(shown.iterations()),
                others);
    }

    private static boolean isHop(String metric) {
        return metric.startsWith(PlacementChoice.BEFORE + ".") || metric.startsWith(PlacementChoice.AFTER + ".");
    }

    /** Where the iterations of a cell ran, as far as they were probed. */
    private List<Measured.Iteration> placed(JmhResult all, List<Integer> forks) {
        List<List<Readings>> launches = all.probed().launches();
        List<List<Double>> scores = all.primary().raw();
        List<Measured.Iteration> placed = new ArrayList<>();
        for (int i = 0; i < launches.size(); i++) {
            for (int k = 0; k < launches.get(i).size(); k++) {
                Readings probe = launches.get(i).get(k);
                Layout layout = all.probed().layout();
                String place = run.chosen().choice().place(layout, probe);
                if (!place.isEmpty()) {
                    placed.add(new Measured.Iteration(
                            forks.size() == launches.size() ? forks.get(i) : i + 1,
                            k + 1,
                            place,
                            run.chosen().choice().nanos(layout, probe),
                            scores.get(i).get(k) * all.primary().unit().nanos()));
                }
            }
        }
        return placed;
    }

    private Optional<Launches> coreToCore(CellKey key, List<Measured.Iteration> placed) {
        SortedMap<Integer, Double> byFork = placed.stream()
                .filter(iteration -> counting.has(key, iteration.fork(), iteration.number()))
                .collect(Collectors.groupingBy(
                        Measured.Iteration::fork, TreeMap::new, Collectors.averagingDouble(Measured.Iteration::probe)));
        return byFork.isEmpty() ? Optional.empty() : Optional.of(Launches.of(Double.NaN, byFork));
    }

    private static Optional<Launches> finite(Metric metric, List<Integer> forks) {
        return metric == null || !Double.isFinite(metric.score())
                ? Optional.empty()
                : Optional.of(Launches.of(metric, forks).times(metric.unit().nanos()));
    }

    private static Map<CellKey, Map<String, Double>> rankMeans(RunData run, Counting counting) {
        return run.ranks().stream()
                .filter(sample -> !sample.warmup() && !sample.rank().isEmpty())
                .filter(row -> counting.has(row.key(), row.fork(), row.iteration()))
                .collect(Collectors.groupingBy(
                        RankRow::key,
                        Collectors.groupingBy(
                                RankRow::rank,
                                () -> new TreeMap<>(java.util.Comparator.comparing(String::length)
                                        .thenComparing(rank -> rank)),
                                Collectors.averagingDouble(sample ->
                                        sample.score() * Unit.of(sample.unit()).nanos()))));
    }

    private static Map<CellKey, Integer> serving(RunData run) {
        return run.ranks().stream()
                .filter(row -> row.scored().equals(RankRow.UNSCORED))
                .collect(Collectors.groupingBy(
                        RankRow::key,
                        Collectors.mapping(
                                RankRow::rank, Collectors.collectingAndThen(Collectors.toSet(), Set::size))));
    }

    private static Counting counting(RunData run) {
        Map<CellKey, Map<Integer, Set<Integer>>> some = new HashMap<>();
        run.chosen().shown().forEach((key, shown) -> {
            List<List<Integer>> launches = shown.iterations();
            List<Integer> forks = run.state()
                    .map(state -> state.byKey().get(key))
                    .map(CellState::goodForks)
                    .filter(numbers -> numbers.size() == launches.size())
                    .orElseGet(() ->
                            IntStream.rangeClosed(1, launches.size()).boxed().toList());
            Map<Integer, Set<Integer>> mine = new HashMap<>();
            for (int i = 0; i < launches.size(); i++) {
                mine.put(forks.get(i), Set.copyOf(launches.get(i)));
            }
            some.put(key.withoutMode(), mine);
        });
        return (key, fork, iteration) -> !some.containsKey(key)
                || some.get(key).getOrDefault(fork, Set.of()).contains(iteration - 1);
    }
}
