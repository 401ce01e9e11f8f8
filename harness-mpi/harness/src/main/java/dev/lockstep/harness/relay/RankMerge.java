package dev.lockstep.harness.relay;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.link.JmhFrames;

/** Adds up what the ranks measured in one iteration, as JMH adds up its threads. */
final class RankMerge {
    /** Secondary result: the mean of the fastest rank. */
    static final String MIN = "ranks.min";

    /** Secondary result: the mean of the slowest rank. */
    static final String MAX = "ranks.max";

    private RankMerge() {}

    /**
     * A new result with every rank's raw results. The ranks' own objects stay as they are: within one stream they share their empty collections, so adding to one
     * would add to its neighbours.
     */
    static IterationResult merge(JmhFrames.Iteration iteration, List<IterationResult> ranks) {
        long allOps = 0;
        long measuredOps = 0;
        DoubleSummaryStatistics means = new DoubleSummaryStatistics();
        for (IterationResult rank : ranks) {
            allOps += rank.getMetadata().getAllOps();
            measuredOps += rank.getMetadata().getMeasuredOps();
            if (ranks.size() > 1) {
                means.accept(rank.getPrimaryResult().getScore());
            } else {
                rank.getRawPrimaryResults().forEach(thread -> means.accept(thread.getScore()));
            }
        }
        IterationResult merged = new IterationResult(
                iteration.benchmark(), iteration.iterations(), new IterationResultMetaData(allOps, measuredOps));
        for (IterationResult rank : ranks) {
            merged.addResults(raw(rank.getRawPrimaryResults()));
            for (String label : rank.getRawSecondaryResults().keys()) {
                merged.addResults(raw(rank.getRawSecondaryResults().get(label)));
            }
        }
        if (means.getCount() > 1) {
            String unit = merged.getScoreUnit();
            merged.addResult(new ScalarResult(MIN, means.getMin(), unit, AggregationPolicy.AVG));
            merged.addResult(new ScalarResult(MAX, means.getMax(), unit, AggregationPolicy.AVG));
        }
        return merged;
    }

    /** JMH's collections of results are of the raw type. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static Collection<? extends Result> raw(Collection results) {
        return results;
    }
}
