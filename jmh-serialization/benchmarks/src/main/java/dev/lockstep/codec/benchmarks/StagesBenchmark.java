package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.StagedCodec;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The pieces of a codec that goes through another form of the object, such as a string or an object of a generated
 * class: object to form, form to bytes, bytes to form, form to object; and the whole ways, on the same objects.
 *
 * <p>Run it:
 * {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar StagesBenchmark -p codec=json-string -p payload=ping},
 * or {@code ./lockstep run StagesBenchmark -p payload=ping}, which leaves out codecs without stages. The direct way
 * beside it is {@link EncodeBenchmark} with {@code codec=json}.
 *
 * <p>Read it: {@code toForm + toBytes} against {@code encode}, {@code formOf + fromForm} against {@code decode}.
 * Reports add them up, and say when they miss the whole by more than a tenth. They may: each piece begins with the same
 * form each time, which is warm in the cache, and may remember something from the last time (Protocol Buffers remember
 * their size); in one piece the compiler sees through the border and need not make the form at all.
 */
@Combinations(Claimed.InStages.class)
@Profiled("gc")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class StagesBenchmark {
    private StagedCodec<Object, Object> codec;
    private Object value;
    private Object formOfValue;
    private ByteBuffer source;
    private Object formOfBytes;

    /** Makes all forms, and checks that pieces and wholes do the same. */
    @Setup
    public void prepare(Subject subject) {
        codec = staged(subject);
        value = subject.value;
        source = subject.bytes;
        formOfValue = toForm();
        formOfBytes = formOf();
        subject.requireBack(fromForm());
        subject.requireBack(decode());
        Subject.requireEqual(source.position(0), toBytes());
        Subject.requireEqual(source, encode());
    }

    @SuppressWarnings("unchecked") // forms go back to where they came from
    private static StagedCodec<Object, Object> staged(Subject subject) {
        if (subject.codec instanceof StagedCodec<?, ?> staged) {
            return (StagedCodec<Object, Object>) staged;
        }
        throw new IllegalArgumentException(
                subject.codec.getClass().getName() + " has no stages: it goes straight to bytes and back");
    }

    /** Object to form. */
    @Benchmark
    @Reported(section = "serialization", stage = "to-form")
    public Object toForm() {
        return codec.toForm(value);
    }

    /** Form to bytes. */
    @Benchmark
    @Reported(section = "serialization", stage = "to-bytes")
    public ByteBuffer toBytes() {
        return codec.toBytes(formOfValue);
    }

    /** Bytes to form. */
    @Benchmark
    @Reported(section = "serialization", stage = "form-of")
    public Object formOf() {
        source.position(0);
        return codec.formOf(source);
    }

    /** Form to object. */
    @Benchmark
    @Reported(section = "serialization", stage = "from-form")
    public Object fromForm() {
        return codec.fromForm(formOfBytes);
    }

    /** Object to form to bytes. */
    @Benchmark
    @Reported(section = "serialization", stage = "encode-stages")
    public ByteBuffer encode() {
        return codec.encode(value);
    }

    /** Bytes to form to object. */
    @Benchmark
    @Reported(section = "serialization", stage = "decode-stages")
    public Object decode() {
        source.position(0);
        return codec.decode(source);
    }
}
