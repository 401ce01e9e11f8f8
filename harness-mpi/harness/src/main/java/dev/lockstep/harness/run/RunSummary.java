package dev.lockstep.harness.run;

import dev.lockstep.run.CellState;
import dev.lockstep.run.RunState;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/**
 * The result of a run.
 *
 * @param out where everything lies
 * @param results of the good cells, of every iteration
 * @param failures the other cells, and why they have none
 * @param failedDistributions launches that were to time each operation and failed; their cells keep their result
 * @param missingShards parts of the run that were missing when it was merged
 */
public record RunSummary(
        Path out, List<RunResult> results, Map<Cell, String> failures, int failedDistributions, int missingShards) {
    public RunSummary {
        results = List.copyOf(results);
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
    }

    public static RunSummary of(Path out, List<RunResult> results, List<Cell> cells, RunState state) {
        Map<Cell, String> failures = new LinkedHashMap<>();
        long distributions = 0;
        for (Cell cell : cells) {
            CellState stands = state.cell(cell.id());
            stands.failure().ifPresent(failure -> failures.put(cell, failure.reason()));
            distributions += stands.distributions().values().stream()
                    .filter(launch -> !launch.ok())
                    .count();
        }
        return new RunSummary(out, results, failures, (int) distributions);
    }

    /** The same summary with missing shards. */
    public RunSummary missing(int shards) {
        return new RunSummary(out, results, failures, failedDistributions, shards);
    }

    /** The summary of a run that is not merged. */
    public RunSummary(Path out, List<RunResult> results, Map<Cell, String> failures, int failedDistributions) {
        this(out, results, failures, failedDistributions, 0);
    }

    /** The number of cells with a result. */
    public int good() {
        return results.size();
    }

    /** The number of cells without a result. */
    public int failed() {
        return failures.size();
    }

    /**
     * The exit code: 0 if all cells are good, 1 if one or its distribution failed or a shard is missing, 3 if there was
     * nothing to run.
     */
    public int exitCode() {
        return failed() + failedDistributions + missingShards > 0 ? 1 : good() > 0 ? 0 : 3;
    }
}
