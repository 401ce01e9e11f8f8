package dev.lockstep.reports.html;

import dev.lockstep.reports.RunData;
import dev.lockstep.reports.regression.Claims;
import dev.lockstep.run.Baseline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the report shows of a comparison within the run.
 *
 * @param versus what was compared
 * @param groups by benchmark, in the line-up's order
 * @param charts one for each benchmark of which there are ratios
 */
public record ShownClaims(Baseline versus, List<Group> groups, List<Chart> charts) {
    /**
     * The claims of one benchmark.
     *
     * @param benchmark class and method
     * @param rows single cells, then several sizes together
     */
    public record Group(String benchmark, List<ClaimRow> rows) {
        /** In words. */
        public String title() {
            return Names.title(benchmark);
        }
    }

    /** Empty when the run compares nothing. */
    static Optional<ShownClaims> of(RunData run) {
        return Claims.of(run).map(claims -> {
            List<Group> groups = groups(claims);
            return new ShownClaims(claims.versus(), groups, ForestCharts.of(claims.versus(), groups));
        });
    }

    private static List<Group> groups(Claims claims) {
        Map<String, List<ClaimRow>> byBenchmark = new LinkedHashMap<>();
        claims.claims()
                .forEach(claim -> byBenchmark
                        .computeIfAbsent(claim.head().benchmark(), name -> new ArrayList<>())
                        .add(ClaimRow.of(claim)));
        claims.overSizes()
                .forEach(claim -> byBenchmark.get(claim.head().benchmark()).add(ClaimRow.of(claim)));
        return byBenchmark.entrySet().stream()
                .map(entry -> new Group(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    /** What the numbers are, in a sentence. */
    public String caption() {
        return "What each costs over " + versus + ", from pairs of alternating launches: above 1 is slower."
                + " A/A is the same ratio of the base to itself.";
    }
}
