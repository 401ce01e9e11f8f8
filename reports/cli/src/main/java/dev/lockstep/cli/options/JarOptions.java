package dev.lockstep.cli.options;

import dev.lockstep.harness.run.UsageException;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
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
        List<Path> there = paths(System.getProperty("java.class.path"));
        for (Path jar : paths(classPath)) {
            if (!there.contains(jar)) {
                throw new UsageException("--cp " + jar + ": it is not on the class path, where ./lockstep puts it; by hand:"
                        + " java -cp " + jar + File.pathSeparator + System.getProperty("java.class.path")
                        + " dev.lockstep.cli.Lockstep ...");
            }
        }
    }

    private static List<Path> paths(String joined) {
        return Stream.of(joined.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                .toList();
    }
}
