package dev.lockstep.codec.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Profiled;
import dev.lockstep.harness.Reported;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An object to bytes; one op is one object, on each thread with a codec of its own.
 *
 * <p>{@code buffer=fresh} lets the codec hand out memory of its own choice; {@code buffer=reused} gives it the same
 * memory each time, into which some copy what they made elsewhere (their provider says so: {@code REUSED_BUFFERS}).
 * Beside the time stand the bytes of the encoding, plain and compressed ({@link EncodedSizes}), and the bytes allocated
 * per op, by JMH's {@code gc} profiler, which counts between iterations.
 *
 * <p>Run it: {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar EncodeBenchmark -p payload=ping}, or
 * {@code ./lockstep run EncodeBenchmark -p payload=ping}; one codec by {@code -p codec=kryo}.
 *
 * <p>Read it: nanoseconds per object. {@code codec=empty} is the floor: what a call that does nothing reads. Only one
 * type of object comes by, which is what a JIT compiler likes best: {@link CallSitesBenchmark} has several.
 */
@Combinations(Claimed.class)
@Profiled({"gc", EncodedSizes.NAME})
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class EncodeBenchmark {
    /** The place where the bytes go. */
    @Param({ResultPlacement.FRESH, ResultPlacement.REUSED})
    String buffer;

    private boolean reused;
    private ByteBuffer target;

    /** Checks that the encoded bytes can be decoded. */
    @Setup
    public void prepare(Subject subject) {
        reused = ResultPlacement.reused("buffer", buffer);
        target = ByteBuffer.allocate(subject.bytes.limit());
        for (int i = 0; i < 2; i++) {
            ByteBuffer encoded = encode(subject).duplicate();
            subject.requireBack(subject.codec.decode(reused ? encoded.flip() : encoded));
        }
    }

    /** Object to bytes. */
    @Benchmark
    @Reported(section = "serialization", stage = "encode")
    public ByteBuffer encode(Subject subject) {
        if (reused) {
            target.clear();
            subject.codec.encode(subject.value, target);
            return target;
        }
        return subject.codec.encode(subject.value);
    }
}
