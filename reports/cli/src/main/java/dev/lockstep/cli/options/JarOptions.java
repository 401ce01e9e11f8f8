package dev.lockstep.cli.options;

import picocli.CommandLine.Option;

/** The jars that the {@code lockstep} script puts on the class path before this program sees the option. */
public final class JarOptions {
    @Option(names = "--cp", paramLabel = "JAR:...", description = "jars of your own benchmarks (read by ./lockstep)")
    String classPath;
}
