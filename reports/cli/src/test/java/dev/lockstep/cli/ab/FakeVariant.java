package dev.lockstep.cli.ab;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/** A variant whose scores are made up: each benchmark has a score by the number of its fork, from 0; NaN where it breaks. */
final class FakeVariant implements Variant {
    static final DoubleUnaryOperator BROKEN = fork -> Double.NaN;

    final List<LaunchBatch> batches = new ArrayList<>();
    private final Map<String, DoubleUnaryOperator> scores = new TreeMap<>();
    private final Map<String, Integer> forks = new TreeMap<>();
    private boolean refusing;

    FakeVariant with(String benchmark, DoubleUnaryOperator score) {
        scores.put(benchmark, score);
        return this;
    }

    FakeVariant refusing() {
        refusing = true;
        return this;
    }

    @Override
    public List<String> benchmarks() {
        return List.copyOf(scores.keySet());
    }

    /** Leaves the results at once: the program has nothing left to do. */
    @Override
    public List<String> command(LaunchBatch batch) {
        batches.add(batch);
        if (refusing) {
            return List.of("sh", "-c", "echo 'no such option: --fast'; exit 2");
        }
        int next = forks.getOrDefault(batch.benchmark(), 0);
        if (Double.isNaN(scores.get(batch.benchmark()).applyAsDouble(next))) {
            return List.of("sh", "-c", "echo it broke; : >'" + batch.results() + "'");
        }
        try {
            Files.createDirectories(batch.folder());
            new ObjectMapper().writeValue(batch.results().toFile(), List.of(entry(batch)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of("true");
    }

    private Map<String, Object> entry(LaunchBatch batch) {
        List<List<Double>> raw = new ArrayList<>();
        for (int i = 0; i < batch.forks(); i++) {
            int fork = forks.merge(batch.benchmark(), 1, Integer::sum) - 1;
            double score = scores.get(batch.benchmark()).applyAsDouble(fork);
            raw.add(List.of(score, score * 1.0004, score * 0.9996));
        }
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("benchmark", batch.benchmark());
        entry.put("mode", "avgt");
        entry.put("threads", 1);
        entry.put("forks", batch.forks());
        entry.put("measurementBatchSize", 50);
        entry.put("params", Map.of("size", "8"));
        entry.put("primaryMetric", Map.of("score", 1, "scoreError", "NaN", "scoreUnit", "us/op", "rawData", raw));
        entry.put("secondaryMetrics", Map.of());
        return entry;
    }

    @Override
    public boolean refused(int exitCode) {
        return exitCode > 1;
    }
}
