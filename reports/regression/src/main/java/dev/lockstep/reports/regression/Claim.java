package dev.lockstep.reports.regression;

import dev.lockstep.run.CellKey;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One row of a comparison within a run.
 *
 * @param base which cell
 * @param head the cell that is compared with it
 * @param headValue of what is compared
 * @param metric empty for the score, otherwise {@value #SLOWEST}
 * @param baseScore if there is one that counts
 * @param headScore if there is one that counts
 * @param pairs the complete ones, by number; none when the two may not be compared
 * @param finding what they show
 */
public record Claim(
        CellKey base,
        CellKey head,
        String headValue,
        String metric,
        Optional<Row.Score> baseScore,
        Optional<Row.Score> headScore,
        SortedMap<Integer, Pair> pairs,
        Finding finding) {
    /** The slowest rank of each iteration. */
    public static final String SLOWEST = "ranks.max";

    /** Copies the pairs. */
    public Claim {
        pairs = Collections.unmodifiableSortedMap(new TreeMap<>(pairs));
    }
}
