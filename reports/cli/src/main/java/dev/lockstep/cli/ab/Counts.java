package dev.lockstep.cli.ab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How many operations an iteration of each row had when it was first measured, on whichever side: as many as it has from then on. */
final class Counts {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> KEY = List.of("benchmark", "mode", "threads", "params");
    private static final String COUNT = "measurementBatchSize";

    private final Path folder;
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, ArrayNode> entries = new LinkedHashMap<>();
    private final Set<JsonNode> known = new HashSet<>();

    /** Without any; files go into the folder. */
    Counts(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    /** What is known of a benchmark, in the shape of JMH's results. */
    Optional<Path> of(String benchmark) {
        return Optional.ofNullable(files.get(benchmark));
    }

    /** Takes in the rows of a benchmark's results that are not known yet. */
    void add(String benchmark, Path results) throws IOException {
        ArrayNode all = entries.computeIfAbsent(benchmark, b -> JSON.createArrayNode());
        int before = all.size();
        for (JsonNode result : JSON.readTree(results.toFile())) {
            ObjectNode key = JSON.createObjectNode();
            KEY.forEach(name -> key.set(name, result.path(name)));
            if (known.add(key)) {
                all.add(key.deepCopy().set(COUNT, result.path(COUNT)));
            }
        }
        if (all.size() > before) {
            Path file = files.computeIfAbsent(benchmark, b -> folder.resolve("counts-" + (files.size() + 1) + ".json"));
            Files.createDirectories(folder);
            JSON.writeValue(file.toFile(), all);
        }
    }
}
