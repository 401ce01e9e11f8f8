package dev.lockstep.reports.regression;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes files as JMH writes them. */
final class Results {
    private final List<Map<String, Object>> entries = new ArrayList<>();

    /** The last one added, to change: {@code with("mode", "thrpt")}. */
    Results with(String field, Object value) {
        entries.get(entries.size() - 1).put(field, value);
        return this;
    }

    /** One row, in us/op; each fork a list of numbers, or of JMH's strings for what is none. */
    Results add(String benchmark, List<?> forks) {
        return add(benchmark, "us/op", forks);
    }

    Results add(String benchmark, String unit, List<?> forks) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("benchmark", benchmark);
        entry.put("mode", "ss");
        entry.put("threads", 1);
        entry.put("forks", forks.size());
        entry.put("jvmArgs", List.of("-Xmx1g"));
        entry.put("jdkVersion", "17");
        entry.put("measurementBatchSize", 100);
        entry.put("primaryMetric", Map.of("score", 1, "scoreError", "NaN", "scoreUnit", unit, "rawData", forks));
        entry.put("secondaryMetrics", Map.of());
        entries.add(entry);
        return this;
    }

    /** Forks that are all but alike, around a mean. */
    static List<List<Double>> around(double mean, int forks) {
        List<List<Double>> all = new ArrayList<>();
        for (int f = 0; f < forks; f++) {
            double fork = mean * (1 + 0.0005 * f);
            all.add(List.of(fork, fork * 1.0003, fork * 0.9998));
        }
        return all;
    }

    Path in(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name);
        new ObjectMapper().writeValue(file.toFile(), entries);
        return file;
    }
}
