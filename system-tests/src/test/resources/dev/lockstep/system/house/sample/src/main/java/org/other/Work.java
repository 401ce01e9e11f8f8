package org.other;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Work {
    private static final int TOKENS = 500;

    @Benchmark
    public void changed() {
        Blackhole.consumeCPU(TOKENS);
    }

    @Benchmark
    public void kept() {
        Blackhole.consumeCPU(500);
    }

    // Further benchmarks go here.
}
