package dev.lockstep.harness.record;

import dev.lockstep.harness.machine.Checksum;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Provenance;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The provenance of a run made now. */
final class CurrentProvenance {
    private CurrentProvenance() {}

    static Provenance of(String version, RunOptions options) throws IOException {
        Map<String, String> classPath = new LinkedHashMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
                classPath.put(Path.of(entry).toAbsolutePath().normalize().toString(), Checksum.of(Path.of(entry)));
            }
        }
        return new Provenance(
                version,
                org.openjdk.jmh.util.Version.getPlainVersion(),
                Runtime.version().toString(),
                release(options.jvm().executable()),
                classPath);
    }

    /** The release file stands beside the executable, whose version has to be found out without starting it. */
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
}
