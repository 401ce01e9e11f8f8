package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.harness.machine.Checksum;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What made a run: results of two parts belong together only if it is the same. */
final class Provenance {
    private static final String CLASS_PATH = "classPath";

    private final ObjectNode node;

    private Provenance(ObjectNode node) {
        this.node = node;
    }

    static Provenance of(String version, RunOptions options) throws IOException {
        ObjectNode node = new ObjectMapper()
                .createObjectNode()
                .put("lockstep", version)
                .put("jmh", org.openjdk.jmh.util.Version.getPlainVersion())
                .put("hostJvm", Runtime.version().toString())
                .put("forkJvm", release(options.jvm().executable()));
        ObjectNode classPath = node.putObject(CLASS_PATH);
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
                classPath.put(Path.of(entry).toAbsolutePath().normalize().toString(), Checksum.of(Path.of(entry)));
            }
        }
        return new Provenance(node);
    }

    /** What stands beside the executable, for it has to be found out without starting it. */
    static String release(String java) throws IOException {
        if (!Files.exists(Path.of(java))) {
            return "unknown";
        }
        Path release = Path.of(java).toRealPath().getParent().resolveSibling("release");
        if (!Files.exists(release)) {
            return "unknown";
        }
        return Files.readAllLines(release).stream()
                .filter(l -> l.startsWith("JAVA_RUNTIME_VERSION")
                        || l.startsWith("JAVA_VERSION=")
                        || l.startsWith("IMPLEMENTOR="))
                .sorted()
                .reduce((a, b) -> a + " " + b)
                .orElse("unknown");
    }

    JsonNode json() {
        return node;
    }

    /** What differs from an earlier part, in words; nothing if the two belong together. */
    List<String> differences(JsonNode earlier) {
        return differences(earlier, node);
    }

    static List<String> differences(JsonNode earlier, JsonNode node) {
        List<String> all = new ArrayList<>();
        node.properties().forEach(field -> {
            String before = earlier.path(field.getKey()).asText();
            if (field.getValue().isValueNode() && !field.getValue().asText().equals(before)) {
                all.add(field.getKey() + " was " + before + ", now "
                        + field.getValue().asText());
            }
        });
        all.addAll(classPath(earlier.path(CLASS_PATH), node.path(CLASS_PATH)));
        return all;
    }

    /** By contents: the same jars may lie elsewhere. */
    private static List<String> classPath(JsonNode earlier, JsonNode now) {
        Set<String> before = checksums(earlier);
        Set<String> after = checksums(now);
        List<String> all = new ArrayList<>();
        earlier.properties().forEach(entry -> {
            if (!after.contains(entry.getValue().asText())) {
                all.add(entry.getKey()
                        + (now.has(entry.getKey()) ? " has changed" : " is missing from the class path (--cp)"));
            }
        });
        now.properties().forEach(entry -> {
            if (!before.contains(entry.getValue().asText()) && !earlier.has(entry.getKey())) {
                all.add(entry.getKey() + " was not on the class path (--cp)");
            }
        });
        if (all.isEmpty() && !new ArrayList<>(before).equals(new ArrayList<>(after))) {
            all.add("the class path (--cp) has another order");
        }
        return all;
    }

    private static Set<String> checksums(JsonNode classPath) {
        Set<String> all = new LinkedHashSet<>();
        classPath.forEach(checksum -> all.add(checksum.asText()));
        return all;
    }
}
