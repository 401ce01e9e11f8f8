package dev.lockstep.reports.regression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares while the measuring goes on: looks at all data a number of times that was settled before. Every further
 * look is another chance to be wrong, so each has an equal part of the rate of false discoveries. Of the rows that are
 * called after a look, the share that it called wrongly and anew is at most its part on average (Benjamini and
 * Hochberg); so of all that are called in the end, wrong ones are at most the sum of these parts, the rate.
 */
public final class SequentialComparison {
    /**
     * A row with a higher p is not measured on: three quarters of those that have not changed, and few of those that are
     * slower by 5%, where launches scatter by 3%.
     */
    private static final double NEARLY = 0.25;

    /** The p by which new launches confirm. */
    private static final double CONFIRMED = 0.05;

    private final Settings settings;
    private final int looks;
    private final Map<RowId, Row> regressed = new LinkedHashMap<>();
    private Inference fitted;
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
     * Looks at all that has been measured so far. What was called slower stays so.
     *
     * @throws IllegalStateException if all looks have been taken
     */
    public void look(Suite base, Suite head) {
        if (looked == looks) {
            throw new IllegalStateException("there were to be " + looks + " looks at the data, and no more");
        }
        looked++;
        last = Comparison.of(base, head, settings.at(settings.falseDiscoveryRate() / looks), this::fitted, true);
        last.rows().stream()
                .filter(row -> row.verdict() == Verdict.REGRESSED)
                .forEach(row -> regressed.putIfAbsent(row.id(), row));
        List<Row> rows = new ArrayList<>(regressed.values());
        last.rows().stream().filter(row -> !regressed.containsKey(row.id())).forEach(rows::add);
        last = new Comparison(last.base(), last.head(), settings, List.of(), last.notes()).with(rows);
    }

    /** The priors of the first look: later some rows have more launches, chosen by what they showed. */
    private Inference fitted(List<Inference.Candidate> rows) {
        fitted = fitted == null ? Inference.of(rows) : fitted;
        return fitted;
    }

    /** The rows that more data might show to be slower; before the first look there are none. */
    public List<RowId> undecided() {
        return last == null
                ? List.of()
                : last.rows().stream()
                        .filter(SequentialComparison::isNearlySlower)
                        .map(Row::id)
                        .toList();
    }

    private static boolean isNearlySlower(Row row) {
        return row.verdict() == Verdict.INCONCLUSIVE
                && row.tested()
                        .map(tested -> tested.pSlower() < NEARLY && tested.high() > 1 + row.floor())
                        .orElse(true);
    }

    /** The rows that are called slower. */
    public List<RowId> regressed() {
        return List.copyOf(regressed.keySet());
    }

    /**
     * The result so far, each row that is called slower as it was when it was called.
     *
     * @throws IllegalStateException before the first look
     */
    public Comparison result() {
        if (last == null) {
            throw new IllegalStateException("nothing has been looked at");
        }
        return last;
    }

    /**
     * The result after everything that was called slower was measured once more. New launches confirm a row by
     * themselves, by one test; otherwise it is inconclusive. Where a launch is missing, something broke, and the row is
     * not let pass.
     *
     * @param base measured again, the regressed rows at least
     * @param head likewise
     * @param failures what broke, in words, by benchmark
     */
    public Comparison confirmed(Suite base, Suite head, Map<String, String> failures) {
        Suite baseAgain = base.only(regressed.keySet());
        Suite headAgain = head.only(regressed.keySet());
        Map<RowId, Row> again = Comparison.of(baseAgain, headAgain, settings, this::fitted, true).rows().stream()
                .collect(Collectors.toMap(Row::id, Function.identity()));
        return last.with(last.rows().stream()
                .map(row -> {
                    if (!regressed.containsKey(row.id())) {
                        return row;
                    }
                    boolean whole = measured(baseAgain, row.id()) == measured(headAgain, row.id());
                    String failure = failures.getOrDefault(row.id().benchmark(), "no result");
                    return whole ? confirmed(row, again.get(row.id()), failure) : unconfirmed(row, failure);
                })
                .toList());
    }

    private static int measured(Suite side, RowId row) {
        Sample sample = side.samples().get(row);
        return sample == null ? 0 : sample.measured();
    }

    private static Row unconfirmed(Row row, String why) {
        return row.judged(Verdict.REGRESSED, "could not be measured again: " + why);
    }

    private static Row confirmed(Row row, Row again, String failure) {
        if (again == null || again.verdict() == Verdict.NOT_COMPARABLE) {
            return unconfirmed(row, again == null ? failure : again.why());
        }
        if (again.tested().map(Row.Tested::doubted).orElse(true)) {
            return row.judged(Verdict.INCONCLUSIVE, "slower at first; measured again, nothing follows: " + again.why());
        }
        String measured = Words.ratio(again) + " (" + Words.interval(again) + ")";
        return again.tested().orElseThrow().pSlower() < CONFIRMED
                ? row.judged(Verdict.REGRESSED, "again " + measured)
                : row.judged(Verdict.INCONCLUSIVE, "slower at first, measured again " + measured);
    }
}
