package dev.lockstep.harness.samples;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Synchronised;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Rank 0 tells all others a number, in JVMs that have JMH's compiler hints. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, batchSize = 20)
@Measurement(iterations = 2, batchSize = 20)
@OperationsPerInvocation(20)
public class GoodBenchmark implements SelfCheck {
    private static final byte TOLD = 42;

    /** How many bytes the number has. */
    @Param("8")
    int bytes;

    private ByteBuffer buffer;

    /** Called by JMH. */
    @Setup
    public void allocate(Rank rank) {
        buffer = rank.comm().allocate(bytes);
        // Pilots have them too.
        List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (arguments.stream().noneMatch(a -> a.startsWith("-XX:CompileCommandFile="))) {
            throw new IllegalStateException("no compiler hints among " + arguments);
        }
        rank.selfCheck(this);
    }

    /** With a barrier before each operation. */
    @Benchmark
    public void broadcast(Synchronised sync, Rank rank) {
        rank.comm().bcast(buffer, 0);
    }

    /** Without. */
    @Benchmark
    public void continuous(Rank rank) {
        rank.comm().bcast(buffer, 0);
    }

    @Override
    public void fill(Rank rank) {
        buffer.put(bytes - 1, rank.rank() == 0 ? TOLD : 0);
    }

    @Override
    public void check(Rank rank) {
        if (buffer.get(bytes - 1) != TOLD) {
            throw new IllegalStateException("expected " + TOLD + ", found " + buffer.get(bytes - 1));
        }
    }
}
