package dev.lockstep.harness.record;

import java.util.Locale;

/** The granularity of System.nanoTime. */
final class Timer {
    private static final int SAMPLES = 20_000;

    private Timer() {}

    /** The smallest step seen, and what one call costs. */
    static String granularity() {
        long smallest = Long.MAX_VALUE;
        long start = System.nanoTime();
        long last = start;
        for (int i = 0; i < SAMPLES; i++) {
            long now = System.nanoTime();
            if (now > last) {
                smallest = Math.min(smallest, now - last);
            }
            last = now;
        }
        return String.format(
                Locale.ROOT, "%d ns smallest step, %.0f ns per call", smallest, (last - start) / (double) SAMPLES);
    }
}
