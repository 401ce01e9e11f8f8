package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a launch was still warming up when it began to count. */
final class WarmupTrend {
    /** The last warm-up iteration this much slower than the measured ones counts as still falling. */
    private static final double MARGIN = 1.10;

    private static final int PHASE = 7;
    private static final int ITERATION = 8;
    private static final int SCORE = 13;

    private WarmupTrend() {}

    /** Compares the last two warm-up iterations, averaged over ranks, with the measured ones. */
    static boolean stillFalling(Path rows) throws IOException {
        if (!Files.exists(rows)) {
            return false;
        }
        List<Double> warmup = means(rows, "warmup");
        List<Double> measured = means(rows, "measurement");
        if (warmup.size() < 2 || measured.isEmpty()) {
            return false;
        }
        double last = warmup.get(warmup.size() - 1);
        double before = warmup.get(warmup.size() - 2);
        double best = measured.stream().min(Double::compare).orElse(last);
        return before > last && last > MARGIN * best;
    }

    /** Our own file: none of these columns holds a comma within quotes but the parameters, which are counted from behind. */
    private static List<Double> means(Path rows, String phase) throws IOException {
        try (Stream<String> lines = Files.lines(rows)) {
            TreeMap<Integer, Double> byIteration = lines.skip(1)
                    .map(WarmupTrend::columns)
                    .filter(c -> c.get(PHASE).equals(phase))
                    .collect(Collectors.groupingBy(
                            c -> Integer.parseInt(c.get(ITERATION)),
                            TreeMap::new,
                            Collectors.averagingDouble(c -> Double.parseDouble(c.get(SCORE)))));
            return new ArrayList<>(byIteration.values());
        }
    }

    private static List<String> columns(String line) {
        List<String> all = List.of(line.split(",", -1));
        int extra = all.size() - 15;
        List<String> columns = new ArrayList<>(all.subList(0, 2));
        columns.addAll(all.subList(2 + extra, all.size()));
        return columns;
    }
}
