package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.Capability;
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
 * Bytes to an object; one op is one object, on each thread with a codec of its own.
 *
 * <p>{@code instance=reused} has the same object filled again and again, where the codec declares that it can.
 *
 * <p>Run it:
 * {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar DecodeBenchmark -p payload=ping -p instance=fresh},
 * or {@code ./lockstep run DecodeBenchmark -p payload=ping}, which leaves out what cannot be.
 *
 * <p>Read it: as {@link EncodeBenchmark}.
 */
@Combinations(Claimed.class)
@Profiled("gc")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class DecodeBenchmark {
    /** The instance that is filled. */
    @Param({ResultPlacement.FRESH, ResultPlacement.REUSED})
    String instance;

    private ByteBuffer source;
    private Object target;

    /** Checks that decoding gives back what was encoded. */
    @Setup
    public void prepare(Subject subject, CodecName codec, PayloadName payload) {
        source = subject.bytes;
        if (ResultPlacement.reused("instance", instance)) {
            Choice choice = Choice.of(codec.codec, payload.payload);
            choice.lack(Capability.REUSED_INSTANCES).ifPresent(Choice::refuse);
            target = choice.value(1);
        }
        for (int i = 0; i < 2; i++) {
            subject.requireBack(decode(subject));
        }
    }

    /** Bytes to object. */
    @Benchmark
    @Reported(section = "serialization", stage = "decode")
    public Object decode(Subject subject) {
        source.position(0);
        return target == null ? subject.codec.decode(source) : subject.codec.decode(source, target);
    }
}
