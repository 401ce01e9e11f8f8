package dev.lockstep.harness;

import dev.lockstep.harness.rank.OpTimer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Gives a benchmark of a continuous exchange its distribution: take it as an argument of the {@code @Benchmark} method, and call {@link #mark()} as the method's last act.
 * If ranks exchange in pairs, {@link InPairs} says so. A {@link Synchronised} benchmark needs none of it; its operations are timed where the barrier is, and the harness refuses both together.
 *
 * <pre>
 * &#64;Benchmark
 * public void pingPong(Rank rank, OpTimes times) {
 *     ...
 *     times.mark();
 * }
 * </pre>
 *
 * <p>In the forks that scores come from, a mark is one branch that never changes its mind. In the forks that are launched for distributions it reads the clock, and a
 * call lasts from one mark to the next, or from {@link #start()}; without that the first call of each iteration only opens the clock.
 *
 * @implNote It has no fixture of {@code Level.Invocation} on purpose: with one, JMH would read the clock around every call, in every fork.
 */
@State(Scope.Thread)
public class OpTimes {
    /** Null in forks that scores come from. */
    private OpTimer timer;

    /** Called by JMH. */
    @Setup(Level.Trial)
    public void attach(Rank rank) {
        timer = rank.rankThread().opTimer().orElse(null);
    }

    /** Called by JMH. */
    @Setup(Level.Iteration)
    public void beginIteration(IterationParams iteration) {
        if (timer != null) {
            timer.beginIteration(iteration);
        }
    }

    /**
     * Marks the end of a call that began at a time of its own, in place of {@link #mark()}: for load at a fixed rate, whose
     * latency counts from the intended time. Another thread than JMH's may do it, one alone, if the last call waits for it.
     *
     * @param began of {@link System#nanoTime}
     */
    public void mark(long began) {
        if (timer != null) {
            timer.mark(began);
        }
    }

    /** Marks the beginning of a call that does not begin where the one before has ended, for there was a pause: {@link #mark()} ends it. */
    public void start() {
        if (timer != null) {
            timer.start();
        }
    }

    /** Marks the end of this call and the beginning of the next one: to be called exactly once in each. */
    public void mark() {
        if (timer != null) {
            timer.mark();
        }
    }
}
