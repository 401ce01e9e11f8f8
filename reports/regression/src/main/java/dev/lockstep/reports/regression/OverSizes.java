package dev.lockstep.reports.regression;

import dev.lockstep.reports.regression.Paired.Pair;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Rows that differ in the size of the message only, taken together: in each pair the geometric mean over sizes, and of
 * these the mean and its interval. The sizes of a pair are launched one after another and may share what disturbs
 * them; pairs do not.
 *
 * @param row what they show together: without a size, and without scores
 * @param sizes in bytes, of which there are ratios
 * @param slower the sizes whose own interval lies wholly above 1
 */
public record OverSizes(Row row, List<Long> sizes, List<Long> slower) {
    public OverSizes {
        sizes = List.copyOf(sizes);
        slower = List.copyOf(slower);
    }

    /** All groups of at least two sizes. */
    static List<OverSizes> of(List<Row> rows) {
        Map<RowId, List<Row>> groups = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> size(row).isPresent())
                .forEach(row -> groups.computeIfAbsent(
                                sizeless(row.id(), row.id().metric()), id -> new ArrayList<>())
                        .add(row));
        List<OverSizes> all = new ArrayList<>();
        groups.forEach((id, group) -> {
            // A cell that failed has no slowest rank, but a score that is missing.
            int asked = groups.get(sizeless(id, "")).size();
            if (asked > 1) {
                all.add(together(id, group, asked));
            }
        });
        return all;
    }

    private static RowId sizeless(RowId id, String metric) {
        return new RowId(id.cell().without(CellKey.SIZE), metric);
    }

    private static OverSizes together(RowId id, List<Row> rows, int asked) {
        List<Row> compared =
                rows.stream().filter(row -> row.paired().isPresent()).toList();
        Row row = Row.paired(id, Optional.empty(), Optional.empty(), means(compared));
        if (compared.size() < asked) {
            String missing = (asked - compared.size()) + " of " + asked + " sizes have no ratio";
            row = row.judged(Verdict.NO_CLAIM, row.why().isEmpty() ? missing : row.why() + "; " + missing);
        }
        // Enough pairs and yet no claim.
        long doubtful = compared.stream()
                .filter(one -> one.verdict() == Verdict.NO_CLAIM
                        && one.paired().orElseThrow().verdict() != Verdict.NO_CLAIM)
                .count();
        if (doubtful > 0) {
            String text = doubtful + " of " + asked + " sizes allow no claim";
            row = row.judged(Verdict.NO_CLAIM, row.why().isEmpty() ? text : row.why() + "; " + text);
        }
        List<Row> slower = compared.stream()
                .filter(one -> one.paired().orElseThrow().ratio().above())
                .toList();
        return new OverSizes(row, sizes(compared), sizes(slower));
    }

    /** The means over the sizes, of each pair that all of them have. */
    private static SortedMap<Integer, Pair> means(List<Row> rows) {
        List<SortedMap<Integer, Pair>> sizes =
                rows.stream().map(row -> row.paired().orElseThrow().pairs()).toList();
        SortedMap<Integer, Pair> means = new TreeMap<>();
        for (Integer k : sizes.isEmpty() ? List.<Integer>of() : sizes.get(0).keySet()) {
            if (sizes.stream().allMatch(size -> size.containsKey(k))) {
                means.put(k, new Pair(mean(sizes, k, Pair::ratio), mean(sizes, k, Pair::same)));
            }
        }
        return means;
    }

    private static double mean(List<SortedMap<Integer, Pair>> sizes, int k, ToDoubleFunction<Pair> which) {
        return sizes.stream()
                .mapToDouble(size -> which.applyAsDouble(size.get(k)))
                .average()
                .orElseThrow();
    }

    private static Optional<Long> size(Row row) {
        return row.id().cell().size();
    }

    private static List<Long> sizes(List<Row> rows) {
        return rows.stream().map(row -> size(row).orElseThrow()).sorted().toList();
    }

    /** The verdicts of the single sizes: {@code slower at 1 of 3 sizes}. */
    public String bySize() {
        return "slower at " + (slower.isEmpty() ? "none" : slower.size()) + " of " + sizes.size() + " sizes";
    }
}
