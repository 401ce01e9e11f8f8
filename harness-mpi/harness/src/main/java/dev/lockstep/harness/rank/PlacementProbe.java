package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.placement.CacheLineBounce;
import dev.lockstep.harness.placement.SchedulerCounts;
import java.util.Optional;

/** What one thread sees of the machine around an iteration, outside of what is timed. */
final class PlacementProbe {
    private final Optional<CacheLineBounce> bounce;
    private final PlacementProbes probes;
    private final int thread;
    private double before = Double.NaN;
    private Thread counted;
    private SchedulerCounts.Source source;
    private SchedulerCounts counts = SchedulerCounts.UNKNOWN;

    /** Of a thread of a process, from 0, that bounces a cache line with others, or not. */
    PlacementProbe(Optional<CacheLineBounce> bounce, PlacementProbes probes, int thread) {
        this.bounce = bounce;
        this.probes = probes;
        this.thread = thread;
    }

    /** The last thing before an iteration, counted from 1. */
    void before(int iteration) {
        before = read(2L * iteration - 1);
        counts = counts();
    }

    /** Whichever of JMH's threads takes the iteration. */
    private SchedulerCounts counts() {
        if (counted != Thread.currentThread()) {
            counted = Thread.currentThread();
            source = new SchedulerCounts.Source();
        }
        return source.now();
    }

    /** The first thing after it, whether or not there was one before it. Where the probe waits it yields: that is not counted. */
    void after(int iteration) {
        SchedulerCounts added = counts().since(counts);
        double after = read(2L * iteration);
        probes.ended(thread, Conditions.of(before, after, added.switches(), added.migrations(), added.stolenMillis()));
        before = Double.NaN;
        counts = SchedulerCounts.UNKNOWN;
    }

    private double read(long number) {
        return bounce.map(b -> b.read(number)).orElse(Double.NaN);
    }
}
