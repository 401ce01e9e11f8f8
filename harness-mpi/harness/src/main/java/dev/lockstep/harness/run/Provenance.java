package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

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
                classPath.put(Path.of(entry).toAbsolutePath().normalize().toString(), checksum(Path.of(entry)));
            }
        }
        return new Provenance(node);
    }

    /** What stands beside the executable, for it has to be found out without starting it. */
    private static String release(String java) throws IOException {
        Path release = Path.of(java).toAbsolutePath().getParent().resolveSibling("release");
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

    /** Of a jar, or of all files in a folder of classes. */
    private static String checksum(Path entry) throws IOException {
        MessageDigest digest = StoredFork.digest();
        try (Stream<Path> files = Files.walk(entry)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                digest.update(Files.readAllBytes(file));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
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
        List<String> checksums = new ArrayList<>();
        node.path(CLASS_PATH).forEach(checksum -> checksums.add(checksum.asText()));
        earlier.path(CLASS_PATH).properties().forEach(entry -> {
            if (!checksums.contains(entry.getValue().asText())) {
                boolean there = node.path(CLASS_PATH).has(entry.getKey());
                all.add(entry.getKey() + (there ? " has changed" : " is missing from the class path (--cp)"));
            }
        });
        return all;
    }
}
