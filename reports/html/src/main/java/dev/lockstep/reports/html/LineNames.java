package dev.lockstep.reports.html;

import dev.lockstep.reports.Column;
import dev.lockstep.run.CellKey;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the lines of a benchmark are called, and which stand in one chart: what all share is in its title, and what tells them
 * apart in their names.
 */
final class LineNames {
    /** With more lines than this, each column gets a chart of its own, or each set of other parameters. */
    private static final int LINES = 6;
    /** More lines of one column than this cannot be read. */
    private static final int MOST_LINES = 16;

    private final Shared shared;
    private final boolean split;
    private final boolean byColumn;
    private final boolean alike;

    /**
     * Of lines as {@link Axis#line} gives them.
     *
     * @param compared the parameter whose values the run compares, which stand in one chart; empty if there is none
     */
    LineNames(Collection<CellKey> lines, String compared) {
        List<CellKey> rows = lines.stream().map(CellKey::row).distinct().toList();
        long columns = lines.stream().map(Column::of).distinct().count();
        split = lines.size() > LINES;
        boolean told =
                rows.stream().map(row -> row.params().get(compared)).distinct().count() > 1;
        byColumn = rows.size() > 1
                && rows.size() <= MOST_LINES
                && (columns == 1 || split && (told || columns <= rows.size()));
        alike = !byColumn && (split || rows.size() == 1);
        shared = new Shared(rows);
    }

    private String own(CellKey line) {
        return shared.own(line.row());
    }

    private static String place(CellKey line) {
        Column column = Column.of(line);
        return column.equals(Column.PLAIN) ? "" : column.label();
    }

    /** Whether the lines of a chart differ by the communicator alone, each of which has its colour. */
    boolean alike() {
        return alike;
    }

    /** The title of the chart in which a line is. */
    String title(CellKey line) {
        String part = byColumn ? place(line) : split ? own(line) : "";
        return Names.joined(Names.title(line.benchmark()), shared.text(), part);
    }

    /** A line's name within its chart. */
    String name(CellKey line) {
        String name = byColumn ? own(line) : split ? place(line) : Names.joined(place(line), own(line));
        return name.isEmpty() ? Column.of(line).label() : name;
    }

    /**
     * A line's name in a sentence, which does without the title: the transport is part of it.
     *
     * @param alone whether it is the only line
     */
    String subject(CellKey line, boolean alone) {
        String name = name(line);
        String transport = line.params().getOrDefault(CellKey.TRANSPORT, "");
        if (transport.isEmpty() || Arrays.asList(name.split(Names.BETWEEN)).contains(transport)) {
            return name;
        }
        return alone ? transport : transport + " (" + name + ")";
    }

    /** What the rows of a chart share, which is in its title, and what tells each of them apart. */
    static final class Shared {
        private final CellKey shared;
        private final boolean sameThreads;

        /**
         * Of rows as {@link CellKey#row} gives them.
         *
         * @param rows at least one
         */
        Shared(Collection<CellKey> rows) {
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
}
