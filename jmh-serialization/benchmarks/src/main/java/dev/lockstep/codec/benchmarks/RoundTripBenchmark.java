package dev.lockstep.codec.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Profiled;
import dev.lockstep.harness.Reported;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An object to bytes and back; one op is one object there and back, on each thread with a codec of its own.
 *
 * <p>Run it: {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar RoundTripBenchmark -p payload=ping},
 * or {@code ./lockstep run RoundTripBenchmark -p payload=ping}.
 *
 * <p>Read it: beside the sum of {@link EncodeBenchmark} and {@link DecodeBenchmark} with {@code fresh}. Less than the
 * sum: the bytes were still in the cache. More: the two directions compete for the code cache, or for the codec's own
 * buffers.
 */
@Combinations(Claimed.class)
@Profiled("gc")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class RoundTripBenchmark {

    /** Object to bytes to object; {@link Subject} has checked it. */
    @Benchmark
    @Reported(section = "serialization", stage = "round-trip")
    public Object roundTrip(Subject subject) {
        return subject.codec.decode(subject.codec.encode(subject.value));
    }
}
