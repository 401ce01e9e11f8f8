package dev.lockstep.comm.sockets;

import java.util.concurrent.TimeUnit;

/**
 * How often progress is made in a wait.
 *
 * @param yields whether other threads may run each time
 * @param everyNanos the time that passes in between; 0: none
 * @param spins whether it never gives the core away by itself
 */
record Pace(boolean yields, long everyNanos, boolean spins) {
    private static final String FORMS = "auto, spin, yield, or a time such as 10us";

    static Pace parse(String text) {
        switch (text) {
            case "auto":
                return new Pace(false, 0, false);
            case "spin":
                return new Pace(false, 0, true);
            case "yield":
                return new Pace(true, 0, false);
            default:
                if (!text.matches("[1-9][0-9]{0,5}us")) {
                    throw new IllegalArgumentException(
                            "option " + Settings.PROGRESS + " is '" + text + "'; it can be " + FORMS);
                }
                return new Pace(
                        false,
                        TimeUnit.MICROSECONDS.toNanos(Integer.parseInt(text.substring(0, text.length() - 2))),
                        true);
        }
    }

    void pause() {
        if (yields) {
            Thread.yield();
        } else if (everyNanos > 0) {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < everyNanos) {
                Thread.onSpinWait();
            }
        }
    }
}
