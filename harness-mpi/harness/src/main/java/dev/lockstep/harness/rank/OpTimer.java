package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.OpTimesChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Times each call of one thread's benchmark, in forks that are launched for that. Nothing is allocated while it is measured, and no branch depends on how many calls there have
 * been: a branch that is taken for the first time in a measured iteration would throw compiled code away, in the midst of what is being timed. Warm-up
 * iterations are therefore recorded too, and forgotten.
 */
public final class OpTimer {
    /** The system property that makes a fork one of these. */
    public static final String PROPERTY = "lockstep.opTimes";

    /** Of all threads of a process together: 128 MiB. */
    private static final int MAX_RECORDED_IN_PROCESS = 8 << 20;

    private final int capacity;

    private final long[] began;

    /** Its last element, as that of began, takes the calls that there is no room for. */
    private final long[] nanos;

    private boolean measuring;
    private long opened;
    private boolean isOpen;
    private boolean together;
    private int limit;
    private int recorded;
    private long calls;

    OpTimer(int capacity) {
        this.capacity = capacity;
        this.began = new long[capacity + 1];
        this.nanos = new long[capacity + 1];
    }

    /** How many calls each of so many threads of a process may keep: the same on every rank, for each has as many. */
    static int capacity(int threads) {
        return Math.min(OpTimesChunk.MAX_RECORDED, MAX_RECORDED_IN_PROCESS / threads);
    }

    /**
     * Before an iteration. Each of the measured ones gets the same share of the room; calls beyond it are counted and not kept.
     *
     * @param iteration which kind, and of how many
     */
    public void beginIteration(IterationParams iteration) {
        boolean first = !measuring;
        measuring = iteration.getType() == IterationType.MEASUREMENT;
        if (first) {
            recorded = 0;
            calls = 0;
        }
        isOpen = false;
        limit = Math.min(capacity, recorded + Math.max(1, capacity / Math.max(1, iteration.getCount())));
    }

    /** A call begins. */
    public void start() {
        isOpen = true;
        opened = System.nanoTime();
    }

    /**
     * The call that began last has ended.
     *
     * @param arriving which knows whether it is to count
     */
    public void stop(Arriving arriving) {
        long now = System.nanoTime();
        record(now, arriving.held(now));
        together = true;
    }

    /** A call has ended, and the next one begins; the first one of an iteration has no beginning, and is only counted. */
    public void mark() {
        long now = System.nanoTime();
        if (isOpen) {
            record(now, true);
        } else {
            isOpen = true;
            calls++;
        }
        opened = now;
    }

    /**
     * A call has ended that began at a time of its own.
     *
     * @param began of {@link System#nanoTime}; of the first call of an iteration, which is only counted, it does not matter
     */
    public void mark(long began) {
        opened = began;
        if (isOpen) {
            record(System.nanoTime(), true);
        } else {
            isOpen = true;
            calls++;
        }
    }

    private void record(long now, boolean counts) {
        began[recorded] = opened;
        nanos[recorded] = counts ? now - opened : OpTimesChunk.missed(now - opened);
        recorded = Math.min(recorded + 1, limit);
        calls++;
    }

    /** What was measured; at least one chunk. */
    List<OpTimesChunk> chunks(int rank, int thread) {
        List<OpTimesChunk> chunks = new ArrayList<>();
        int offset = 0;
        do {
            int end = Math.min(recorded, offset + OpTimesChunk.MAX_LENGTH);
            chunks.add(new OpTimesChunk(
                    rank,
                    thread,
                    together ? LeavingTimes.clock() : OpTimesChunk.NO_CLOCK,
                    calls,
                    recorded,
                    offset,
                    Arrays.copyOfRange(began, offset, end),
                    Arrays.copyOfRange(nanos, offset, end)));
            offset = end;
        } while (offset < recorded);
        return chunks;
    }
}
