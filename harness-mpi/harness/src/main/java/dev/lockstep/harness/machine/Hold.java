package dev.lockstep.harness.machine;

import java.util.Map;

/**
 * A wait, untimed, at the start of an iteration whose cores are not as far apart as is wanted: for a limited time, in which the
 * probe reads on.
 *
 * @param millis the longest in each iteration; 0 to wait for nothing
 * @param from the first iteration that waits, from 1; those of warm-up count
 * @param low the least reading that is wanted, in nanoseconds
 * @param high the greatest
 */
public record Hold(long millis, int from, double low, double high) {
    /** No iteration waits. */
    public static final Hold NONE = new Hold(0, 1, 0, Double.MAX_VALUE);

    /** The longest, in milliseconds. */
    public static final long MOST_MILLIS = 60_000;

    /** How a rank is told. */
    public static final String VARIABLE = "LOCKSTEP_HOLD";

    /** Of a rank that was told, or not. */
    public static Hold of(Map<String, String> environment) {
        return parse(environment.getOrDefault(VARIABLE, ""));
    }

    /**
     * What {@link #format} wrote.
     *
     * @param text empty for {@link #NONE}
     */
    public static Hold parse(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        String[] words = text.split(" ");
        return new Hold(
                Long.parseLong(words[0]),
                Integer.parseInt(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]));
    }

    /** As text without line ends, which {@code reference.c} reads as well. */
    public String format() {
        return equals(NONE) ? "" : millis + " " + from + " " + low + " " + high;
    }

    /** The variables that tell a rank. */
    public Map<String, String> environment() {
        return equals(NONE) ? Map.of() : Map.of(VARIABLE, format());
    }

    /** How long an iteration, by its number from 1, waits at most, in nanoseconds. */
    public long nanos(int iteration) {
        return iteration < from ? 0 : millis * 1_000_000;
    }

    /** Whether a reading is not what is wanted. */
    public boolean isElsewhere(double nanos) {
        return nanos < low || nanos > high;
    }
}
