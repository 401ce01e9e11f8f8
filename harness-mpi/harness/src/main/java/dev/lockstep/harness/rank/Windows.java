package dev.lockstep.harness.rank;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Operations that start at times which all ranks know beforehand, by a clock that they have in common, instead of when a
 * barrier lets them go (the window-based synchronisation of S. Hunold and A. Carpen-Amarie, "Reproducible MPI Benchmarking Is
 * Still Not as Easy as You Think", 2016). An operation to which a rank comes when its time is past, or which ends when the
 * next one's is, has missed its window: it is counted, and its time is not.
 *
 * <p>The first iteration has barriers. Each warm-up iteration finds how long a window is to be in the next: twice the 99th
 * percentile of what a rank takes from one start until it is ready for the next, on the rank where that is longest. Once more
 * than one operation of {@value #SHARE} misses in a measured iteration, windows are twice as long. A larger percentile would be
 * that of stalls, for which all others would wait; and no window is more than {@value #MOST} medians long, so that an iteration
 * ends.
 */
final class Windows {
    /** From when ranks agree on a beginning until then: some take a millisecond to tell each other. */
    static final long AHEAD_NANOS = 10_000_000;

    /** The longest window, in medians. */
    static final int MOST = 20;

    /** How many times of an iteration are looked at: its last ones. A power of two. */
    private static final int KEPT = 1 << 14;

    private static final int SHARE = 20;
    private static final int LARGER = 2;

    private final Function<byte[], List<byte[]>> exchange;
    private final long[] busy = new long[KEPT];
    private long width;
    private long most;
    private long next;
    private long started;
    private boolean late;
    private int operations;
    private int missed;

    /**
     * Of one thread of a rank.
     *
     * @param exchange tells all ranks something, and answers what each has told; collective
     */
    Windows(Function<byte[], List<byte[]>> exchange) {
        this.exchange = exchange;
    }

    /**
     * Before an iteration: agrees on its first window; collective.
     *
     * @param warmedUp whether the iteration before counted
     * @param clock of this rank
     * @param now by that clock
     * @throws IllegalStateException if ranks have several clocks
     */
    void begin(boolean warmedUp, long clock, long now) {
        if (!warmedUp) {
            find();
        } else if (missed * (long) SHARE > operations) {
            width = Math.min(LARGER * width, most);
        }
        byte[] mine = ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(clock)
                .putLong(width)
                .putLong(most)
                .putLong(now)
                .array();
        next = now;
        for (byte[] told : exchange.apply(mine)) {
            ByteBuffer of = ByteBuffer.wrap(told);
            if (of.getLong() != clock) {
                throw new IllegalStateException("sync=window: ranks have no clock in common, for they run on several"
                        + " hosts; take sync=dissemination or barrier");
            }
            width = Math.max(width, of.getLong());
            most = Math.max(most, of.getLong());
            long theirs = of.getLong();
            // By differences: a clock may overflow.
            next = theirs - next > 0 ? theirs : next;
        }
        next += AHEAD_NANOS;
        operations = 0;
        missed = 0;
    }

    private void find() {
        // The first operation has nothing before it.
        long[] times = Arrays.stream(busy, 0, Math.min(KEPT, Math.max(0, operations - 1)))
                .sorted()
                .toArray();
        most = times.length == 0 ? 0 : MOST * times[times.length / 2];
        width = times.length == 0 ? 0 : Math.min(LARGER * times[(int) (times.length * 0.99)], most);
    }

    /** How long they are; 0 if there are none yet. */
    long width() {
        return width;
    }

    /** Returns when the next operation is to start: all ranks at once. */
    void await(Barrier barrier) {
        long now = System.nanoTime();
        // Before the first there is no other; what it writes is written over.
        busy[Math.max(0, operations - 1) & KEPT - 1] = now - started;
        if (width == 0) {
            barrier.await();
        } else {
            late = now - next > 0;
            while (System.nanoTime() - next < 0) {
                Thread.onSpinWait();
            }
            next += width;
        }
        started = System.nanoTime();
    }

    /** Whether the operation that has ended at a time was within its window here; all are until there are windows. */
    boolean held(long end) {
        boolean held = width == 0 || !late && end - next <= 0;
        operations++;
        missed += held ? 0 : 1;
        return held;
    }
}
