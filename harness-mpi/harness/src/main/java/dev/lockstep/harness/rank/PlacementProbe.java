package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.machine.CacheLineBounce;
import dev.lockstep.harness.machine.SchedulerCounts;
import java.util.Optional;

/** What one thread sees of the machine around an iteration, outside of what is timed. */
final class PlacementProbe {
    private final Optional<CacheLineBounce> bounce;
    private final PlacementProbes probes;
    private SchedulerCounts counts;
    private double before;

    /** Of a thread that bounces a cache line with others, or not. */
    PlacementProbe(Optional<CacheLineBounce> bounce, PlacementProbes probes) {
        this.bounce = bounce;
        this.probes = probes;
    }

    /** The last thing before an iteration, counted from 1. */
    void before(int iteration) {
        counts = SchedulerCounts.now();
        before = read(2L * iteration - 1);
    }

    /** The first thing after it. */
    void after(int iteration) {
        double after = read(2L * iteration);
        SchedulerCounts added = SchedulerCounts.now().since(counts);
        probes.ended(new Conditions(before, after, added.switches(), added.migrations(), added.stolenMillis()));
    }

    private double read(long number) {
        return bounce.map(b -> b.read(number)).orElse(Double.NaN);
    }
}
