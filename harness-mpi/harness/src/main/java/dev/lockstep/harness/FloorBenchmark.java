package dev.lockstep.harness;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The least that a {@link Synchronised} operation can read: nothing is done between JMH's two clock reads.
 * Launches measure it after each iteration, and every report prints it beside the cells that it limits.
 *
 * <p>Run: {@code java -jar benchmarks.jar Floor -t 2}. Read: {@code synchronised} says how near to nothing a synchronised
 * benchmark's score is; one of a few floors says little. It is not to be subtracted: a processor begins an operation
 * while it still reads the clock, so a score minus the floor is less than what the operation costs, and by how much
 * depends on the operation. {@code marked} is what a mark of {@link OpTimes} costs where scores come from.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, batchSize = FloorBenchmark.BATCH)
@Measurement(iterations = 5, batchSize = FloorBenchmark.BATCH)
@OperationsPerInvocation(FloorBenchmark.BATCH)
public class FloorBenchmark {
    static final int BATCH = 1000;

    /** An empty operation. */
    @Benchmark
    public void synchronised(Synchronised sync) {
        // The cost of measuring is what is measured.
    }

    /** A mark and nothing else: what {@link OpTimes} adds to a call of a continuous exchange. */
    @Benchmark
    public void marked(OpTimes times) {
        times.mark();
    }
}
