package dev.lockstep.harness.run;

import java.nio.file.Path;

/**
 * How a run ended.
 *
 * @param out where everything lies
 * @param good cells with a result
 * @param failed cells without
 */
public record RunSummary(Path out, int good, int failed) {
    /**
     * For scripts.
     *
     * @return 0 if all cells are good, 1 if one failed, 3 if there was nothing to run
     */
    public int exitCode() {
        return failed > 0 ? 1 : good > 0 ? 0 : 3;
    }
}
