package dev.lockstep.codec.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Profiled;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Several threads that share one codec; one op is one object on one thread. Codecs that do not declare to bear it are
 * left out: what they need is one for each thread, which is {@link EncodeBenchmark} and {@link DecodeBenchmark} with
 * several threads.
 *
 * <p>Run it:
 * {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar Contended -p codec=json -p payload=ping -t 2}, or
 * {@code ./lockstep run Contended -p payload=ping --threads 1,2}.
 *
 * <p>Read it: nanoseconds per object on one thread. The same with two threads as with one means that they do not
 * disturb each other, twice as much that they take turns. It takes as many cores as threads.
 */
@Combinations(Claimed.ByThreads.class)
@Profiled("gc")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
@Threads(2)
public class ContendedBenchmark {
    private final Subject subject = new Subject();

    /** Gives each thread an object of its own, and checks that it survives while the others do the same. */
    @Setup
    public void prepare(SharedCodec shared, ThreadParams thread) {
        subject.make(shared.codec, shared.value(thread.getThreadIndex()));
    }

    /** Object to bytes. */
    @Benchmark
    public ByteBuffer encode(SharedCodec shared) {
        return shared.codec.encode(subject.value);
    }

    /** Bytes to object. */
    @Benchmark
    public Object decode(SharedCodec shared) {
        subject.bytes.position(0);
        return shared.codec.decode(subject.bytes);
    }
}
