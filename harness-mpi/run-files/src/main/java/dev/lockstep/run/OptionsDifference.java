package dev.lockstep.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Tells whether two parts of a run were asked for in the same way. */
public final class OptionsDifference {
    private OptionsDifference() {}

    /**
     * The first option that differs, in words.
     *
     * @param earlier as {@link RunEvent.Start#options()} has them
     * @param now likewise
     * @param counts which count, by their names, such as {@code effort.forks}
     */
    public static Optional<String> first(JsonNode earlier, JsonNode now, Predicate<String> counts) {
        Map<String, String> before = new TreeMap<>();
        Map<String, String> after = new TreeMap<>();
        flatten("", earlier, before);
        flatten("", now, after);
        Map<String, String> all = new TreeMap<>(before);
        all.putAll(after);
        return all.keySet().stream()
                .filter(counts)
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
