package dev.lockstep.harness.run;

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

    private static final int PHASE = 7;
    private static final int ITERATION = 8;
    private static final int SCORE = 13;

    private WarmupTrend() {}

    /** Compares the last two warm-up iterations, averaged over ranks, with the measured ones; of times only, for throughput does not fall while it warms up. */
    static boolean stillFalling(Path rows, Mode mode) throws IOException {
        if (mode == Mode.Throughput || !Files.exists(rows)) {
            return false;
        }
        List<Double> warmup = means(rows, "warmup");
        List<Double> measured = means(rows, "measurement");
        if (warmup.size() < 2 || measured.isEmpty()) {
            return false;
        }
        double last = warmup.get(warmup.size() - 1);
        double before = warmup.get(warmup.size() - 2);
        double mean =
                measured.stream().mapToDouble(Double::doubleValue).average().orElse(last);
        return before > last && last > MARGIN * mean;
    }

    private static List<Double> means(Path rows, String phase) throws IOException {
        TreeMap<Integer, Double> byIteration = Csv.records(rows).stream()
                .filter(c -> c.get(PHASE).equals(phase))
                .collect(Collectors.groupingBy(
                        c -> Integer.parseInt(c.get(ITERATION)),
                        TreeMap::new,
                        Collectors.averagingDouble(c -> Double.parseDouble(c.get(SCORE)))));
        return new ArrayList<>(byIteration.values());
    }
}
