package dev.lockstep.cli.options;

import dev.lockstep.harness.run.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The jars that the {@code lockstep} script puts on the class path before this program sees the option. */
public final class JarOptions {
    @Option(names = "--cp", paramLabel = "JAR:...", description = "jars of your own benchmarks (read by ./lockstep)")
    String classPath;

    /**
     * Requires that all of them are on the class path, which is not so where the program was started by {@code java}.
     *
     * @throws UsageException if one is not
     */
    public void require() {
        if (classPath == null) {
            return;
        }
        Set<Path> there = entries(System.getProperty("java.class.path"));
        for (Path jar : entries(classPath)) {
            if (!there.contains(jar)) {
                throw new UsageException(
                        "--cp " + jar + ": it is not on the class path, where ./lockstep puts it; by hand:"
                                + " java -cp " + jar + File.pathSeparator + System.getProperty("java.class.path")
                                + " dev.lockstep.cli.Lockstep ...");
            }
        }
    }

    /** The files of a class path, whichever way leads to them. */
    static Set<Path> entries(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> real(Path.of(entry).toAbsolutePath().normalize()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException notThere) {
            return path;
        }
    }
}
