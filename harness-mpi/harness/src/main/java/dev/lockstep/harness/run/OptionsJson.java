package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A run's options as JSON: for the record, and to tell whether two parts of a run were asked for in the same way. */
final class OptionsJson {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .addModule(new SimpleModule()
                    .addSerializer(Optional.class, new StdDelegatingSerializer(new StdConverter<Optional<?>, Object>() {
                        @Override
                        public Object convert(Optional<?> value) {
                            return value.orElse(null);
                        }
                    })))
            .build();

    /** Whichever is free when a part of the run begins. */
    private static final String DEBUG_PORT = "launch.debug.port";

    private OptionsJson() {}

    /** All of them but the folder, which may be moved. */
    static JsonNode of(RunOptions options) {
        ObjectNode node = JSON.valueToTree(options);
        node.remove("out");
        if (options.versus().isEmpty()) {
            // As in journals from before there were comparisons.
            node.remove("versus");
        }
        node.set(
                "ops",
                JSON.createObjectNode()
                        .put("rule", options.ops().chosenBy())
                        .<ObjectNode>set("of", JSON.valueToTree(options.ops())));
        return node;
    }

    /** The first option that is not the same, in words; but for what begins with a certain name, unless that is empty. */
    static Optional<String> difference(JsonNode earlier, JsonNode now, String except) {
        Map<String, String> before = new TreeMap<>();
        Map<String, String> after = new TreeMap<>();
        flatten("", earlier, before);
        flatten("", now, after);
        if (!except.isEmpty()) {
            before.keySet().removeIf(name -> name.startsWith(except + "."));
            after.keySet().removeIf(name -> name.startsWith(except + "."));
        }
        Map<String, String> all = new TreeMap<>(before);
        all.putAll(after);
        all.remove(DEBUG_PORT);
        return all.keySet().stream()
                .filter(name -> !before.getOrDefault(name, "").equals(after.getOrDefault(name, "")))
                .map(name -> name + " was " + before.getOrDefault(name, "not given") + ", now "
                        + after.getOrDefault(name, "not given"))
                .findFirst();
    }

    private static void flatten(String name, JsonNode node, Map<String, String> into) {
        if (node.isObject()) {
            node.properties()
                    .forEach(field -> flatten(
                            name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue(), into));
        } else {
            into.put(name, node.toString());
        }
    }
}
