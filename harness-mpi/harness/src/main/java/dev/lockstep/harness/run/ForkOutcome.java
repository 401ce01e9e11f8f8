package dev.lockstep.harness.run;

import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * What became of one launch of a cell.
 *
 * @param result what was measured; empty if it failed
 * @param reason why it failed, with the rank; empty if it did not
 * @param seconds how long it took
 * @param warmupFalling whether the last warm-up iterations were still getting faster
 */
public record ForkOutcome(
        Optional<BenchmarkResult> result, Optional<String> reason, double seconds, boolean warmupFalling) {

    /**
     * Whether there is a number.
     *
     * @return true if so
     */
    public boolean ok() {
        return result.isPresent();
    }
}
