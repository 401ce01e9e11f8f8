package dev.lockstep.harness.execute;

import dev.lockstep.run.RankRow;
import dev.lockstep.run.placement.Placements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/**
 * Whether a launch was still warming up while it counted, so that a longer warm-up would have changed its score: somewhere among the iterations that count its cost fell, and stayed down. Each iteration before that, the last of the
 * warm-up included, cost at least a tenth more than each one after. An iteration that is slow by itself, or a warm-up that was slow until its end and no longer, is no such thing; nor is a fall
 * for which the cores had moved together.
 */
final class WarmupTrend {
    private static final double MARGIN = 1.10;
    private static final int WARMUPS = 3;
    /** One iteration that is faster than all others may be chance. */
    private static final int AFTER = 2;

    /**
     * An iteration.
     *
     * @param cost the mean over its scored ranks
     * @param nearest the lesser of its probes, of several hops the highest, in nanoseconds; NaN if one is missing
     * @param farthest the greater one
     */
    private record Iteration(double cost, double nearest, double farthest) {
        static Iteration of(List<RankRow> ranks, Mode mode) {
            double score = ranks.stream().mapToDouble(RankRow::score).average().orElseThrow();
            double before = highest(ranks.stream().mapToDouble(RankRow::probeBefore));
            double after = highest(ranks.stream().mapToDouble(RankRow::probeAfter));
            return new Iteration(
                    mode == Mode.Throughput ? 1 / score : score, Math.min(before, after), Math.max(before, after));
        }

        private static double highest(DoubleStream readings) {
            return readings.filter(nanos -> !Double.isNaN(nanos)).max().orElse(Double.NaN);
        }
    }

    private WarmupTrend() {}

    /** By a file of rows, averaged over the ranks that are scored. */
    static boolean stillFalling(Path file, Mode mode) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        List<RankRow> rows = RankRow.read(file);
        return stillFalling(iterations(rows, true, mode), iterations(rows, false, mode));
    }

    private static boolean stillFalling(List<Iteration> warmup, List<Iteration> measured) {
        List<Iteration> witnesses = warmup.subList(Math.max(0, warmup.size() - WARMUPS), warmup.size());
        for (int drop = 1; drop <= measured.size() - AFTER; drop++) {
            List<Iteration> before = Stream.concat(witnesses.stream(), measured.subList(0, drop).stream())
                    .toList();
            List<Iteration> after = measured.subList(drop, measured.size());
            boolean fell = least(before, Iteration::cost) > MARGIN * most(after, Iteration::cost);
            if (fell && !(least(before, Iteration::farthest) >= Placements.GAP * most(after, Iteration::nearest))) {
                return true;
            }
        }
        return false;
    }

    private static double least(List<Iteration> some, ToDoubleFunction<Iteration> of) {
        return some.stream().mapToDouble(of).reduce(Double.POSITIVE_INFINITY, Math::min);
    }

    private static double most(List<Iteration> some, ToDoubleFunction<Iteration> of) {
        return some.stream().mapToDouble(of).reduce(0, Math::max);
    }

    private static List<Iteration> iterations(List<RankRow> rows, boolean warmup, Mode mode) {
        return rows.stream()
                .filter(row -> row.warmup() == warmup && row.scores())
                .collect(Collectors.groupingBy(RankRow::iteration, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(ranks -> Iteration.of(ranks, mode))
                .toList();
    }
}
