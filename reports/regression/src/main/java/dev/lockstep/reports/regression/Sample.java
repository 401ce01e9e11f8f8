package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One side of a row.
 *
 * @param unit as the file has it
 * @param score as the file has it, in {@code unit}
 * @param forks every iteration of every fork that measured anything, in {@link Unit#base}
 * @param n operations per iteration of a single-shot batch, otherwise 1
 * @param jvm that it ran in
 */
record Sample(Unit unit, double score, double[][] forks, int n, JmhResult.Jvm jvm) {

    /** A metric without raw data is one fork of one iteration: nothing is known of its spread. */
    static Sample of(JmhResult result, Metric metric) {
        double factor = metric.unit().factor();
        double[][] forks = metric.raw().stream()
                .filter(fork -> !fork.isEmpty())
                .map(fork -> iterations(fork, factor))
                .toArray(double[][]::new);
        if (forks.length == 0) {
            forks = new double[][] {{metric.score() * factor}};
        }
        return new Sample(metric.unit(), metric.score(), forks, result.batchSize(), result.jvm());
    }

    private static double[] iterations(List<Double> fork, double factor) {
        return fork.stream().mapToDouble(score -> score * factor).toArray();
    }

    /** Whether the two can be launches of one thing. */
    boolean isLike(Sample other) {
        return unit.base().equals(other.unit.base()) && n == other.n && jvm.equals(other.jvm);
    }

    /** The conditions that launches of one thing share, in words. */
    String conditions() {
        return unit.name() + ", JDK " + jvm.jdk() + " " + jvm.name() + " " + jvm.arguments() + ", " + n
                + " operations per iteration";
    }

    /**
     * The sample with the forks of another launch of the same; the score, in this one's unit, is the mean of the forks'
     * means.
     */
    Sample plus(Sample other) {
        double[][] all = Arrays.copyOf(forks, forks.length + other.forks.length);
        System.arraycopy(other.forks, 0, all, forks.length, other.forks.length);
        Sample pooled = new Sample(unit, 0, all, n, jvm);
        return new Sample(unit, pooled.mean() / unit.factor(), all, n, jvm);
    }

    int iterations() {
        return Arrays.stream(forks).mapToInt(fork -> fork.length).sum();
    }

    /** The mean of the forks' means: a fork counts once, however many iterations it had. */
    double mean() {
        return Arrays.stream(forks)
                        .mapToDouble(fork -> Arrays.stream(fork).sum() / fork.length)
                        .sum()
                / forks.length;
    }

    /** The mean of one fork, in {@link Unit#base}. */
    double forkMean(int index) {
        return Arrays.stream(forks[index]).average().orElseThrow();
    }

    /** The reason why no ratio can be taken of these numbers; empty when one can. */
    Optional<String> noRatio() {
        for (double[] fork : forks) {
            for (double score : fork) {
                if (!Double.isFinite(score)) {
                    return Optional.of("a score that is " + (Double.isNaN(score) ? "no number" : "infinite"));
                }
                if (score < 0) {
                    return Optional.of("a score below zero");
                }
            }
            if (Arrays.stream(fork).sum() == 0) {
                return Optional.of("a fork whose score is zero");
            }
        }
        return Optional.empty();
    }
}
