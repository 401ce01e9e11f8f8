package dev.lockstep.harness;

import dev.lockstep.harness.rank.Seat;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Lets all ranks start each operation together: an untimed dissemination barrier before it, which is how OSU Micro-Benchmarks
 * measure collectives. JMH subtracts the barrier's time by two clock reads around the operation; an empty operation then
 * reads as some 20 to 30 ns, the floor that reports print.
 *
 * <p>It must be the <em>first</em> state among a benchmark method's parameters, because JMH runs fixtures of each invocation in reverse
 * order and the barrier has to come last. The harness refuses a method where it is not.
 */
@State(Scope.Thread)
public class Synchronised {
    private Seat seat;

    /**
     * Called by JMH.
     *
     * @param rank whose barrier it is
     */
    @Setup(Level.Trial)
    public void attach(Rank rank) {
        seat = rank.seat();
    }

    /** Called by JMH before each operation. */
    @Setup(Level.Invocation)
    public void await() {
        seat.barrier().await();
    }
}
