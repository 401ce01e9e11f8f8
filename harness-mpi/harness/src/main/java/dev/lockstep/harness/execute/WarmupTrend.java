package dev.lockstep.harness.execute;

import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/**
 * Whether a launch was still warming up while it counted, so that a longer warm-up would have changed its score: somewhere among the iterations that count its cost fell, and stayed down. Each iteration before that, the last of the
 * warm-up included, cost at least a tenth more than each one after. An iteration that is slow by itself, or a warm-up that was slow until its end and no longer, is no such thing.
 */
final class WarmupTrend {
    private static final double MARGIN = 1.10;
    private static final int WARMUPS = 3;
    /** One iteration that is faster than all others may be chance. */
    private static final int AFTER = 2;

    private WarmupTrend() {}

    /** By a file of rows, averaged over ranks. */
    static boolean stillFalling(Path file, Mode mode) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        List<RankRow> rows = RankRow.read(file);
        return stillFalling(costs(rows, true, mode), costs(rows, false, mode));
    }

    private static boolean stillFalling(List<Double> warmup, List<Double> measured) {
        List<Double> witnesses = warmup.subList(Math.max(0, warmup.size() - WARMUPS), warmup.size());
        for (int drop = 1; drop <= measured.size() - AFTER; drop++) {
            double least = Stream.concat(witnesses.stream(), measured.subList(0, drop).stream())
                    .min(Double::compare)
                    .orElseThrow();
            if (least > MARGIN * Collections.max(measured.subList(drop, measured.size()))) {
                return true;
            }
        }
        return false;
    }

    /** By iteration; of throughputs what one operation costs. */
    private static List<Double> costs(List<RankRow> rows, boolean warmup, Mode mode) {
        return rows.stream()
                .filter(row -> row.warmup() == warmup)
                .collect(Collectors.groupingBy(
                        RankRow::iteration, TreeMap::new, Collectors.averagingDouble(RankRow::score)))
                .values()
                .stream()
                .map(score -> mode == Mode.Throughput ? 1 / score : score)
                .toList();
    }
}
