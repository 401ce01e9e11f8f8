package dev.lockstep.cli.ab;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.run.CellKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operations per iteration of each row, and its warm-up iterations: as many as when it was first measured on either variant. */
final class Counts {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, List<Count>> entries = new LinkedHashMap<>();
    private final Set<CellKey> known = new HashSet<>();

    /** The part of a row of JMH's results that tells its count. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Count(
            String benchmark,
            String mode,
            int threads,
            Map<String, String> params,
            int warmupIterations,
            int measurementBatchSize) {
        CellKey key() {
            return CellKey.of(benchmark, mode, params == null ? Map.of() : params, threads);
        }
    }

    Counts(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    /** The known rows of a benchmark, in the shape of JMH's results. */
    Optional<Path> of(String benchmark) {
        return Optional.ofNullable(files.get(benchmark));
    }

    /** Adds the rows of a benchmark's results that are not known yet. */
    void add(String benchmark, Path results) throws IOException {
        List<Count> all = entries.computeIfAbsent(benchmark, b -> new ArrayList<>());
        int before = all.size();
        for (Count count : JSON.readValue(results.toFile(), Count[].class)) {
            if (known.add(count.key())) {
                all.add(count);
            }
        }
        if (all.size() > before) {
            Path file = files.computeIfAbsent(benchmark, b -> folder.resolve("counts-" + (files.size() + 1) + ".json"));
            Files.createDirectories(folder);
            JSON.writeValue(file.toFile(), all);
        }
    }
}
