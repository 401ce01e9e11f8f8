package dev.lockstep.comm.sockets;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The options of a provider, read.
 *
 * @param always whether sockets are asked whether they can be written to even while nothing waits
 * @param pace how often progress is made in a wait
 * @param counters whether what progress does is counted and timed
 * @param idle sockets that are connected, and by which nothing ever comes
 * @param logBytes how much of what was sent is kept, at most, in bytes (the option: in KiB); {@code pull} alone
 * @param timeoutNanos how long a wait may last (the option: in seconds); 0: for ever
 */
record Settings(boolean always, Pace pace, boolean counters, int idle, long logBytes, long timeoutNanos) {
    static final String WRITE_INTEREST = "writeInterest";
    static final String PROGRESS = "progress";
    static final String COUNTERS = "counters";
    static final String IDLE = "idle";
    static final String LOG = "log";
    static final String TIMEOUT = "timeout";

    private static final int MOST_IDLE = 1024;
    private static final int SECONDS_OF_A_DAY = 86_400;

    /** What holds unless it is told otherwise. */
    static final Map<String, String> DEFAULTS =
            Map.of(WRITE_INTEREST, "always", PROGRESS, "auto", COUNTERS, "off", IDLE, "0", TIMEOUT, "0");

    /** Those of waits alone. */
    static Settings waiting(long timeoutNanos) {
        return new Settings(false, Pace.parse(DEFAULTS.get(PROGRESS)), false, 0, 0, timeoutNanos);
    }

    static Settings of(Map<String, String> options) {
        return new Settings(
                isFirst(options, WRITE_INTEREST, "always", "queued"),
                Pace.parse(options.get(PROGRESS)),
                isFirst(options, COUNTERS, "on", "off"),
                (int) number(options, IDLE, MOST_IDLE),
                number(options, LOG, Integer.MAX_VALUE / 1024) << 10,
                TimeUnit.SECONDS.toNanos(number(options, TIMEOUT, SECONDS_OF_A_DAY)));
    }

    private static boolean isFirst(Map<String, String> options, String name, String first, String second) {
        String text = options.get(name);
        if (!text.equals(first) && !text.equals(second)) {
            throw new IllegalArgumentException(
                    "option " + name + " is '" + text + "'; it can be " + first + ", " + second);
        }
        return text.equals(first);
    }

    private static long number(Map<String, String> options, String name, int most) {
        String text = options.getOrDefault(name, "0");
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException(
                    "option " + name + " is '" + text + "'; it can be a number from 0 to " + most);
        }
        return Integer.parseInt(text);
    }

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
}
