package org.example;

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

/** Numbers one after the other. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(jvmArgs = "-Xmx128m")
@Warmup(iterations = 2, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 2, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class Mine {
    @Param("1024")
    int bytes;

    private ByteBuffer encoded;

    @Setup
    public void encode() {
        encoded = ByteBuffer.allocate(bytes);
    }

    @Benchmark
    public int[] decode() {
        int[] numbers = new int[bytes / Integer.BYTES];
        encoded.asIntBuffer().get(numbers);
        return numbers;
    }
}
