package dev.lockstep.cli.ab;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A variant's batch at one benchmark.
 *
 * @param benchmark JMH's full name of it
 * @param values of parameters, to measure some of its rows only; empty for all of them
 * @param forks how many launches
 * @param counts a results file whose operations per iteration are to be repeated
 * @param folder where results and log go
 */
public record LaunchBatch(
        String benchmark, Map<String, Set<String>> values, int forks, Optional<Path> counts, Path folder) {
    /**
     * What the variant leaves there.
     *
     * @return a file in JMH's JSON
     */
    public Path results() {
        return folder.resolve("results.json");
    }

    /**
     * What its command printed.
     *
     * @return a text file
     */
    public Path log() {
        return folder.resolve("output.log");
    }
}
