package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import dev.lockstep.run.placement.PlacementChoice.Readings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One side of a row.
 *
 * @param unit as the file has it
 * @param score in {@code unit}: the mean of the forks' means, or, if they have as many iterations each, as the file has it
 * @param forks every iteration that counts, of every fork that has any, in {@link Unit#base}
 * @param n operations per iteration of a single-shot batch, otherwise 1
 * @param jvm that it ran in
 * @param launches the fork's place among all that were measured, from 0
 * @param measured how many forks were measured
 * @param counting the indices of the iterations that count, by fork
 * @param probes of every iteration that counts, by fork; none of a fork that was not probed
 */
record Sample(
        Unit unit,
        double score,
        double[][] forks,
        int n,
        JmhResult.Jvm jvm,
        List<Integer> launches,
        int measured,
        List<List<Integer>> counting,
        List<List<Readings>> probes) {
    private static final List<List<Readings>> NONE = List.of(List.of());

    /** A metric without raw data is one fork of one iteration: nothing is known of its spread. */
    static Sample of(JmhResult result, Metric metric) {
        double factor = metric.unit().factor();
        List<List<Double>> raw = metric.raw();
        List<Integer> launches = IntStream.range(0, raw.size())
                .filter(i -> !raw.get(i).isEmpty())
                .boxed()
                .toList();
        if (launches.isEmpty()) {
            double[][] one = {{metric.score() * factor}};
            List<List<Integer>> first = List.of(List.of(0));
            return new Sample(
                    metric.unit(), metric.score(), one, result.batchSize(), result.jvm(), List.of(0), 1, first, NONE);
        }
        List<List<Readings>> probed = result.probed().launches();
        Sample sample = new Sample(
                metric.unit(),
                metric.score(),
                launches.stream().map(i -> iterations(raw.get(i), factor)).toArray(double[][]::new),
                result.batchSize(),
                result.jvm(),
                launches,
                raw.size(),
                launches.stream()
                        .map(i -> IntStream.range(0, raw.get(i).size()).boxed().toList())
                        .toList(),
                launches.stream()
                        .map(i -> probed.size() == raw.size()
                                        && probed.get(i).size() == raw.get(i).size()
                                ? probed.get(i)
                                : List.<Readings>of())
                        .toList());
        boolean ragged =
                launches.stream().map(i -> raw.get(i).size()).distinct().count() > 1;
        return ragged ? sample.scoring(sample.mean() / factor) : sample;
    }

    /** The readings, as those of a row. */
    Probed probed(RowId row) {
        return new Probed(row.cell().layout(), probes);
    }

    /** The sample of some iterations: their indices among those that count, by fork. */
    Sample of(List<List<Integer>> some) {
        List<Integer> kept = IntStream.range(0, forks.length)
                .filter(i -> !some.get(i).isEmpty())
                .boxed()
                .toList();
        Sample sample = new Sample(
                unit,
                0,
                kept.stream()
                        .map(i -> some.get(i).stream()
                                .mapToDouble(k -> forks[i][k])
                                .toArray())
                        .toArray(double[][]::new),
                n,
                jvm,
                kept.stream().map(launches::get).toList(),
                measured,
                kept.stream()
                        .map(i -> some.get(i).stream().map(counting.get(i)::get).toList())
                        .toList(),
                kept.stream()
                        .map(i -> some.get(i).stream().map(probes.get(i)::get).toList())
                        .toList());
        return sample.scoring(sample.mean() / unit.factor());
    }

    /** Whether it rose or fell while it was measured. */
    boolean isDrifting() {
        List<List<Double>> values = Arrays.stream(forks)
                .map(fork -> Arrays.stream(fork).boxed().toList())
                .toList();
        return new Metric(score, unit, values).isDrifting(counting);
    }

    private Sample scoring(double mean) {
        return new Sample(unit, mean, forks, n, jvm, launches, measured, counting, probes);
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
        List<Integer> places = new ArrayList<>(launches);
        other.launches.forEach(launch -> places.add(measured + launch));
        Sample pooled = new Sample(
                unit,
                0,
                all,
                n,
                jvm,
                places,
                measured + other.measured,
                both(counting, other.counting),
                both(probes, other.probes));
        return pooled.scoring(pooled.mean() / unit.factor());
    }

    private static <T> List<T> both(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
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
