package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import dev.lockstep.run.placement.PlacementChoice.Readings;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * One entry of JMH's JSON.
 *
 * @param key which cell it is; its threads are threads per rank
 * @param forks launches asked for
 * @param batchSize operations per invocation of a single-shot batch: n
 * @param jvm where it ran: JDK, virtual machine and arguments
 * @param primary the score; the mean over ranks where there are ranks
 * @param secondary the other metrics, among them {@code ranks.min} and {@code ranks.max}
 */
public record JmhResult(CellKey key, int forks, int batchSize, Jvm jvm, Metric primary, Map<String, Metric> secondary) {

    /**
     * The Java virtual machine of a result.
     *
     * @param jdk version of the JDK
     * @param name of the virtual machine
     * @param version of the virtual machine
     * @param arguments it was started with
     */
    public record Jvm(String jdk, String name, String version, List<String> arguments) {
        public Jvm {
            arguments = List.copyOf(arguments);
        }
    }

    public JmhResult {
        secondary = Map.copyOf(secondary);
    }

    /** All parameters, {@code comm} and {@code ranks} included, as the file has them. */
    public SortedMap<String, String> params() {
        return key.params();
    }

    /** How far apart the cores were, as far as that was probed. */
    public Probed probed() {
        Metric before = secondary.get(PlacementChoice.BEFORE);
        Metric after = secondary.get(PlacementChoice.AFTER);
        List<List<Double>> forks = primary.raw();
        if (before == null || after == null || !isLike(before) || !isLike(after)) {
            return new Probed(key.layout(), Collections.nCopies(forks.size(), List.of()));
        }
        return new Probed(
                key.layout(),
                IntStream.range(0, forks.size())
                        .mapToObj(fork -> IntStream.range(0, forks.get(fork).size())
                                .mapToObj(i -> Readings.of(name -> value(name, fork, i)))
                                .toList())
                        .toList());
    }

    private Double value(String metric, int fork, int iteration) {
        Metric values = secondary.get(metric);
        return values != null && isLike(values) ? values.raw().get(fork).get(iteration) : null;
    }

    /** Whether a metric has a value for each iteration. */
    private boolean isLike(Metric metric) {
        return metric.sizes().equals(primary.sizes());
    }

    /** The same of some iterations: their indices, by launch. What has no value for each iteration stays as it is. */
    JmhResult of(List<List<Integer>> iterations) {
        if (iterations.stream().map(List::size).toList().equals(primary.sizes())) {
            return this;
        }
        Map<String, Metric> some = new HashMap<>(secondary);
        some.replaceAll((name, metric) -> isLike(metric) ? metric.of(iterations) : metric);
        return new JmhResult(key, forks, batchSize, jvm, primary.of(iterations), some);
    }
}
