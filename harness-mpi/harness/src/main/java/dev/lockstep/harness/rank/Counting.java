package dev.lockstep.harness.rank;

import dev.lockstep.comm.profile.MpiProfile;
import dev.lockstep.comm.spi.Counter;
import java.util.List;
import java.util.Optional;

/**
 * What a library counts while a thread is in an iteration, and what is counted of the thread's own calls: secondary results,
 * per operation.
 */
final class Counting {
    private final List<Counter> counters;
    private final long[] before;
    private final Optional<MpiProfile> profile;
    private int operations = 1;

    Counting(List<Counter> counters, Optional<MpiProfile> profile) {
        this.counters = counters;
        this.profile = profile;
        before = new long[counters.size()];
    }

    /** Says how many operations an iteration has. */
    void of(int many) {
        operations = many;
    }

    void begin() {
        for (int i = 0; i < before.length; i++) {
            before[i] = counters.get(i).count().getAsLong();
        }
        profile.ifPresent(MpiProfile::begin);
    }

    /** Reports; collective where calls are counted. */
    void end(RankThread thread) {
        for (int i = 0; i < before.length; i++) {
            Counter counter = counters.get(i);
            double counted = counter.count().getAsLong() - before[i];
            thread.report(counter.name(), counted / counter.divisor() / operations, counter.unit() + "/op");
        }
        profile.ifPresent(counted -> {
            List<byte[]> ranks = thread.exchange(counted.counted(thread.lastIterationNanos()));
            counted.figures(ranks, operations).forEach(f -> thread.report(f.name(), f.value(), f.unit()));
        });
    }
}
