package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Reads the counts of an earlier run, and the warm-up that went with them, out of its results.json. */
final class BaseRun {
    private BaseRun() {}

    static Ops.Repeated read(String file, boolean calibrated) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Integer> warmups = new TreeMap<>();
        try {
            for (JsonNode entry :
                    new ObjectMapper().readTree(everything(Path.of(file)).toFile())) {
                Map<String, String> params = new TreeMap<>();
                entry.path("params")
                        .properties()
                        .forEach(p -> params.put(p.getKey(), p.getValue().asText()));
                String cell = CellKey.of(
                                entry.path("benchmark").asText(),
                                entry.path("mode").asText(),
                                params,
                                entry.path("threads").asInt(1))
                        .id();
                counts.put(cell, entry.path("measurementBatchSize").asInt(1));
                if (entry.has("warmupIterations")) {
                    warmups.put(cell, entry.path("warmupIterations").asInt());
                }
            }
        } catch (IOException e) {
            throw new UsageException("--ops from:" + file + ": cannot be read as JMH's JSON: " + e.getMessage());
        }
        return new Ops.Repeated(file, counts, warmups, calibrated);
    }

    /** Beside results of some iterations, which may lack a cell, those of all. */
    private static Path everything(Path file) {
        Path all = file.resolveSibling(RunFolder.ALL);
        return file.endsWith(RunFolder.RESULTS) && Files.isRegularFile(all) ? all : file;
    }
}
