package dev.lockstep.reports.published;

import dev.lockstep.reports.Unit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A figure or table of a paper.
 *
 * @param paper author and year
 * @param title the paper's
 * @param where in it, and where the values come from if it has none
 * @param machine it was measured on
 * @param year of the paper
 * @param benchmarks that measure the same here, class and method without their package
 * @param metric of these; empty for their score
 * @param axis the parameter that the values stand over: {@code ranks}, {@code bytes}
 * @param unit of the values, as JMH names it
 * @param series by name, each with its points: place on the axis, value
 */
public record Published(
        String paper,
        String title,
        String where,
        String machine,
        int year,
        List<String> benchmarks,
        String metric,
        String axis,
        String unit,
        Map<String, List<List<Double>>> series) {
    private static final List<String> FILES = List.of(
            "boysan2018-round.json",
            "boysan2018-point-to-point.json",
            "boysan2018-osu-latency.json",
            "fries2011-broadcast.json");

    public Published {
        benchmarks = List.copyOf(benchmarks);
        series = Collections.unmodifiableMap(new LinkedHashMap<>(series));
    }

    /** All that there are. */
    public static List<Published> all() {
        return FILES.stream().map(file -> Data.read(file, Published.class)).toList();
    }

    /** Whether it is of what a chart shows. */
    public boolean isOf(String benchmark, String shownMetric, String shownAxis) {
        return metric.equals(shownMetric)
                && axis.equals(shownAxis)
                && benchmarks.stream().anyMatch(name -> benchmark.endsWith("." + name));
    }

    /** A value in the unit of a chart. */
    public double in(Unit shown, double value) {
        return shown.from(value * Unit.of(unit).nanos());
    }

    /** What it is and that it is of elsewhere, in a sentence. */
    public String provenance() {
        return paper + ", " + where + "; " + machine + ".";
    }
}
