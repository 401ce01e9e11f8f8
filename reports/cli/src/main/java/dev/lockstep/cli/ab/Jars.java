package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/** Finds the jar that a build has left. */
final class Jars {
    static final String BENCHMARKS = "META-INF/BenchmarkList";
    private static final String JMH_MAIN = "org.openjdk.jmh.Main";

    private Jars() {}

    /** Whether {@code java -jar} runs JMH. */
    static boolean isExecutable(Path jar) throws IOException {
        try (JarFile file = open(jar)) {
            Manifest manifest = file.getManifest();
            return manifest != null
                    && JMH_MAIN.equals(manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
        }
    }

    static boolean hasBenchmarks(Path jar) throws IOException {
        try (JarFile file = open(jar)) {
            return file.getEntry(BENCHMARKS) != null;
        }
    }

    /** Tells for JMH's full name of a benchmark, class and method, whether a jar has it. */
    static Predicate<String> lists(Path jar) throws IOException {
        try (JarFile file = open(jar);
                InputStream in = file.getInputStream(file.getEntry(BENCHMARKS))) {
            List<List<String>> entries = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> List.of(line.split(" ")))
                    .toList();
            return name -> {
                int method = name.lastIndexOf('.');
                return entries.stream()
                        .anyMatch(words -> words.contains(name.substring(0, method))
                                && words.contains(name.substring(method + 1)));
            };
        }
    }

    private static JarFile open(Path jar) throws IOException {
        try {
            return new JarFile(jar.toFile());
        } catch (ZipException e) {
            throw new UsageException(jar + " is no jar: " + e.getMessage());
        }
    }

    /**
     * The jar below a folder.
     *
     * @param glob that its path, relative to the folder, matches; by default the one that has benchmarks, an
     *     executable one first
     * @throws UsageException if there is not exactly one
     */
    static Path find(Path folder, Optional<String> glob) throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> executable = new ArrayList<>();
        for (Path jar : matching(folder, glob.orElse("**.jar"))) {
            if (glob.isPresent() || hasBenchmarks(jar)) {
                found.add(jar);
                if (isExecutable(jar)) {
                    executable.add(jar);
                }
            }
        }
        List<Path> best = executable.isEmpty() ? found : executable;
        if (best.size() == 1) {
            return best.get(0);
        }
        if (best.isEmpty()) {
            throw new UsageException("no jar below " + folder + " "
                    + glob.map(g -> "matches " + g).orElse("has benchmarks")
                    + "; name the one that the build leaves by --jar");
        }
        throw new UsageException(best.size() + " jars below " + folder + " "
                + glob.map(g -> "match " + g).orElse("have benchmarks") + ": "
                + best.stream().map(jar -> folder.relativize(jar).toString()).collect(Collectors.joining(", "))
                + "; name one by --jar");
    }

    private static List<Path> matching(Path folder, String glob) throws IOException {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> matcher.matches(folder.relativize(file)))
                    .filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }
}
