package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.rank.RankThread;
import dev.lockstep.run.MetricNames;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.Placements;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.link.JmhFrames;

/** Adds up what the scored ranks measured in one iteration, as JMH adds up its threads. */
final class RankMerge {
    private RankMerge() {}

    /**
     * A new result with every scored rank's raw results, and what any rank has counted. The ranks' own objects stay as they are: within one stream they share their empty collections, so adding to one
     * would add to its neighbours.
     */
    static IterationResult merge(JmhFrames.Iteration iteration, List<IterationResult> processes, int ranks) {
        long allOps = 0;
        long measuredOps = 0;
        for (IterationResult process : processes) {
            allOps += process.getMetadata().getAllOps();
            measuredOps += process.getMetadata().getMeasuredOps();
        }
        IterationResult merged = new IterationResult(
                iteration.benchmark(), iteration.iterations(), new IterationResultMetaData(allOps, measuredOps));
        for (IterationResult process : processes) {
            merged.addResults(raw(process.getRawPrimaryResults()));
            for (String label : process.getRawSecondaryResults().keys()) {
                if (!label.equals(RankThread.UNSCORED)) {
                    merged.addResults(raw(process.getRawSecondaryResults().get(label)));
                }
            }
        }
        DoubleSummaryStatistics means = rankMeans(processes, ranks);
        if (means.getCount() > 1) {
            String unit = merged.getScoreUnit();
            merged.addResult(new ScalarResult(MetricNames.FASTEST, means.getMin(), unit, AggregationPolicy.AVG));
            merged.addResult(new ScalarResult(MetricNames.SLOWEST, means.getMax(), unit, AggregationPolicy.AVG));
        }
        return merged;
    }

    /**
     * Adds what the ranks' probes read of the hops that are used. There is one of each in every iteration, NaN if it is not
     * known: JMH would fill a gap with 0.
     *
     * @param used the threads whose way to the next is used, in the order of ranks and threads
     */
    static void addProbes(IterationResult merged, List<Conditions> processes, IntPredicate used) {
        Conditions all = processes.stream().reduce(Conditions::and).orElseThrow();
        new PlacementChoice.Readings(hops(all.before(), used), hops(all.after(), used))
                .metrics()
                .forEach((name, nanos) -> merged.addResult(new ScalarResult(name, nanos, "ns", AggregationPolicy.AVG)));
    }

    /** Two threads have one hop, which both read. */
    private static List<Double> hops(List<Double> ring, IntPredicate used) {
        return ring.size() == 2
                ? List.of(Placements.mean(ring))
                : IntStream.range(0, ring.size())
                        .filter(used)
                        .mapToObj(ring::get)
                        .toList();
    }

    /** Each scored rank's mean; nothing where one process holds several threads of a rank, for JMH does not say which thread measured what. */
    private static DoubleSummaryStatistics rankMeans(List<IterationResult> processes, int ranks) {
        DoubleSummaryStatistics means = new DoubleSummaryStatistics();
        if (processes.size() > 1) {
            processes.stream()
                    .filter(rank -> !rank.getRawPrimaryResults().isEmpty())
                    .forEach(rank -> means.accept(rank.getPrimaryResult().getScore()));
        } else if (threads(processes.get(0)) == ranks) {
            processes.get(0).getRawPrimaryResults().forEach(rank -> means.accept(rank.getScore()));
        }
        return means;
    }

    private static int threads(IterationResult process) {
        return process.getRawPrimaryResults().size()
                + process.getRawSecondaryResults().get(RankThread.UNSCORED).size();
    }

    /** JMH's collections of results are of the raw type. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static Collection<? extends Result> raw(Collection results) {
        return results;
    }
}
