package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.util.List;

/** One version of the benchmarks, and how it is called. */
public interface Variant {
    /**
     * What there is to measure.
     *
     * @return JMH's full names
     * @throws UsageException if its program does not tell
     * @throws IOException if its program cannot be run
     * @throws InterruptedException if the calling thread is interrupted
     */
    List<String> benchmarks() throws IOException, InterruptedException;

    /**
     * The command that measures.
     *
     * @param batch what, and where to leave the results
     * @return program and arguments
     */
    List<String> command(LaunchBatch batch);

    /**
     * Whether that command would not even begin: not a benchmark has failed, but what was asked for is wrong.
     *
     * @param exitCode of the command
     * @return true if so
     */
    boolean refused(int exitCode);

    /**
     * The same with every operation made dearer, to see whether that is noticed.
     *
     * @param share by how much: 0.05 is 5%
     * @return a variant of its own
     * @throws UsageException if its program cannot do that
     */
    Variant slowed(double share);
}
