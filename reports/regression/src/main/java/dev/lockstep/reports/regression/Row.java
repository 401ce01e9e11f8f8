package dev.lockstep.reports.regression;

import dev.lockstep.reports.Unit;
import dev.lockstep.reports.regression.Paired.Pair;
import dev.lockstep.run.CellKey;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * A row of a comparison, between two runs or within one.
 *
 * @param id which
 * @param verdict on the row
 * @param why in words, where the verdict needs them; otherwise empty
 * @param base its score, if there is one
 * @param head its score, if there is one
 * @param floor the change that is none
 * @param ratio what head costs over what base costs; empty when the two must not be compared, or one is missing
 * @param tested the test's outcome; empty when there was nothing to test, or too little
 * @param paired the result of pairs of launches within a run; empty without a complete pair
 * @param broken whether it works in base and fails in head: nothing to compare, and yet no gate may let it pass
 */
public record Row(
        RowId id,
        Verdict verdict,
        String why,
        Optional<Score> base,
        Optional<Score> head,
        double floor,
        OptionalDouble ratio,
        Optional<Tested> tested,
        Optional<Paired> paired,
        boolean broken) {

    /** A row whose ratio, if it has one, is that of the test. */
    public Row(
            RowId id,
            Verdict verdict,
            String why,
            Optional<Score> base,
            Optional<Score> head,
            double floor,
            Optional<Tested> tested) {
        this(
                id,
                verdict,
                why,
                base,
                head,
                floor,
                tested.isPresent() ? OptionalDouble.of(tested.get().ratio()) : OptionalDouble.empty(),
                tested,
                Optional.empty(),
                false);
    }

    /** A row within a run, by its complete pairs of launches. */
    static Row paired(RowId id, Optional<Score> base, Optional<Score> head, SortedMap<Integer, Pair> pairs) {
        if (pairs.isEmpty()) {
            return new Row(id, Verdict.NO_CLAIM, "no pair of launches is complete", base, head, 0, Optional.empty());
        }
        Paired paired = Paired.of(pairs);
        OptionalDouble ratio = OptionalDouble.of(paired.ratio().ratio());
        return new Row(
                id, paired.verdict(), paired.why(), base, head, 0, ratio, Optional.empty(), Optional.of(paired), false);
    }

    /**
     * One side's score.
     *
     * @param score as the file has it
     * @param unit as the file has it
     * @param forks launches
     * @param iterations of all of them
     */
    public record Score(double score, Unit unit, int forks, int iterations) {
        static Score of(Sample sample) {
            return new Score(sample.score(), sample.unit(), sample.launches().size(), sample.iterations());
        }
    }

    /**
     * A test's outcome: all of it is from one estimate, one standard error and its degrees of freedom.
     *
     * @param ratio what head costs over what base costs: of the geometric means over launches
     * @param low lower end of its 95% interval
     * @param high upper end of it
     * @param pSlower of no slowdown, one-sided
     * @param qSlower the same adjusted for the size of the suite; 1 of a row that cannot be called slower
     * @param pFaster of no speedup, one-sided
     * @param qFaster the same adjusted for the size of the suite; 1 of a row that cannot be called faster
     * @param detectable the least slowdown that would have been called with a probability of 80%, were it the only one:
     *     0.1 is 10%
     * @param doubted whether launches differ in more than what changed, so that nothing follows
     */
    public record Tested(
            double ratio,
            double low,
            double high,
            double pSlower,
            double qSlower,
            double pFaster,
            double qFaster,
            double detectable,
            boolean doubted) {
        Tested among(double slower, double faster) {
            return new Tested(ratio, low, high, pSlower, slower, pFaster, faster, detectable, doubted);
        }
    }

    /** A row without numbers. */
    public static Row unmeasured(String benchmark, Verdict verdict, String why, double floor) {
        RowId id = new RowId(CellKey.of(benchmark, "", Map.of(), 1), "");
        return new Row(id, verdict, why, Optional.empty(), Optional.empty(), floor, Optional.empty());
    }

    /** The same row with another verdict. */
    public Row judged(Verdict other, String reason) {
        return new Row(id, other, reason, base, head, floor, ratio, tested, paired, broken);
    }

    /** The same row with a ratio of which nothing was tested. */
    Row costing(double times) {
        return new Row(id, verdict, why, base, head, floor, OptionalDouble.of(times), tested, paired, broken);
    }

    /** The same row, which fails in head and not in base. */
    public Row broken(String reason) {
        return new Row(
                id, Verdict.NOT_COMPARABLE, reason, base, head, floor, OptionalDouble.empty(), tested, paired, true);
    }

    /** The order in which rows need attention: by verdict, then the largest slowdown, or the largest speedup, first. */
    static Comparator<Row> worstFirst() {
        return Comparator.comparing(Row::verdict)
                .thenComparingDouble(row -> {
                    double ratio = row.ratio().orElse(1);
                    return row.verdict == Verdict.IMPROVED ? ratio : -ratio;
                })
                .thenComparing(Row::id);
    }
}
