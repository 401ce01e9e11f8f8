package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The program's jar holds the licences and notices of all that is in it. */
@Tag("default")
class LicencesIT {
    private static final Path JAR = Path.of("target", "lockstep.jar");
    private static final Pattern NAMES =
            Pattern.compile("(META-INF/)?(licen[sc]es?/.+|[^/]*(LICEN[SC]E|NOTICE)[^/]*)", Pattern.CASE_INSENSITIVE);

    @Test
    void allAreKept() throws IOException {
        Map<String, String> kept = texts(JAR);
        int looked = 0;
        for (Path jar : libraries()) {
            for (Map.Entry<String, String> text : texts(jar).entrySet()) {
                looked++;
                assertThat(kept.getOrDefault(text.getKey(), ""))
                        .as(text.getKey() + " of " + jar.getFileName())
                        .contains(text.getValue().strip());
            }
        }
        assertThat(looked).isGreaterThan(10);
    }

    /** Those on this class path that are in the program's jar. */
    private static List<Path> libraries() throws IOException {
        try (JarFile all = new JarFile(JAR.toFile())) {
            return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(path -> path.endsWith(".jar"))
                    .map(Path::of)
                    .filter(path -> isIn(all, path))
                    .toList();
        }
    }

    private static boolean isIn(JarFile all, Path library) {
        try (JarFile jar = new JarFile(library.toFile())) {
            return jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class")
                            && !entry.getName().contains("module-info"))
                    .findFirst()
                    .map(entry -> all.getEntry(entry.getName()) != null)
                    .orElse(false);
        } catch (IOException e) {
            throw new AssertionError(library.toString(), e);
        }
    }

    private static Map<String, String> texts(Path path) throws IOException {
        Map<String, String> texts = new HashMap<>();
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (NAMES.matcher(entry.getName()).matches() && !entry.isDirectory()) {
                    texts.put(
                            entry.getName(),
                            new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return texts;
    }
}
