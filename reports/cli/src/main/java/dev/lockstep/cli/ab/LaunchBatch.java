package dev.lockstep.cli.ab;

import dev.lockstep.run.RunFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Some launches of one variant on one benchmark.
 *
 * @param benchmark JMH's full name of it
 * @param values of parameters, to measure only some rows; empty for all of them
 * @param forks how many launches
 * @param counts a results file whose operations per iteration are to be repeated
 * @param folder where results and log go
 */
public record LaunchBatch(
        String benchmark, Map<String, Set<String>> values, int forks, Optional<Path> counts, Path folder) {
    /** The file in which the variant leaves its results, in JMH's JSON. */
    public Path results() {
        return folder.resolve("results.json");
    }

    /** The file with what was measured, of every iteration: where the variant chose among them, another one. */
    public Path everything() {
        return new RunFolder(folder).everything();
    }

    /** The file that keeps what the variant's command printed. */
    public Path log() {
        return folder.resolve("output.log");
    }
}
