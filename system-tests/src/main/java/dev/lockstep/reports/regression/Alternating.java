package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A row whose launches are dealt out in turns to two sides, the odd ones to base and the even ones to head: what there is
 * between them is no difference.
 *
 * @param id of the score
 * @param better which way
 * @param base with its launches only
 * @param head with its launches only
 */
record Alternating(RowId id, Better better, JmhResult base, JmhResult head) {
    /** The row of a result; empty if a side has fewer launches than a comparison takes. */
    static Optional<Alternating> of(JmhResult all) {
        RowId id = new RowId(all.key(), "");
        JmhResult odd = side(all, 0);
        JmhResult even = side(all, 1);
        boolean enough = even.primary().raw().size() >= ComparedRows.LEAST_OF_ALL
                && odd.primary().raw().size() >= ComparedRows.LEAST_OF_ALL;
        return Better.of(id, all.primary().unit())
                .filter(better -> enough)
                .map(better -> new Alternating(id, better, odd, even));
    }

    /** Launches that ran in another placement are empty, and not counted. */
    private static JmhResult side(JmhResult all, int first) {
        List<List<Double>> raw = all.primary().raw();
        return with(
                all,
                IntStream.range(0, raw.size())
                        .filter(i -> i % 2 == first)
                        .mapToObj(raw::get)
                        .filter(launch -> !launch.isEmpty())
                        .toList());
    }

    private static JmhResult with(JmhResult like, List<List<Double>> raw) {
        double mean = raw.stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
        Metric score = new Metric(mean, like.primary().unit(), raw);
        return new JmhResult(like.key(), raw.size(), like.batchSize(), like.jvm(), score, Map.of());
    }

    /** The same with a head that costs so many times as much. */
    Alternating slowed(double times) {
        double factor = better == Better.LOWER ? times : 1 / times;
        List<List<Double>> raw = head.primary().raw().stream()
                .map(launch -> launch.stream().map(score -> score * factor).toList())
                .toList();
        return new Alternating(id, better, base, with(head, raw));
    }

    /** The same for rules that take higher for slower: throughputs change sides. */
    Sides sides() {
        double[][] older = iterations(base);
        double[][] newer = iterations(head);
        return better == Better.LOWER ? new Sides(older, newer) : new Sides(newer, older);
    }

    private static double[][] iterations(JmhResult side) {
        return side.primary().raw().stream()
                .map(launch -> launch.stream().mapToDouble(Double::doubleValue).toArray())
                .toArray(double[][]::new);
    }

    /**
     * The iterations of both sides, by launch.
     *
     * @param base higher is slower
     * @param head likewise
     */
    record Sides(double[][] base, double[][] head) {}
}
