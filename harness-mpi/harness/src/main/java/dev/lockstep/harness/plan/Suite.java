package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import java.util.List;

/**
 * What a run measures.
 *
 * @param cells in the order in which they are reported
 * @param leftOut what it would also measure, had that been possible; goes into the record
 */
public record Suite(List<Cell> cells, List<LeftOut> leftOut) {
    /** Copies the lists. */
    public Suite {
        cells = List.copyOf(cells);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * All that options ask for, of the benchmarks on the class path.
     *
     * @param options of the run
     * @return without what a communicator lacks the means for
     * @throws UsageException if a benchmark, parameter or communicator does not exist, or a benchmark cannot run as it is written
     */
    public static Suite of(RunOptions options) {
        List<Benchmark> benchmarks = Catalog.discover().find(options.patterns());
        return new Suite(Matrix.cells(benchmarks, options), Matrix.unfit(benchmarks, options));
    }
}
