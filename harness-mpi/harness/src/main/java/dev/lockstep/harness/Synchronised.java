package dev.lockstep.harness;

import dev.lockstep.harness.rank.Arriving;
import dev.lockstep.harness.rank.LeavingTimes;
import dev.lockstep.harness.rank.OpTimer;
import dev.lockstep.harness.rank.RankThread;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Lets all ranks start each operation together: an untimed dissemination barrier before it, which is how OSU
 * Micro-Benchmarks measure collectives. JMH subtracts the barrier's time by two clock reads around the operation; an
 * empty operation then reads as some 20 to 30 ns, the floor that reports print.
 *
 * <p>It must be the <em>first</em> state among a benchmark method's parameters, because JMH runs fixtures of each
 * invocation in reverse order and the barrier has to come last. The harness refuses a method where it is not.
 *
 * <p>{@link Rank#arrive} puts another barrier in its place, or none, or lets a rank come late.
 *
 * <p>In forks that are launched for distributions each operation is also timed by itself, from the end of the barrier
 * to the first thing after the operation. JMH's own two clock reads lie in between, so that an empty operation then
 * reads about three times the floor.
 */
@State(Scope.Thread)
public class Synchronised {
    private RankThread rankThread;

    private LeavingTimes leaving;
    private Arriving arriving;

    /** Null in forks that scores come from. */
    private OpTimer timer;

    /** Called by JMH. */
    @Setup(Level.Trial)
    public void attach(Rank rank) {
        rankThread = rank.rankThread();
        timer = rankThread.opTimer().orElse(null);
        leaving = new LeavingTimes(rankThread);
    }

    /** Called by JMH. */
    @Setup(Level.Iteration)
    public void beginIteration(IterationParams iteration) {
        arriving = rankThread.arriving();
        arriving.begin(iteration);
        if (timer != null) {
            timer.beginIteration(iteration);
        }
    }

    /** Called by JMH: reports how far apart ranks leave the barrier here, and what an empty operation reads. */
    @TearDown(Level.Iteration)
    public void endIteration() {
        leaving.report();
    }

    /** Called by JMH before each operation. */
    @Setup(Level.Invocation)
    public void await() {
        arriving.await();
        if (timer != null) {
            timer.start();
        }
    }

    /** Called by JMH after each operation, and before any other state's: outside of what it times. */
    @TearDown(Level.Invocation)
    public void done() {
        if (timer != null) {
            timer.stop(arriving);
        }
    }
}
