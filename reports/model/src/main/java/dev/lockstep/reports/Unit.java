package dev.lockstep.reports;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;

/**
 * The unit of a score. Scores in time per operation are kept in nanoseconds and shown in whatever reads best; any other
 * unit is left as it came.
 *
 * @param name as JMH writes it, for example {@code us/op} or {@code ops/ms}
 * @param nanos how many nanoseconds one of it is; 1 when it is not a time
 * @param time whether it is a time per something
 */
public record Unit(String name, double nanos, boolean time) {
    private static final Map<String, Double> TIMES =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "hr", 3600e9, "day", 86400e9);
    private static final List<String> SHOWN = List.of("s", "ms", "us", "ns");
    private static final double TOO_MANY_DIGITS = 1000;
    private static final double TOO_MANY_ZEROS = 0.01;

    /** The unit of a metric; a name that is no known time is kept as it is. */
    public static Unit of(String name) {
        int slash = name.indexOf('/');
        Double nanos = slash < 0 ? null : TIMES.get(name.substring(0, slash));
        return nanos == null ? new Unit(name, 1, false) : new Unit(name, nanos, true);
    }

    /** The quantity that it measures, whatever its scale: metrics compare when this is equal. */
    public String kind() {
        return time ? "time" + name.substring(name.indexOf('/')) : name;
    }

    /**
     * The unit that scores of different scales have in common: {@code ns/op} of {@code us/op}, {@code ops/ns} of
     * {@code ops/ms}; any other unit is its own. A score times {@link #factor} is in this unit.
     */
    public String base() {
        int slash = name.indexOf('/');
        if (time) {
            return "ns" + name.substring(slash);
        }
        return perTime() == 0 ? name : name.substring(0, slash) + "/ns";
    }

    /** The factor that brings a score to {@link #base}. */
    public double factor() {
        return time || perTime() == 0 ? nanos : 1 / perTime();
    }

    /** Nanoseconds of the time that something is counted over, as in {@code ops/ms}; 0 when there is none. */
    private double perTime() {
        return TIMES.getOrDefault(name.substring(name.indexOf('/') + 1), 0.0) * (name.indexOf('/') > 0 ? 1 : 0);
    }

    /** Whether a higher score is better, as for throughput. */
    public boolean higherIsBetter() {
        return !time && name.contains("/") && !name.endsWith("/op");
    }

    /** The unit for values that are read side by side: no thousands if possible, no run of zeros in any case. */
    public Unit toShow(Collection<Double> values) {
        if (!time || values.isEmpty()) {
            return this;
        }
        DoubleSummaryStatistics range =
                values.stream().mapToDouble(Math::abs).filter(v -> v > 0).summaryStatistics();
        String per = name.substring(name.indexOf('/'));
        Unit best = Unit.of("ns" + per);
        for (String scale : SHOWN) {
            Unit unit = Unit.of(scale + per);
            best = unit;
            boolean smaller = range.getMax() / unit.nanos * 1000 < TOO_MANY_DIGITS;
            if (!smaller && range.getMin() / unit.nanos >= TOO_MANY_ZEROS) {
                break;
            }
        }
        return best;
    }

    /** A value in this unit, of one kept in nanoseconds. */
    public double from(double kept) {
        return kept / nanos;
    }

    /** The unit for plain text: {@code us}, or {@code ops/ms}; that a time is per operation goes without saying. */
    public String ascii() {
        return time ? name.replaceFirst("/op$", "") : name;
    }

    /** The unit for people: as {@link #ascii()}, with the sign for micro. */
    public String symbol() {
        return time ? ascii().replaceFirst("^us", "µs") : name;
    }
}
