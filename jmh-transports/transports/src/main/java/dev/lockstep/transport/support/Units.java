package dev.lockstep.transport.support;

import java.util.Map;
import java.util.TreeMap;

/** Whole numbers with a unit, as users write them: {@code 5ms}, {@code 100mbit}. */
public final class Units {
    /** Nanoseconds. */
    public static final Map<String, Long> TIMES = Map.of("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);

    private Units() {}

    /**
     * Reads one.
     *
     * @param what it is, for people
     * @param text up to six digits and a unit
     * @param units by name, what one is worth
     * @return what it is worth
     * @throws IllegalArgumentException if it is none; says which units there are
     */
    public static long parse(String what, String text, Map<String, Long> units) {
        String number = text.replaceAll("[a-z]+$", "");
        Long unit = units.get(text.substring(number.length()));
        if (unit == null || !number.matches("[0-9]{1,6}")) {
            throw new IllegalArgumentException(what + " is a whole number with one of the units "
                    + String.join(", ", new TreeMap<>(units).keySet()) + ", not '" + text + "'");
        }
        return Long.parseLong(number) * unit;
    }
}
