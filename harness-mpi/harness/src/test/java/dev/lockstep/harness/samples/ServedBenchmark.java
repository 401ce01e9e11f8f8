package dev.lockstep.harness.samples;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Scored;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The odd rank, which is not scored, takes long; the even one does nothing, and reports a number of its own. */
@OwnTransport
@Scored(Scored.Ranks.EVEN)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ServedBenchmark {
    /** How long the odd rank takes for each call, at least. */
    public static final long REST_NANOS = 20_000_000;

    /** What the even rank reports. */
    public static final double NUMBER = 7.5;

    /** What JMH itself counts. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counts {
        /** Calls of the even rank. */
        public long asked;
    }

    /** One call. */
    @Benchmark
    public void ask(Rank rank, OpTimes times, Counts counts) throws InterruptedException {
        if (rank.rank() % 2 == 0) {
            counts.asked++;
            times.mark();
        } else {
            TimeUnit.NANOSECONDS.sleep(REST_NANOS);
        }
    }

    /** Of two values the last one counts. */
    @TearDown(Level.Iteration)
    public void report(Rank rank) {
        if (rank.rank() % 2 == 0) {
            rank.report("own", -1, "us/op");
            rank.report("own", NUMBER, "us/op");
        }
    }
}
