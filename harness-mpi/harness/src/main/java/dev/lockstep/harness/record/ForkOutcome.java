package dev.lockstep.harness.record;

import dev.lockstep.run.Failure;
import dev.lockstep.run.RunEvent;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * What became of one launch of a cell.
 *
 * @param result what was measured; empty if it failed
 * @param failure why it failed; empty if it did not
 * @param seconds how long it took
 * @param warmupFalling whether iterations that count were still getting faster
 */
public record ForkOutcome(
        Optional<BenchmarkResult> result, Optional<Failure> failure, double seconds, boolean warmupFalling) {

    /**
     * Whether there is a number.
     *
     * @return true if so
     */
    public boolean ok() {
        return result.isPresent();
    }

    RunEvent.Outcome status() {
        return ok() ? RunEvent.Outcome.ok : RunEvent.Outcome.failed;
    }

    /** For people. */
    public String reason() {
        return failure.map(Failure::reason).orElse("no reason given");
    }
}
