package dev.lockstep.collectives.algorithms;

import java.util.Arrays;

/**
 * Where the blocks of ranks lie.
 *
 * @param counts their lengths, in bytes
 * @param places their beginnings
 * @param bytes of all, with gaps
 */
record Layout(int[] counts, int[] places, int bytes) {

    /** Blocks of one length, without gaps. */
    static Layout even(int ranks, int length) {
        int[] counts = new int[ranks];
        int[] places = new int[ranks];
        Arrays.setAll(counts, i -> length);
        Arrays.setAll(places, i -> i * length);
        return new Layout(counts, places, ranks * length);
    }

    /** Blocks of any length: the last rank's comes first, and there are gaps before, between and behind them. */
    static Layout apart(int[] counts) {
        int[] places = new int[counts.length];
        int at = 2;
        for (int i = counts.length - 1; i >= 0; i--) {
            places[i] = at;
            at += counts[i] + i % 3;
        }
        return new Layout(counts, places, at + 1);
    }
}
