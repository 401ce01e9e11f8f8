package dev.lockstep.reports.html;

import java.util.List;

/**
 * What report.js draws. Its components are the names in the JSON.
 *
 * @param id of the element it is drawn into
 * @param kind {@code lines} against size, {@code bars}, {@code percentiles}, a {@code forest} of ratios, {@code scatter} against size, or
 *     {@code stacks}: of bars those series whose shape is 0, by the points' labels, and the others marks beside them
 * @param title the benchmark, in words
 * @param benchmark class and method, for those who search for it
 * @param measure what the value axis shows
 * @param unit of all its values
 * @param note what is not drawn, if anything
 * @param series lines; or the bars, one per point
 */
public record Chart(
        String id,
        String kind,
        String title,
        String benchmark,
        String measure,
        String unit,
        String note,
        List<Series> series) {

    /**
     * A line, or bars of one colour.
     *
     * @param name for the legend
     * @param hue its colour, an index into the palette
     * @param shape its marker, an index
     * @param oversubscribed drawn dashed, or hatched
     * @param points by size
     */
    public record Series(String name, int hue, int shape, boolean oversubscribed, List<Point> points) {}

    /**
     * A score.
     *
     * @param label the size or the bar, in words
     * @param x the size in bytes; of a percentile, one of how many operations took longer; of a ratio, its row from 0
     * @param y the score
     * @param low lower end of the error bar
     * @param high upper end of the error bar
     * @param forks the mean of each fork
     * @param text score and error, as in the table
     * @param facts what else the tooltip says, line by line
     */
    public record Point(
            String label,
            double x,
            double y,
            double low,
            double high,
            List<Double> forks,
            String text,
            List<String> facts) {}

    /** How many bars or rows it has below each other. */
    public int rows() {
        return switch (kind) {
            case "forest" -> series.get(series.size() - 1).points().size();
            case "stacks" ->
                (int) series.stream()
                        .flatMap(one -> one.points().stream())
                        .map(Point::label)
                        .distinct()
                        .count();
            default -> series.size();
        };
    }

    /** For those who do not see it. */
    public String description() {
        String names = String.join("; ", series.stream().map(Series::name).toList());
        String what = switch (kind) {
            case "lines" -> "Line chart of " + measure + " against message size";
            case "percentiles" -> "Line chart of " + measure + " by percentile";
            case "forest" -> "Forest plot of the " + measure + " with 95% intervals";
            case "scatter" -> "Scatter plot of " + measure + " against size";
            case "stacks" -> "Stacked bars of " + measure;
            default -> "Bar chart of " + measure;
        };
        String where = id.startsWith("chart-") ? "the line-up table" : "the table below";
        return what + " for " + title + ": " + names + ". The same numbers are in " + where + ".";
    }
}
