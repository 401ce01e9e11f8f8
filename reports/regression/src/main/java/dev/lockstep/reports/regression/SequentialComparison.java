package dev.lockstep.reports.regression;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares while the measuring goes on: looks at the data a number of times that was settled before, and each time
 * leaves alone what is decided. Every further look is another chance to be wrong, so each has an equal part of the rate
 * of false discoveries, and rows that are decided stay in the suite as tests that reject nothing. Then the rate holds
 * for all looks together: of what look k picks, R(k) rows, V(k) wrongly, V(k)/R(k) is at most its part of the rate on
 * average, and the share of wrong ones among all that were picked is at most the sum of these (Bonferroni over looks,
 * Benjamini and Hochberg within one).
 */
public final class SequentialComparison {
    private final Settings settings;
    private final int looks;
    private final Map<RowId, Row> decided = new LinkedHashMap<>();
    private Comparison last;
    private int looked;

    /**
     * Begins before anything is measured.
     *
     * @param looks how often it will look at the data, at most
     */
    public SequentialComparison(Settings settings, int looks) {
        if (looks < 1) {
            throw new IllegalArgumentException("a comparison takes at least one look, not " + looks);
        }
        this.settings = settings;
        this.looks = looks;
    }

    /**
     * Looks at all that has been measured so far.
     *
     * @throws IllegalStateException if all looks have been taken
     */
    public void look(Suite base, Suite head) {
        if (looked == looks) {
            throw new IllegalStateException("there were to be " + looks + " looks at the data, and no more");
        }
        looked++;
        last = Comparison.of(base, head, settings.at(settings.falseDiscoveryRate() / looks), decided.keySet(), true);
        last.rows().stream()
                .filter(row -> row.tested().isPresent() && row.verdict() != Verdict.INCONCLUSIVE)
                .forEach(row -> decided.put(row.id(), row));
    }

    /** The rows that more data might decide; before the first look there are none. */
    public List<RowId> undecided() {
        return last == null
                ? List.of()
                : last.rows().stream()
                        .filter(row -> row.verdict() == Verdict.INCONCLUSIVE)
                        .map(Row::id)
                        .toList();
    }

    /** The rows that are called slower. */
    public List<RowId> regressed() {
        return decided.values().stream()
                .filter(row -> row.verdict() == Verdict.REGRESSED)
                .map(Row::id)
                .toList();
    }

    /**
     * The result so far, each row as it was when it was decided.
     *
     * @throws IllegalStateException before the first look
     */
    public Comparison result() {
        if (last == null) {
            throw new IllegalStateException("nothing has been looked at");
        }
        Map<RowId, Row> rows = last.rows().stream()
                .collect(Collectors.toMap(Row::id, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        rows.putAll(decided);
        return comparison(rows.values());
    }

    /**
     * The result after everything that was called slower was measured once more: a row that is not slower in the new
     * data, by themselves, is inconclusive.
     *
     * @param base measured again, the regressed rows at least
     * @param head likewise
     */
    public Comparison confirmed(Suite base, Suite head) {
        Set<RowId> flagged = Set.copyOf(regressed());
        Suite baseAgain = base.only(flagged);
        Suite headAgain = head.only(flagged);
        Map<RowId, Row> again = Comparison.of(baseAgain, headAgain, settings, Set.of(), true).rows().stream()
                .collect(Collectors.toMap(Row::id, Function.identity()));
        List<Row> rows = new ArrayList<>();
        for (Row row : result().rows()) {
            rows.add(flagged.contains(row.id()) ? confirmed(row, again.get(row.id())) : row);
        }
        return comparison(rows);
    }

    private static Row confirmed(Row row, Row again) {
        if (again == null || again.tested().isEmpty()) {
            String why = again == null || again.why().isEmpty() ? "no result" : again.why();
            // Launches that ran elsewhere confirm nothing; what broke is no reason to let it pass.
            boolean elsewhere = again != null && again.verdict() == Verdict.INCONCLUSIVE;
            return row.judged(
                    elsewhere ? Verdict.INCONCLUSIVE : Verdict.REGRESSED, "could not be measured again: " + why);
        }
        String measured = Words.ratio(again) + " (" + Words.interval(again) + ")";
        return again.verdict() == Verdict.REGRESSED
                ? row.judged(Verdict.REGRESSED, "again " + measured)
                : row.judged(Verdict.INCONCLUSIVE, "slower at first, measured again " + measured);
    }

    private Comparison comparison(Collection<Row> rows) {
        return new Comparison(last.base(), last.head(), last.settings(), List.of(), last.notes())
                .with(List.copyOf(rows));
    }
}
