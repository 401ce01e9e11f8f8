package dev.lockstep.reports.html;

import dev.lockstep.run.CellKey;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the rows of a chart share, which is in its title, and what tells each of them apart. */
final class SharedRow {
    private final CellKey shared;
    private final boolean sameThreads;

    /**
     * Of rows as {@link CellKey#row} gives them.
     *
     * @param rows at least one
     */
    SharedRow(Collection<CellKey> rows) {
        CellKey first = rows.iterator().next();
        SortedMap<String, String> params = new TreeMap<>(first.params());
        params.entrySet().removeIf(param -> rows.stream().anyMatch(row -> !has(row, param)));
        sameThreads = rows.stream().allMatch(row -> row.threads() == first.threads());
        shared = new CellKey(first.benchmark(), first.mode(), params, sameThreads ? first.threads() : 1);
    }

    private static boolean has(CellKey row, Map.Entry<String, String> param) {
        return param.getValue().equals(row.params().get(param.getKey()));
    }

    /** What all share; empty if that is nothing. */
    String text() {
        return Names.rowBriefly(shared);
    }

    /** What one has besides; empty if that is nothing. */
    String own(CellKey row) {
        SortedMap<String, String> params = new TreeMap<>(row.params());
        params.entrySet().removeIf(param -> has(shared, param));
        int threads = sameThreads ? 1 : row.threads();
        String name = Names.rowBriefly(new CellKey(row.benchmark(), row.mode(), params, threads));
        // A single one goes without saying, but not beside several.
        return sameThreads || threads > 1 ? name : Names.joined(name, "1 thread");
    }
}
