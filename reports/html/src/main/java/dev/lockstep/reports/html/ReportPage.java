package dev.lockstep.reports.html;

import dev.lockstep.reports.Calls;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.CostLadder;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Spread;
import dev.lockstep.reports.published.Published;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.Environment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The data of the report's template.
 *
 * @param run as it was read
 * @param lineUp computed from it
 * @param identity when, where, on what
 * @param ladder the first picture; empty of a run that is about something else
 * @param sentences what the run shows, at most five
 * @param failures what failed
 * @param leftOut what else is missing
 * @param claims of a run that compares within itself
 * @param charts to be drawn, but for those of other sections
 * @param stages tables of them
 * @param placements where the cores were, as far as they were probed
 * @param distributions of single operations, in the line-up's order
 * @param calls of communicators, where they were counted
 * @param checksums which columns moved the same messages, where that was asked for
 * @param links to the raw files, relative to the report: name to address
 */
public record ReportPage(
        RunData run,
        LineUp lineUp,
        Identity identity,
        Optional<Ladder> ladder,
        List<String> sentences,
        List<Problem> failures,
        List<Problem> leftOut,
        Optional<ClaimsSection> claims,
        List<Chart> charts,
        List<StageTable> stages,
        PlacementsSection placements,
        Distributions distributions,
        List<Calls> calls,
        List<String> checksums,
        Map<String, String> links) {

    /**
     * One figure of the verdict.
     *
     * @param count how many
     * @param label of what
     * @param tone how it is coloured: good, bad, warn or plain
     */
    public record Verdict(long count, String label, String tone) {}

    static ReportPage of(RunData run, Map<String, String> links, List<Published> published) {
        LineUp lineUp = LineUp.of(run);
        List<StageTable> stages = StageTable.of(lineUp);
        Optional<ClaimsSection> claims = ClaimsSection.of(run);
        Optional<Ladder> ladder = claims.isPresent() ? Optional.empty() : Ladder.of(lineUp);
        List<CostLadder> costs = CostLadder.of(lineUp);
        Set<CellKey> shown = Stream.of(
                        costs.stream()
                                .flatMap(cost -> Stream.concat(
                                        Stream.of(cost.base()),
                                        cost.steps().stream().map(CostLadder.Step::cell)))
                                .map(Cell::key),
                        stages.stream().flatMap(table -> table.cells().stream()),
                        ladder.stream()
                                .flatMap(Ladder::rungs)
                                .flatMap(rung -> rung.cell().stream())
                                .map(Cell::key))
                .flatMap(keys -> keys)
                .collect(Collectors.toSet());
        Map<Boolean, List<Problem>> problems =
                Problem.of(run, lineUp).stream().collect(Collectors.partitioningBy(Problem::failed));
        return new ReportPage(
                run,
                lineUp,
                Identity.of(run),
                ladder,
                ladder.map(Answers::of).filter(said -> !said.isEmpty()).orElseGet(() -> Clearest.of(lineUp, claims)),
                problems.get(true),
                problems.get(false),
                claims,
                Stream.concat(Charts.of(run, lineUp, shown, published).stream(), Waterfalls.of(costs).stream())
                        .sorted(Comparator.comparing(ReportPage::place))
                        .toList(),
                stages,
                PlacementsSection.of(lineUp),
                Distributions.of(run, lineUp),
                Calls.of(lineUp),
                checksums(lineUp),
                links);
    }

    /** Calls by cell, in words. */
    public Map<String, List<Calls>> callsByCell() {
        return calls.stream()
                .collect(Collectors.groupingBy(
                        call -> Names.cell(call.cell().key()), LinkedHashMap::new, Collectors.toList()));
    }

    /** Sentences that say which columns moved the same messages. */
    static List<String> checksums(LineUp lineUp) {
        return Calls.checksums(lineUp).entrySet().stream()
                .map(row -> Names.brief(row.getKey(), "") + ": " + row.getValue())
                .toList();
    }

    /** Lines first, then where time goes, then bars. */
    private static int place(Chart chart) {
        return chart instanceof Chart.Lines ? 0 : chart instanceof Chart.Waterfall ? 1 : 2;
    }

    /** The figures of the verdict. A count of 0 is left out, except for failures. */
    public List<Verdict> verdicts() {
        List<Verdict> all = new ArrayList<>();
        long ok = lineUp.countOk();
        long missed = RateSweep.found(lineUp);
        long failed = lineUp.count(Cell.Flag.FAILED) - missed;
        all.add(new Verdict(ok, ok == 1 ? "cell ok" : "cells ok", ok > 0 ? "good" : "plain"));
        all.add(new Verdict(failed, "failed", failed > 0 ? "bad" : "plain"));
        all.add(new Verdict(missed, missed == 1 ? "rate missed" : "rates missed", "plain"));
        all.add(new Verdict(lineUp.count(Cell.Flag.UNFINISHED), "not run", "bad"));
        all.add(new Verdict(lineUp.count(Cell.Flag.FEWER_FORKS), "with fewer forks", "warn"));
        all.add(new Verdict(lineUp.count(Cell.Flag.OVERSUBSCRIBED), "oversubscribed", "warn"));
        all.add(new Verdict(lineUp.count(Cell.Flag.EMULATED), "emulated", "warn"));
        all.add(new Verdict(lineUp.count(Cell.Flag.WARMING), "still warming", "warn"));
        all.add(new Verdict(lineUp.count(Cell.Flag.ELSEWHERE), "elsewhere", "warn"));
        all.add(new Verdict(lineUp.count(Cell.Flag.DRIFTING), "still changing", "warn"));
        all.add(new Verdict(lineUp.count(Cell.Flag.SKEWED), "near their skew", "plain"));
        all.add(new Verdict(lineUp.count(Cell.Flag.MOVED), "in several placements", "warn"));
        all.add(new Verdict(lineUp.count(Cell.Flag.UNCHECKED), "not self-checked", "warn"));
        all.add(new Verdict(run.leftOut().size(), "left out", "plain"));
        return all.stream()
                .filter(verdict -> verdict.count() > 0 || verdict.label().equals("failed"))
                .toList();
    }

    public List<Chart> allCharts() {
        List<Chart> ofClaims = claims.map(ClaimsSection::charts).orElse(List.of());
        List<Chart> stacks =
                stages.stream().flatMap(table -> table.stack().stream()).toList();
        return Stream.of(ofClaims, charts, stacks, placements.charts(), distributions.charts())
                .flatMap(List::stream)
                .toList();
    }

    /** The names of the files that draw the charts. */
    public List<String> kindsOfCharts() {
        return allCharts().stream().map(Chart::kind).distinct().toList();
    }

    /** The meanings of the error bars here; empty when there is no cell. */
    public String errorBars() {
        return lineUp.spreads().stream().map(Spread.Kind::meaning).collect(Collectors.joining("; "));
    }

    public static String style(LineUp.Table table, Cell cell) {
        String reference = table.reference(cell.column()).isEmpty() ? "ref " : "";
        return reference + (cell.conditions().oversubscribed() ? "over" : "");
    }

    /** The reference of a column's ratios; empty when it has none. */
    public static String reference(LineUp.Table table, Column column) {
        return table.reference(column).map(Column::label).orElse("");
    }

    /** The environment by group, in the order recorded. */
    public Map<String, List<Environment.Field>> environment() {
        return run.environment()
                .map(environment -> environment.fields().stream()
                        .collect(Collectors.groupingBy(
                                Environment.Field::group, LinkedHashMap::new, Collectors.toList())))
                .orElseGet(LinkedHashMap::new);
    }

    /** The communicators, usable or not. */
    public List<Environment.Backend> backends() {
        return run.environment().map(Environment::backends).orElse(List.of());
    }

    /** Whether any cell carries this flag. */
    public boolean has(Cell.Flag flag) {
        return lineUp.count(flag) > 0;
    }
}
