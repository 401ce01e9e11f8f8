package dev.lockstep.junit;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.runner.options.Options;

/** Knows the benchmarks of the class path, and launches them. */
interface Launcher {
    /**
     * A benchmark.
     *
     * @param name its class and method
     * @param params names of its parameters
     */
    record Listed(String name, Set<String> params) {}

    /** All benchmarks, each once. */
    List<Listed> benchmarks();

    /**
     * Launches a benchmark once, in a JVM of its own for each of its rows.
     *
     * @param benchmark its name
     * @param options as the test says
     * @param results file for JMH's JSON; its folder exists
     * @throws AssertionError if it fails; the cause is what JMH threw
     */
    void launch(String benchmark, Options options, Path results);
}
