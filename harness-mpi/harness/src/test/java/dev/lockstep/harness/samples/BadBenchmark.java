package dev.lockstep.harness.samples;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Synchronised;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.other.Gadget;

/** Ways of rank 1 to fail while the others wait for it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class BadBenchmark {
    private static boolean isLast(Rank rank) {
        return rank.rank() == 1;
    }

    /** Throws what only the rank can read. */
    @Benchmark
    public void throwsItsOwnOnRank1(Synchronised sync, Rank rank) {
        if (isLast(rank)) {
            throw new Gadget("an exception of my own");
        }
        rank.comm().barrier();
    }

    /** Ends the JVM, and says that all is well. */
    @Benchmark
    public void exitsOnRank1(Synchronised sync, Rank rank) {
        if (isLast(rank)) {
            System.exit(0);
        }
        rank.comm().barrier();
    }

    /** Never returns, whoever interrupts it. */
    @Benchmark
    public void neverReturnsOnRank1(Synchronised sync, Rank rank) {
        while (isLast(rank)) {
            Thread.onSpinWait();
        }
        rank.comm().barrier();
    }

    /** Its self-check finds a fault, on rank 1 only. */
    @State(Scope.Thread)
    public static class Faulty implements SelfCheck {
        /** Called by JMH. */
        @org.openjdk.jmh.annotations.Setup
        public void handIn(Rank rank) {
            rank.selfCheck(this);
        }

        @Override
        public void fill(Rank rank) {
            // Nothing can be right.
        }

        @Override
        public void check(Rank rank) {
            if (isLast(rank)) {
                throw new IllegalStateException("expected 1, found 2");
            }
        }
    }

    /** Its contents are right at first, and wrong on rank 1 when it has run for a while. */
    @State(Scope.Thread)
    public static class Wearing implements SelfCheck {
        private int calls;

        /** Called by JMH. */
        @org.openjdk.jmh.annotations.Setup
        public void handIn(Rank rank) {
            rank.selfCheck(this);
        }

        @Override
        public void fill(Rank rank) {
            calls = 0;
        }

        @Override
        public void check(Rank rank) {
            if (isLast(rank) && calls > 1) {
                throw new IllegalStateException("expected 1, found " + calls + " at last");
            }
        }
    }

    /** See {@link Wearing}. */
    @Benchmark
    public void goesWrongOnRank1(Synchronised sync, Rank rank, Wearing wearing) {
        wearing.calls++;
    }

    /** See {@link Faulty}. */
    @Benchmark
    public void checkFailsOnRank1(Synchronised sync, Rank rank, Faulty faulty) {
        rank.comm().barrier();
    }
}
