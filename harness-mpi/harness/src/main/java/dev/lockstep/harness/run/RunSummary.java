package dev.lockstep.harness.run;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/**
 * How a run ended.
 *
 * @param out where everything lies
 * @param results of the good cells, as in results.json
 * @param failures the other cells, and why they have none
 * @param failedDistributions launches that were to time each operation and failed; their cells keep their result
 */
public record RunSummary(Path out, List<RunResult> results, Map<Cell, String> failures, int failedDistributions) {
    /** Copies the collections. */
    public RunSummary {
        results = List.copyOf(results);
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
    }

    /**
     * Cells with a result.
     *
     * @return how many
     */
    public int good() {
        return results.size();
    }

    /**
     * Cells without.
     *
     * @return how many
     */
    public int failed() {
        return failures.size();
    }

    /**
     * For scripts.
     *
     * @return 0 if all cells are good, 1 if one or its distribution failed, 3 if there was nothing to run
     */
    public int exitCode() {
        return failed() + failedDistributions > 0 ? 1 : good() > 0 ? 0 : 3;
    }
}
