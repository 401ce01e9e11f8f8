package dev.lockstep.harness.record;

import dev.lockstep.run.Failure;
import dev.lockstep.run.RunEvent;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * The outcome of one launch of a cell.
 *
 * @param result what was measured; empty if it failed
 * @param failure why it failed; empty if it did not
 * @param seconds how long it took
 * @param warmupFalling whether iterations that count were still getting faster
 */
public record ForkOutcome(
        Optional<BenchmarkResult> result, Optional<Failure> failure, double seconds, boolean warmupFalling) {

    /** Whether there is a number. */
    public boolean ok() {
        return result.isPresent();
    }

    RunEvent.Outcome status() {
        return ok() ? RunEvent.Outcome.ok : RunEvent.Outcome.failed;
    }

    public String reason() {
        return failure.map(Failure::reason).orElse("no reason given");
    }
}
