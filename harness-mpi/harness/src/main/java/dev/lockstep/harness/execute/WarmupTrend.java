package dev.lockstep.harness.execute;

import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;

/** Whether a launch was still warming up when it began to count. */
final class WarmupTrend {
    /** The last warm-up iteration this much slower than the measured ones counts as still falling. */
    private static final double MARGIN = 1.10;

    private WarmupTrend() {}

    /** Compares the last two warm-up iterations, averaged over ranks, with the measured ones; of times only, for throughput does not fall while it warms up. */
    static boolean stillFalling(Path file, Mode mode) throws IOException {
        if (mode == Mode.Throughput || !Files.exists(file)) {
            return false;
        }
        List<RankRow> rows = RankRow.read(file);
        List<Double> warmup = means(rows, true);
        List<Double> measured = means(rows, false);
        if (warmup.size() < 2 || measured.isEmpty()) {
            return false;
        }
        double last = warmup.get(warmup.size() - 1);
        double before = warmup.get(warmup.size() - 2);
        double mean =
                measured.stream().mapToDouble(Double::doubleValue).average().orElse(last);
        return before > last && last > MARGIN * mean;
    }

    private static List<Double> means(List<RankRow> rows, boolean warmup) {
        TreeMap<Integer, Double> byIteration = rows.stream()
                .filter(row -> row.warmup() == warmup)
                .collect(Collectors.groupingBy(
                        RankRow::iteration, TreeMap::new, Collectors.averagingDouble(RankRow::score)));
        return new ArrayList<>(byIteration.values());
    }
}
