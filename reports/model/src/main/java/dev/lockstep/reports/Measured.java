package dev.lockstep.reports;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The numbers of a cell. Times are in nanoseconds, whatever JMH printed them in, so that columns compare.
 *
 * @param score the mean; over the ranks too, where there are ranks
 * @param spread its error bar
 * @param forkMeans the mean of each launch
 * @param iterations measured in all launches together
 * @param fastestRank mean of the fastest rank
 * @param slowestRank mean of the slowest rank
 * @param rankMeans the mean of each rank, by rank, where every rank's scores were kept
 * @param placed where its iterations ran, as far as that is known
 * @param others JMH's other secondary metrics, as JMH gave them
 */
public record Measured(
        double score,
        Spread spread,
        List<Double> forkMeans,
        int iterations,
        OptionalDouble fastestRank,
        OptionalDouble slowestRank,
        Map<String, Double> rankMeans,
        List<Places.Iteration> placed,
        Map<String, Metric> others) {

    static final String FASTEST = "ranks.min";

    /** The metric that is the slowest rank's time of each iteration. */
    public static final String SLOWEST = "ranks.max";

    public Measured {
        forkMeans = List.copyOf(forkMeans);
        placed = List.copyOf(placed);
        others = Map.copyOf(others);
    }
}
