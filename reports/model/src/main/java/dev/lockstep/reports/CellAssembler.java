package dev.lockstep.reports;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Puts together what the files of a run say about each cell. */
final class CellAssembler {
    private final RunData run;
    private final Map<CellKey, Unit> units;
    private final Map<CellKey, Map<String, Double>> rankMeans;

    /** Notes the unit of each cell that has a score in {@code units}. */
    CellAssembler(RunData run, Map<CellKey, Unit> units) {
        this.run = run;
        this.units = units;
        this.rankMeans = rankMeans(run.samples());
    }

    /** Planned cells first, in the order of the plan, then results that nobody planned. */
    Collection<Cell> cells() {
        Map<CellKey, JmhResult> results = new LinkedHashMap<>();
        run.results().forEach(result -> results.put(result.key(), result));
        List<Cell> cells = new ArrayList<>();
        run.journal()
                .map(Journal::cells)
                .orElse(Map.of())
                .forEach((key, record) -> cells.add(planned(key, record, Optional.ofNullable(results.remove(key)))));
        results.forEach((key, result) -> cells.add(new Cell(
                key,
                new Status.Ok(),
                Optional.of(measured(result)),
                OptionalDouble.empty(),
                result.batchSize(),
                Cell.Conditions.UNKNOWN,
                Reported.byName(key.row().benchmark()))));
        return cells;
    }

    private Cell planned(CellKey key, CellRecord record, Optional<JmhResult> result) {
        Status status = record.failure()
                .<Status>map(Status.Failed::new)
                .orElseGet(() -> result.isPresent() ? new Status.Ok() : withoutResult(record));
        Cell.Conditions conditions = new Cell.Conditions(
                record.planned().oversubscribed(),
                record.fewerForks(),
                record.warmupFalling(),
                record.planned().synchronisation(),
                record.pilot().map(JournalEvent.Pilot::chosenBy).orElse(""),
                record.pilot().map(JournalEvent.Pilot::floorNanos).orElse(OptionalDouble.empty()),
                record.pilot().map(JournalEvent.Pilot::selfCheck).orElse(""));
        long n = record.pilot()
                .map(JournalEvent.Pilot::n)
                .filter(count -> count > 0)
                .orElseGet(() -> result.map(r -> (long) r.batchSize()).orElse(0L));
        return new Cell(
                key,
                status,
                result.map(this::measured),
                OptionalDouble.empty(),
                n,
                conditions,
                record.planned().reported());
    }

    private static Status withoutResult(CellRecord record) {
        return record.leftOut().<Status>map(Status.LeftOut::new).orElseGet(Status.Unfinished::new);
    }

    private Measured measured(JmhResult result) {
        Metric primary = result.primary();
        units.put(result.key(), primary.unit());
        double nanos = primary.unit().nanos();
        Map<String, Metric> others = new HashMap<>(result.secondary());
        return new Measured(
                primary.score() * nanos,
                primary.spread().scaled(nanos),
                primary.forkMeans().stream().map(mean -> mean * nanos).toList(),
                primary.raw().stream().mapToInt(List::size).sum(),
                scoreOf(others.remove(Measured.FASTEST)),
                scoreOf(others.remove(Measured.SLOWEST)),
                rankMeans.getOrDefault(withoutMode(result.key()), Map.of()),
                others);
    }

    private static OptionalDouble scoreOf(Metric metric) {
        return metric == null || !Double.isFinite(metric.score())
                ? OptionalDouble.empty()
                : OptionalDouble.of(metric.score() * metric.unit().nanos());
    }

    private static Map<CellKey, Map<String, Double>> rankMeans(List<RankSample> samples) {
        return samples.stream()
                .filter(sample -> !sample.warmup() && !sample.rank().isEmpty())
                .collect(Collectors.groupingBy(
                        RankSample::key,
                        Collectors.groupingBy(
                                RankSample::rank,
                                () -> new TreeMap<>(java.util.Comparator.comparing(String::length)
                                        .thenComparing(rank -> rank)),
                                Collectors.averagingDouble(
                                        sample -> sample.score() * sample.unit().nanos()))));
    }

    /** As ranks.csv, which does not say the mode, has it. */
    private static CellKey withoutMode(CellKey key) {
        RowKey row = key.row();
        return new CellKey(new RowKey(row.benchmark(), "", row.params(), row.threads()), key.column());
    }
}
