package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Decides whether head is slower than base: measures on while a row is nearly called slower and there is budget, and
 * measures once more what it would call slower.
 *
 * @param patterns benchmarks whose names contain one of these regular expressions; none for all
 * @param settings floors and rates
 * @param effort how much may be measured
 * @param progress where to tell how far it is
 */
public record RegressionGate(List<String> patterns, Settings settings, Effort effort, Progress progress) {
    public RegressionGate {
        patterns = List.copyOf(patterns);
    }

    /**
     * Measures and compares two variants.
     *
     * @param base what to compare with
     * @param head what is to be judged
     * @param out folder for all results
     * @return each row with its verdict
     * @throws UsageException if there is no such benchmark, or a variant's program refuses
     */
    public Comparison run(Variant base, Variant head, Path out) throws IOException, InterruptedException {
        Listing listing = Listing.of(base.benchmarks(), head.benchmarks(), patterns);
        return new GateRun(this, listing, base, head, out).result();
    }
}
