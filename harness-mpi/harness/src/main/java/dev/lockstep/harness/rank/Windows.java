package dev.lockstep.harness.rank;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Operations that start at times which all ranks know beforehand, by a clock that they have in common, instead of when a
 * barrier lets them go (the window-based synchronisation of S. Hunold and A. Carpen-Amarie, "Reproducible MPI Benchmarking Is
 * Still Not as Easy as You Think", 2016). An operation to which a rank comes when its time is past, or which ends when the
 * next one's is, has missed its window: it is counted, and its time is not.
 *
 * <p>The first iteration has barriers. Each warm-up iteration finds how long a window is to be in the next: twice its 99th
 * percentile, on the rank where that is longest. Once more than one operation of {@value #SHARE} misses in a measured
 * iteration, windows are twice as long. (A larger percentile would be that of stalls, for which all others would wait.)
 */
final class Windows {
    /** From when ranks agree on a beginning until then: some take a millisecond to tell each other. */
    static final long AHEAD_NANOS = 10_000_000;

    private static final int SHARE = 20;
    private static final int LARGER = 2;

    private final LongSupplier tail;
    private final Function<byte[], List<byte[]>> exchange;
    private long width;
    private long next;
    private boolean late;
    private int operations;
    private int missed;

    /**
     * Of one thread of a rank.
     *
     * @param tail the 99th percentile of the iteration before, in nanoseconds; 0 if there was none
     * @param exchange tells all ranks something, and answers what each has told; collective
     */
    Windows(LongSupplier tail, Function<byte[], List<byte[]>> exchange) {
        this.tail = tail;
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
        long asked = warmedUp ? width * (missed * (long) SHARE > operations ? LARGER : 1) : LARGER * tail.getAsLong();
        byte[] mine = ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(clock)
                .putLong(asked)
                .putLong(now)
                .array();
        next = now;
        width = 0;
        for (byte[] told : exchange.apply(mine)) {
            ByteBuffer of = ByteBuffer.wrap(told);
            if (of.getLong() != clock) {
                throw new IllegalStateException("sync=window: ranks have no clock in common, for they run on several"
                        + " hosts; take sync=dissemination or barrier");
            }
            width = Math.max(width, of.getLong());
            long theirs = of.getLong();
            // By differences: a clock may overflow.
            next = theirs - next > 0 ? theirs : next;
        }
        next += AHEAD_NANOS;
        operations = 0;
        missed = 0;
    }

    /** Whether there are windows yet. */
    boolean open() {
        return width > 0;
    }

    /** How long they are; 0 if there are none yet. */
    long width() {
        return width;
    }

    /** Returns when the next operation is to start. */
    void await() {
        late = System.nanoTime() - next > 0;
        while (System.nanoTime() - next < 0) {
            Thread.onSpinWait();
        }
        next += width;
    }

    /** Whether the operation that has ended at a time was within its window here; all are until there are windows. */
    boolean held(long end) {
        boolean held = width == 0 || !late && end - next <= 0;
        operations++;
        missed += held ? 0 : 1;
        return held;
    }
}
