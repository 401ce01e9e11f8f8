package dev.lockstep.codec.benchmarks;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers.UUIDSerializer;
import dev.lockstep.codec.payload.PingMessage;
import java.util.UUID;
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
 * A {@link PingMessage} by Kryo, both ways; one op is one message, on each thread with a Kryo and buffers of its own, as Kryo
 * demands.
 *
 * <p>The classes are registered, so that their names are not written, and the buffers are reused. The encoded message has
 * {@value #KRYO_BYTES} bytes against JSON's {@value PingMessage#JSON_BYTES}: there are no field names in it.
 *
 * <p>Run it: {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar Kryo}, or {@code ./lockstep run Kryo}; several threads by
 * {@code -t 4}.
 *
 * <p>Read it: nanoseconds per message, beside {@link JsonBenchmark}'s. The message stays in the reused buffer, where Jackson hands out
 * a new array for each: that is how each library is meant to be used, and part of the difference ({@code -prof gc} shows it).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class KryoBenchmark {
    /** How many bytes the encoded message has. */
    static final int KRYO_BYTES = 135;

    private Kryo kryo;
    private Output output;
    private Input input;
    private PingMessage message;

    /** Makes the message, and checks that it survives both ways. */
    @Setup
    public void prepare() {
        kryo = new Kryo();
        kryo.register(PingMessage.class);
        kryo.register(PingMessage.Role.class);
        kryo.register(UUID.class, new UUIDSerializer());
        output = new Output(PingMessage.JSON_BYTES);
        message = PingMessage.of(2018);
        input = new Input(encode().toBytes());
        RoundTrip.requireEqual(message, decode());
    }

    /**
     * Object to bytes.
     *
     * @return holds them
     */
    @Benchmark
    public Output encode() {
        output.reset();
        kryo.writeObject(output, message);
        return output;
    }

    /**
     * Bytes to object.
     *
     * @return equal to the object encoded
     */
    @Benchmark
    public PingMessage decode() {
        input.reset();
        return kryo.readObject(input, PingMessage.class);
    }
}
