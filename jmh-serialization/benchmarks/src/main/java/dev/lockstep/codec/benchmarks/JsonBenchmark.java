package dev.lockstep.codec.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.lockstep.codec.payload.PingMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * A {@link PingMessage} as JSON by Jackson, both ways; one op is one message, on each thread with a mapper of its own.
 *
 * <p>{@code encodeViaString} and {@code decodeViaString} take the way of Boysan (2018), through a {@code String}; {@code encode} and
 * {@code decode} leave it out. The paper's program also parsed and printed the string once more, with org.json, to add the
 * class's name: that is not repeated here, so the paper's marshalling cost more than this.
 *
 * <p>Run it: {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar Json}, or {@code ./lockstep run Json}; several threads by
 * {@code -t 4}.
 *
 * <p>Read it: nanoseconds per message. What the string costs is {@code encodeViaString - encode}. A sum of one encoding and one decoding
 * is what marshalling adds to a message; set it against a one-way latency ({@code PingPong -p bytes=353}). Add {@code -prof gc} for
 * the bytes allocated. Scores that rise with {@code -t} beyond the number of cores only show that cores are shared.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class JsonBenchmark {
    private ObjectWriter writer;
    private ObjectReader reader;
    private PingMessage message;
    private byte[] bytes;

    /**
     * Makes the message, and checks that it survives all four ways.
     *
     * @throws IOException if Jackson cannot write or read it
     */
    @Setup
    public void prepare() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        writer = mapper.writerFor(PingMessage.class);
        reader = mapper.readerFor(PingMessage.class);
        message = PingMessage.of(2018);
        for (byte[] encoded : new byte[][] {encode(), encodeViaString()}) {
            bytes = encoded;
            RoundTrip.requireEqual(message, decode());
            RoundTrip.requireEqual(message, decodeViaString());
        }
    }

    /**
     * Object to string to bytes.
     *
     * @return UTF-8
     * @throws JsonProcessingException never
     */
    @Benchmark
    public byte[] encodeViaString() throws JsonProcessingException {
        return writer.writeValueAsString(message).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Object to bytes.
     *
     * @return UTF-8
     * @throws JsonProcessingException never
     */
    @Benchmark
    public byte[] encode() throws JsonProcessingException {
        return writer.writeValueAsBytes(message);
    }

    /**
     * Bytes to string to object.
     *
     * @return equal to the object encoded
     * @throws IOException never
     */
    @Benchmark
    public PingMessage decodeViaString() throws IOException {
        return reader.readValue(new String(bytes, StandardCharsets.UTF_8));
    }

    /**
     * Bytes to object.
     *
     * @return equal to the object encoded
     * @throws IOException never
     */
    @Benchmark
    public PingMessage decode() throws IOException {
        return reader.readValue(bytes);
    }
}
