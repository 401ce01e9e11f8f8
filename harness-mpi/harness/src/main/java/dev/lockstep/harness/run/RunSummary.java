package dev.lockstep.harness.run;

import java.nio.file.Path;

/**
 * How a run ended.
 *
 * @param out where everything lies
 * @param good cells with a result
 * @param failed cells without
 * @param failedDistributions launches that were to time each operation and failed; their cells keep their result
 */
public record RunSummary(Path out, int good, int failed, int failedDistributions) {
    /**
     * For scripts.
     *
     * @return 0 if all cells are good, 1 if one or its distribution failed, 3 if there was nothing to run
     */
    public int exitCode() {
        return failed + failedDistributions > 0 ? 1 : good > 0 ? 0 : 3;
    }
}
