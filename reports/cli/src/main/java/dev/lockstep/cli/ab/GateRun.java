package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.Progress;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.RowId;
import dev.lockstep.reports.regression.SequentialComparison;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One use of a {@link RegressionGate}. */
final class GateRun {
    private static final String BASE = "base";
    private static final String HEAD = "head";
    private static final String AGAIN = "again";

    private final Settings settings;
    private final Effort effort;
    private final Progress progress;
    private final Listing listing;
    private final Path out;
    private final Experiment experiment;
    private final SequentialComparison comparison;
    private final Set<String> unmeasured = new TreeSet<>();
    private final long start = System.nanoTime();

    GateRun(RegressionGate gate, Listing listing, Variant base, Variant head, Path out) {
        this.settings = gate.settings();
        this.effort = gate.effort();
        this.progress = gate.progress();
        this.listing = listing;
        this.out = out;
        Map<String, Variant> variants = new LinkedHashMap<>();
        variants.put(BASE, base);
        variants.put(HEAD, head);
        this.experiment = new Experiment(variants, out, progress);
        this.comparison = new SequentialComparison(settings, effort.looks().size());
    }

    Comparison result() throws IOException, InterruptedException {
        int lone = listing.baseOnly().size() + listing.headOnly().size();
        progress.expect(listing.both().size() * steps(effort.forks()) + lone, 4);
        for (String benchmark : listing.baseOnly()) {
            experiment.measure(List.of(BASE), benchmark, Map.of(), 1);
        }
        for (String benchmark : listing.headOnly()) {
            experiment.measure(List.of(HEAD), benchmark, Map.of(), 1);
        }
        List<String> notes = new ArrayList<>(List.of(effort.explained(looks())));
        if (comparison.regressed().isEmpty()) {
            return complete(comparison.result()).noting(notes);
        }
        notes.add(
                "What was called slower has been measured once more, and is called regressed only where the new launches by"
                        + " themselves say so too.");
        return complete(again(comparison.regressed())).noting(notes);
    }

    /** Measures; returns the numbers of forks at which it looked at the data. */
    private List<Integer> looks() throws IOException, InterruptedException {
        List<Integer> taken = new ArrayList<>();
        Map<String, Map<String, Set<String>>> pending = new LinkedHashMap<>();
        listing.both().forEach(benchmark -> pending.put(benchmark, Map.of()));
        boolean spent = false;
        int before = 0;
        for (int forks : effort.looks()) {
            for (Map.Entry<String, Map<String, Set<String>>> benchmark : pending.entrySet()) {
                spent = spent || (System.nanoTime() - start) / 1e9 > effort.budgetSeconds();
                if (!spent) {
                    experiment.measure(benchmark.getKey(), benchmark.getValue(), forks - before);
                } else if (before == 0) {
                    unmeasured.add(benchmark.getKey());
                }
            }
            comparison.look(experiment.suite(BASE, settings), experiment.suite(HEAD, settings));
            taken.add(forks);
            pending.clear();
            pending.putAll(byBenchmark(comparison.undecided()));
            pending.keySet().removeAll(experiment.givenUp());
            progress.say("after " + forks + " forks: " + comparison.regressed().size() + " slower, "
                    + comparison.undecided().size() + " nearly" + (spent ? "; the budget is spent" : ""));
            if (spent || pending.isEmpty()) {
                break;
            }
            progress.remaining(pending.size() * steps(forks));
            before = forks;
        }
        return taken;
    }

    /** Measures the flagged rows again, with as many launches as it took to call them slower. */
    private Comparison again(List<RowId> flagged) throws IOException, InterruptedException {
        Map<String, Integer> forks = comparison.result().rows().stream()
                .filter(row -> flagged.contains(row.id()))
                .collect(Collectors.toMap(
                        row -> row.id().benchmark(),
                        row -> row.base().orElseThrow().forks(),
                        Math::max));
        Experiment again = experiment.again(out.resolve(AGAIN));
        progress.say("measuring again what was called slower");
        progress.remaining(forks.values().stream().mapToInt(GateRun::steps).sum());
        for (Map.Entry<String, Map<String, Set<String>>> benchmark :
                byBenchmark(flagged).entrySet()) {
            again.measure(benchmark.getKey(), benchmark.getValue(), forks.get(benchmark.getKey()));
        }
        Map<String, String> broken = again.failures().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, failure -> failure.getValue().toString()));
        return comparison.confirmed(again.suite(BASE, settings), again.suite(HEAD, settings), broken);
    }

    /** The values of parameters that these rows have. Values with commas cannot be chosen by themselves. */
    private static Map<String, Map<String, Set<String>>> byBenchmark(List<RowId> rows) {
        Map<String, Map<String, Set<String>>> benchmarks = new LinkedHashMap<>();
        for (RowId row : rows) {
            Map<String, Set<String>> values = benchmarks.computeIfAbsent(row.benchmark(), b -> new TreeMap<>());
            row.params()
                    .forEach((name, value) ->
                            values.computeIfAbsent(name, n -> new TreeSet<>()).add(value));
        }
        benchmarks
                .values()
                .forEach(values -> values.values().removeIf(few -> few.stream().anyMatch(v -> v.contains(","))));
        return benchmarks;
    }

    /** Adds the rows that have too few numbers: they failed, or there was no time for them. */
    private Comparison complete(Comparison measured) {
        Map<String, Experiment.Failure> failures = experiment.failures();
        List<Row> rows = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        for (Row row : measured.rows()) {
            Experiment.Failure failure = failures.get(row.id().benchmark());
            rows.add(failure == null ? row : struck(row, failure));
            seen.add(row.id().benchmark());
        }
        failures.forEach((benchmark, failure) -> {
            if (!seen.contains(benchmark)) {
                rows.add(Row.unmeasured(benchmark, Verdict.NOT_COMPARABLE, failure.toString(), settings.floor()));
            }
        });
        for (String benchmark : unmeasured) {
            String why = "the budget was spent before it was measured";
            rows.add(Row.unmeasured(benchmark, Verdict.INCONCLUSIVE, why, settings.floor()));
        }
        return measured.with(rows);
    }

    /** Marks a row as failed if it has fewer forks on the failing variant than on the other. */
    private static Row struck(Row row, Experiment.Failure failure) {
        boolean inHead = failure.variant().equals(HEAD);
        int there = forks(inHead ? row.head() : row.base());
        int elsewhere = forks(inHead ? row.base() : row.head());
        if (there >= elsewhere || row.verdict() == Verdict.REGRESSED) {
            return row;
        }
        return inHead ? row.broken(failure.toString()) : row.judged(Verdict.NOT_COMPARABLE, failure.toString());
    }

    private static int forks(Optional<Row.Score> score) {
        return score.map(Row.Score::forks).orElse(0);
    }

    private static int steps(int forks) {
        return Experiment.steps(List.of(BASE, HEAD), forks).size();
    }
}
