package dev.lockstep.reports;

import dev.lockstep.run.placement.PlacementChoice.Layout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The numbers of a cell. Times are in nanoseconds, whatever JMH printed them in, so that columns compare.
 *
 * @param launches the score; the mean over the scored ranks, where there are ranks
 * @param iterations measured in all launches together
 * @param fastest mean of the fastest scored rank
 * @param slowest mean of the slowest scored rank of each batch
 * @param rankMeans the mean of each rank, scored or not, by rank, where every rank's scores were kept
 * @param serving how many ranks were not scored, where every rank's scores were kept; otherwise 0
 * @param coreToCore what a cache line took from core to core, by the probe, in the iterations that count; empty if it was not probed
 * @param layout of its ranks, as placements see it
 * @param placed where all its iterations ran, as far as that is known
 * @param mixed whether the numbers are of several placements
 * @param elsewhere the placement they are of, if those of other cells are of another one, in words
 * @param drifting whether they rose or fell while they were measured ({@link Metric#isDrifting})
 * @param others JMH's other secondary metrics, as JMH gave them
 */
public record Measured(
        Launches launches,
        int iterations,
        Optional<Launches> fastest,
        Optional<Launches> slowest,
        Map<String, Double> rankMeans,
        int serving,
        Optional<Launches> coreToCore,
        Layout layout,
        List<Iteration> placed,
        boolean mixed,
        Optional<String> elsewhere,
        boolean drifting,
        Map<String, Metric> others) {

    /**
     * An iteration.
     *
     * @param fork number of the launch within its cell
     * @param number of the iteration within its launch, from 1
     * @param place as {@link dev.lockstep.run.placement.Placements#place} names it
     * @param probe the mean reading of the hops that are used, in nanoseconds; without odd ones
     * @param score the mean over its scored ranks, in nanoseconds
     */
    public record Iteration(int fork, int number, String place, double probe, double score) {}

    public Measured {
        placed = List.copyOf(placed);
        others = Map.copyOf(others);
    }

    /** The mean over launches. */
    public double score() {
        return launches.mean();
    }

    /** The score's error bar. */
    public Spread spread() {
        return launches.spread();
    }

    /** The mean of each launch. */
    public List<Double> forkMeans() {
        return List.copyOf(launches.means().values());
    }

    /** The mean of the fastest rank. */
    public OptionalDouble fastestRank() {
        return mean(fastest);
    }

    /** The mean of the slowest rank of each batch. */
    public OptionalDouble slowestRank() {
        return mean(slowest);
    }

    private static OptionalDouble mean(Optional<Launches> rank) {
        return rank.map(launches -> OptionalDouble.of(launches.mean())).orElse(OptionalDouble.empty());
    }
}
