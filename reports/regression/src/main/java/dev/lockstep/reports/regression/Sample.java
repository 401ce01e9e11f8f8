package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import dev.lockstep.run.placement.PlacementChoice.Readings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One side of a row. Iterations are kept only where it was probed in which placement they ran.
 *
 * @param unit as the file has it
 * @param score in {@code unit}: the mean of the launches' means, or, if they have as many iterations each, as the file has it
 * @param launches those that count, of which there are iterations
 * @param n operations per iteration of a single-shot batch, otherwise 1
 * @param jvm that it ran in
 * @param measured how many launches were measured
 */
record Sample(Unit unit, double score, List<Launch> launches, int n, JmhResult.Jvm jvm, int measured) {
    Sample {
        launches = List.copyOf(launches);
    }

    /**
     * What is kept of a launch; numbers in {@link Unit#base}.
     *
     * @param place among all that were measured, from 0
     * @param iterations how many count
     * @param last the index of the last of them
     * @param mean of them
     * @param median of them
     * @param least of them
     * @param slope of their logarithms; NaN of fewer than three
     * @param probed all of them; empty where there is no reading
     */
    record Launch(
            int place,
            int iterations,
            int last,
            double mean,
            double median,
            double least,
            double slope,
            Optional<Iterations> probed) {
        private static Launch of(int place, double[] scores, List<Integer> counting, Optional<Iterations> probed) {
            double[] sorted = scores.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            double sum = 0;
            for (double score : scores) {
                sum += score;
            }
            return new Launch(
                    place,
                    n,
                    counting.get(n - 1),
                    sum / n,
                    (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
                    sorted[0],
                    n < Launches.FEWEST ? Double.NaN : Metric.slope(scores, counting),
                    probed);
        }

        /** The launch with only some of the iterations that are kept. */
        private Launch of(List<Integer> some) {
            Iterations all = probed.orElseThrow();
            double[] scores = some.stream().mapToDouble(k -> all.scores[k]).toArray();
            List<Readings> readings = some.stream().map(all.readings::get).toList();
            return of(place, scores, some, Optional.of(new Iterations(scores, readings)));
        }

        private Launch at(int later) {
            return new Launch(later, iterations, last, mean, median, least, slope, probed);
        }

        /** What it cost, in its unit. */
        double cost(Settings.Statistic statistic) {
            return statistic == Settings.Statistic.MEDIAN ? median : mean;
        }
    }

    /** The iterations of a launch and, of each, its readings. */
    record Iterations(double[] scores, List<Readings> readings) {}

    /** A metric without raw data is one launch of one iteration: nothing is known of its spread. */
    static Sample of(JmhResult result, Metric metric) {
        double factor = metric.unit().factor();
        List<List<Double>> raw = metric.raw();
        List<List<Readings>> probes = Optional.of(result)
                .filter(some -> !some.secondary().isEmpty())
                .map(JmhResult::probed)
                .filter(Probed::isProbed)
                .map(Probed::launches)
                .filter(some -> some.size() == raw.size())
                .orElse(List.of());
        List<Launch> launches = new ArrayList<>();
        List<Integer> all = List.of();
        for (int i = 0; i < raw.size(); i++) {
            int n = raw.get(i).size();
            if (n > 0) {
                double[] scores = new double[n];
                for (int k = 0; k < n; k++) {
                    scores[k] = raw.get(i).get(k) * factor;
                }
                all = all.size() == n ? all : IntStream.range(0, n).boxed().toList();
                List<Readings> readings = probes.isEmpty() ? List.of() : probes.get(i);
                launches.add(Launch.of(
                        i,
                        scores,
                        all,
                        readings.size() == n ? Optional.of(new Iterations(scores, readings)) : Optional.empty()));
            }
        }
        int measured = raw.size();
        if (launches.isEmpty()) {
            launches.add(Launch.of(0, new double[] {metric.score() * factor}, List.of(0), Optional.empty()));
            measured = 1;
        }
        Sample sample = new Sample(metric.unit(), metric.score(), launches, result.batchSize(), result.jvm(), measured);
        int first = launches.get(0).iterations;
        return launches.stream().allMatch(launch -> launch.iterations == first) ? sample : sample.scored();
    }

    /** Whether there is any reading. */
    boolean isProbed(RowId row) {
        return launches.stream().anyMatch(launch -> launch.probed.isPresent())
                && probed(row).isProbed();
    }

    /** The readings, as those of a row. */
    Probed probed(RowId row) {
        return new Probed(
                row.cell().layout(),
                launches.stream()
                        .map(launch -> launch.probed.map(Iterations::readings).orElse(List.of()))
                        .toList());
    }

    /** The sample of some iterations: their indices among those that count, by launch. */
    Sample of(List<List<Integer>> some) {
        return new Sample(
                        unit,
                        0,
                        IntStream.range(0, launches.size())
                                .filter(i -> !some.get(i).isEmpty())
                                .mapToObj(i -> launches.get(i).of(some.get(i)))
                                .toList(),
                        n,
                        jvm,
                        measured)
                .scored();
    }

    /** Whether it rose or fell while it was measured. */
    boolean isDrifting() {
        double[] slopes = new double[launches.size()];
        int sloping = 0;
        int last = 0;
        for (Launch launch : launches) {
            if (launch.iterations >= Launches.FEWEST) {
                slopes[sloping++] = launch.slope;
                last = Math.max(last, launch.last);
            }
        }
        return Metric.isDrifting(Arrays.copyOf(slopes, sloping), last);
    }

    private Sample scored() {
        double mean = launches.stream().mapToDouble(Launch::mean).average().orElse(Double.NaN);
        return new Sample(unit, mean / unit.factor(), launches, n, jvm, measured);
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

    /** The sample with other launches of the same; the score, in this one's unit, is the mean of the launches' means. */
    Sample plus(Sample other) {
        List<Launch> all = Stream.concat(
                        launches.stream(), other.launches.stream().map(launch -> launch.at(measured + launch.place)))
                .toList();
        return new Sample(unit, 0, all, n, jvm, measured + other.measured).scored();
    }

    int iterations() {
        return launches.stream().mapToInt(Launch::iterations).sum();
    }

    /** Logarithms of what the launches cost. */
    double[] costs(Better better, ToDoubleFunction<Launch> cost) {
        int sign = better == Better.LOWER ? 1 : -1;
        double[] costs = new double[launches.size()];
        for (int i = 0; i < costs.length; i++) {
            costs[i] = sign * Math.log(cost.applyAsDouble(launches.get(i)));
        }
        return costs;
    }

    /** The reason why no ratio can be taken of these costs; empty when one can. */
    Optional<String> noRatio(ToDoubleFunction<Launch> cost) {
        for (Launch launch : launches) {
            if (!Double.isFinite(launch.mean)) {
                return Optional.of("a score that is " + (Double.isNaN(launch.mean) ? "no number" : "infinite"));
            }
            if (launch.least < 0) {
                return Optional.of("a score below zero");
            }
            if (cost.applyAsDouble(launch) == 0) {
                return Optional.of("a fork whose score is zero");
            }
        }
        return Optional.empty();
    }
}
