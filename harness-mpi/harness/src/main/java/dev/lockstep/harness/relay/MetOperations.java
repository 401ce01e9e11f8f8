package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.OpTimesChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A piece of the operations in which some ranks met, of those who have told so far: of each operation the longest time and
 * whose it is; and, if their clocks are one, who began first and last, and when the last one ended. Times are in nanoseconds.
 */
final class MetOperations {
    private final boolean keeping;
    private final List<OpTimesChunk> kept = new ArrayList<>();
    private long clock;
    private int length;
    private boolean oneClock = true;
    private int told;
    private long[] longest;
    private int[] slowest;
    private long[] first;
    private long[] last;
    private int[] latest;
    private long[] end;
    private BitSet missed;

    /** Of which the times of every rank are kept, too, if somebody wants them. */
    MetOperations(boolean keeping) {
        this.keeping = keeping;
    }

    /** Takes the times of one more of those who met; what is beyond the shortest of them is left for who checks them. */
    void take(OpTimesChunk chunk) {
        if (told == 0) {
            clock = chunk.clock();
            length = chunk.nanos().length;
            longest = new long[chunk.nanos().length];
            missed = new BitSet();
            slowest = new int[longest.length];
            Arrays.fill(slowest, chunk.rank());
            first = chunk.began().clone();
            last = chunk.began().clone();
            latest = slowest.clone();
            end = new long[longest.length];
        }
        oneClock &= chunk.clock() == clock;
        length = Math.min(length, chunk.nanos().length);
        for (int i = 0; i < length; i++) {
            take(i, chunk.rank(), chunk.began()[i], chunk.nanos()[i], told == 0);
        }
        if (keeping) {
            kept.add(chunk);
        }
        told++;
    }

    /** By differences: a clock may overflow. */
    private void take(int i, int rank, long began, long told, boolean isFirst) {
        long nanos = OpTimesChunk.duration(told);
        if (told < 0) {
            missed.set(i);
        }
        if (nanos > longest[i] || nanos == longest[i] && rank < slowest[i]) {
            longest[i] = nanos;
            slowest[i] = rank;
        }
        if (began - first[i] < 0) {
            first[i] = began;
        }
        if (began - last[i] > 0 || began == last[i] && rank < latest[i]) {
            last[i] = began;
            latest[i] = rank;
        }
        if (isFirst || began + nanos - end[i] > 0) {
            end[i] = began + nanos;
        }
    }

    /** How many of them have told. */
    int told() {
        return told;
    }

    /** How many operations all of them have. */
    int length() {
        return length;
    }

    /** The clock that all of them have; {@link OpTimesChunk#NO_CLOCK} if there is none. */
    long clock() {
        return oneClock ? clock : OpTimesChunk.NO_CLOCK;
    }

    /** Whether it can be told who came last: not of a rank alone. */
    boolean comparable() {
        return clock() != OpTimesChunk.NO_CLOCK && told > 1;
    }

    /** Whether it missed its window on any of these ranks. */
    boolean missed(int i) {
        return missed.get(i);
    }

    long longest(int i) {
        return longest[i];
    }

    /** Whose that is; of several the lowest. */
    int slowest(int i) {
        return slowest[i];
    }

    /** Who began last; of several the lowest. */
    int latest(int i) {
        return latest[i];
    }

    /** How much later that was than the first. */
    long lateness(int i) {
        return last[i] - first[i];
    }

    /** From when the last one began to when the last one ended. */
    long sinceLast(int i) {
        return end[i] - last[i];
    }

    /** When the first one began. */
    long began(int i) {
        return first[i];
    }

    /** What was kept. */
    List<OpTimesChunk> kept() {
        return kept;
    }
}
