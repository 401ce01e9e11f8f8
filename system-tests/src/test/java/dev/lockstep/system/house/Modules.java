package dev.lockstep.system.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The main code of all modules on the class path, as Maven put it there: from {@code target/classes}, or from the module's jar.
 * Not our own: programs that measure other modules, from inside their packages.
 *
 * @param root of the source tree
 * @param locations by module, for example {@code harness-mpi/harness}
 */
record Modules(Path root, Map<String, Path> locations) {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern MAIN_CODE = Pattern.compile("classes|lockstep-[a-z-]+-[0-9][0-9.]*(-SNAPSHOT)?\\.jar");

    private static final Pattern BUILT = Pattern.compile("(.+)/target(?:/older-jdk)?");

    static Modules onClassPath() {
        Path root = Path.of("").toAbsolutePath().getParent();
        Map<String, Path> locations = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (path.startsWith(root)
                    && !path.startsWith(Path.of("").toAbsolutePath())
                    && Files.exists(path) // not so where a module has tests only
                    && MAIN_CODE.matcher(path.getFileName().toString()).matches()) {
                Matcher module = BUILT.matcher(root.relativize(path.getParent()).toString());
                if (module.matches()) {
                    locations.put(module.group(1), path);
                }
            }
        }
        return new Modules(root, locations);
    }

    /** As the parent's pom.xml lists them. */
    Set<String> inReactor() throws IOException {
        return MODULE.matcher(Files.readString(root.resolve("pom.xml")))
                .results()
                .map((MatchResult m) -> m.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    JavaClasses classes() {
        return new ClassFileImporter()
                .importLocations(locations.values().stream()
                        .map(path -> Location.of(path.toUri()))
                        .toList());
    }

    /** The module that a class of ours comes from. */
    String of(JavaClass ours) {
        String source = ours.getSource().orElseThrow().getUri().toString();
        return locations.entrySet().stream()
                .filter(e -> source.contains(e.getValue().toUri().getRawPath()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError(source + " is in none of " + locations));
    }
}
