package dev.lockstep.harness.rank;

import dev.lockstep.comm.spi.Counter;
import java.util.List;

/** What a library counts while a thread is in an iteration: a secondary result for each counter, per operation. */
final class Counting {
    private final List<Counter> counters;
    private final long[] before;
    private int operations = 1;

    Counting(List<Counter> counters) {
        this.counters = counters;
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
    }

    void end(RankThread thread) {
        for (int i = 0; i < before.length; i++) {
            Counter counter = counters.get(i);
            double counted = counter.count().getAsLong() - before[i];
            thread.report(counter.name(), counted / counter.divisor() / operations, counter.unit() + "/op");
        }
    }
}
