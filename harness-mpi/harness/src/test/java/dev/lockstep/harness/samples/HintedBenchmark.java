package dev.lockstep.harness.samples;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Passes its self-check in JVMs that have JMH's compiler hints. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HintedBenchmark implements SelfCheck {

    /** Called by JMH. */
    @Setup
    public void hand(Rank rank) {
        rank.selfCheck(this);
    }

    /** Anything. */
    @Benchmark
    public int hinted(Rank rank) {
        return rank.rank();
    }

    @Override
    public void fill(Rank rank) {
        // There is nothing to fill.
    }

    @Override
    public void check(Rank rank) {
        var arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (arguments.stream().noneMatch(a -> a.startsWith("-XX:CompileCommandFile="))) {
            throw new IllegalStateException("no compiler hints among " + arguments);
        }
    }
}
