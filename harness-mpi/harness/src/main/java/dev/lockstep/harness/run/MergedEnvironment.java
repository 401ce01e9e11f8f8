package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** environment.json of a merged run: a field that all parts have alike is said once, any other for each part; the parts' own records lie beside it. */
final class MergedEnvironment {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private MergedEnvironment() {}

    static void write(Path out, List<Path> parts) throws IOException {
        List<JsonNode> records = new ArrayList<>();
        for (Path part : parts) {
            Path file = part.resolve(EnvironmentRecord.FILE);
            records.add(Files.exists(file) ? JSON.readTree(file.toFile()) : JSON.createObjectNode());
            Durable.replace(
                    out.resolve("environment-part-" + records.size() + ".json"),
                    JSON.writeValueAsBytes(records.get(records.size() - 1)));
        }
        ObjectNode whole = records.get(0).deepCopy();
        ArrayNode dates = whole.putArray("parts");
        records.forEach(record -> dates.add(record.path("recorded")));
        ArrayNode fields = whole.putArray("fields");
        byField(records).values().forEach(ofParts -> {
            if (ofParts.stream().allMatch(f -> f != null && f.equals(ofParts.get(0)))) {
                fields.add(ofParts.get(0));
            } else {
                for (int i = 0; i < ofParts.size(); i++) {
                    if (ofParts.get(i) != null) {
                        ObjectNode field = ofParts.get(i).deepCopy();
                        fields.add(field.put("name", field.path("name").asText() + " (part " + (i + 1) + ")"));
                    }
                }
            }
        });
        Durable.replace(out.resolve(EnvironmentRecord.FILE), JSON.writeValueAsBytes(whole));
    }

    /** Group and name to the field of each part, null where it has none. */
    private static Map<String, List<JsonNode>> byField(List<JsonNode> records) {
        Map<String, List<JsonNode>> all = new LinkedHashMap<>();
        for (int i = 0; i < records.size(); i++) {
            for (JsonNode field : records.get(i).path("fields")) {
                String key =
                        field.path("group").asText() + "\n" + field.path("name").asText();
                List<JsonNode> ofParts = all.computeIfAbsent(key, k -> new ArrayList<>());
                while (ofParts.size() < records.size()) {
                    ofParts.add(null);
                }
                ofParts.set(i, field);
            }
        }
        return all;
    }
}
