package dev.lockstep.harness.samples;

import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Rank 1's JVM ends three seconds after its set-up, though not in the pilot, in its first operation or before. */
@OwnTransport
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class DyingBenchmark {
    private boolean dying;

    /** Called by JMH. */
    @Setup
    public void die(Rank rank) {
        dying = !Boolean.getBoolean("jmh.ignoreLock");
        if (dying && rank.rank() == 1) {
            CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS)
                    .execute(() -> Runtime.getRuntime().halt(1));
        }
    }

    /** Needs nobody, and takes longer than rank 1 lives. */
    @Benchmark
    public int alone(Rank rank) throws InterruptedException {
        if (dying) {
            Thread.sleep(5000);
        }
        return rank.rank();
    }
}
