package dev.lockstep.reports.html;

import dev.lockstep.reports.RunData;
import dev.lockstep.reports.regression.Claims;
import dev.lockstep.reports.regression.Words;
import dev.lockstep.run.Baseline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The part of a report about a comparison within the run.
 *
 * @param versus what was compared
 * @param groups by benchmark, in the line-up's order
 * @param charts one for each benchmark of which there are ratios
 */
public record ClaimsSection(Baseline versus, List<Group> groups, List<Chart> charts) {
    private static final TextTable<ClaimRow> FIGURES = new TextTable<>(List.of(
            TextTable.number("base", claim -> claim.score(claim.row().base())),
            TextTable.number("head", claim -> claim.score(claim.row().head())),
            TextTable.number("ratio", claim -> Words.ratio(claim.row())),
            TextTable.range("95% interval", claim -> Words.interval(claim.row())),
            TextTable.number("A/A", ClaimRow::same),
            TextTable.range("95% interval", ClaimRow::sameInterval),
            TextTable.number("pairs", ClaimRow::pairs),
            TextTable.words("verdict", ClaimRow::verdict)));

    /**
     * The claims of one benchmark.
     *
     * @param benchmark class and method
     * @param rows single cells, then several sizes together
     */
    public record Group(String benchmark, List<ClaimRow> rows) {
        /** The benchmark in words. */
        public String title() {
            return Names.title(benchmark);
        }
    }

    /** The claims of a run; empty when the run compares nothing. */
    static Optional<ClaimsSection> of(RunData run) {
        return Claims.of(run).map(claims -> {
            Map<String, List<ClaimRow>> byBenchmark = new LinkedHashMap<>();
            Stream.concat(
                            claims.rows().stream().map(ClaimRow::of),
                            claims.overSizes().stream().map(ClaimRow::of))
                    .forEach(claim -> byBenchmark
                            .computeIfAbsent(claim.row().id().benchmark(), name -> new ArrayList<>())
                            .add(claim));
            List<Group> groups = new ArrayList<>();
            byBenchmark.forEach((benchmark, rows) -> groups.add(new Group(benchmark, List.copyOf(rows))));
            return new ClaimsSection(claims.versus(), List.copyOf(groups), ForestCharts.of(claims, groups));
        });
    }

    /** A sentence about what the numbers are. */
    public String caption() {
        return "What each costs over " + versus + ", from pairs of alternating launches: above 1 is slower."
                + " A/A is the same ratio of the base to itself.";
    }

    List<ClaimRow> rows() {
        return groups.stream().flatMap(group -> group.rows().stream()).toList();
    }

    /** An aligned table under a line that says what it is. */
    String text() {
        return "\nClaims. " + TextTable.visible(caption()) + "\n"
                + FIGURES.after(TextTable.cells(
                                ClaimRow::name, claim -> claim.row().id().cell()))
                        .aligned(rows());
    }

    void markdown(StringBuilder out) {
        out.append("\n## Claims\n\n").append(SummaryWriter.escape(caption())).append("\n");
        FIGURES.after(List.of(
                        TextTable.words(
                                "benchmark",
                                claim -> Names.title(claim.row().id().benchmark()) + ", " + claim.label()),
                        TextTable.words("where", ClaimRow::where)))
                .markdown(rows(), out);
    }
}
