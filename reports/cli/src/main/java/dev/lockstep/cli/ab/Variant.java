package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.util.List;

/** One version of the benchmarks, and how it is called. */
public interface Variant {
    /**
     * The benchmarks to measure, by JMH's full names.
     *
     * @throws UsageException if its program does not tell
     */
    List<String> benchmarks() throws IOException, InterruptedException;

    /** The command, program and arguments, that measures a batch. */
    List<String> command(LaunchBatch batch);

    /**
     * Whether an exit code says that the command would not even begin: what was asked for is wrong, and no benchmark
     * has failed.
     */
    boolean refused(int exitCode);
}
