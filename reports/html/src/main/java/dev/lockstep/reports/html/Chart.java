package dev.lockstep.reports.html;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A picture of the report: a record for each kind, drawn by the file {@code charts/KIND.js}, whose name is the
 * record's. The components are the names in the JSON that such a file is given.
 */
public sealed interface Chart {
    /** The title, and what the values are. */
    @JsonUnwrapped
    Frame frame();

    /** The series that are drawn. */
    List<Series> series();

    /** The kind of picture in words, for those who do not see it: the beginning of a sentence. */
    @JsonIgnore
    String form();

    /** What it shows, in a sentence; empty if none is said. */
    @JsonIgnore
    default String sentence() {
        return "";
    }

    /** The least height in CSS pixels. */
    @JsonIgnore
    default int height() {
        return 360;
    }

    /** The name of the file that draws it. */
    @JsonProperty
    default String kind() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** All of it in a sentence, for those who do not see it. */
    @JsonIgnore
    default String description() {
        String names = series().stream().map(Series::name).distinct().collect(Collectors.joining("; "));
        return form() + " for " + frame().title() + ": " + names + ". " + sentence()
                + (sentence().isEmpty() ? "" : " ") + "The same numbers are in a table of this page.";
    }

    /**
     * Lines, both axes logarithmic. A name may have several series, which are of one colour.
     *
     * @param over what they are drawn over
     * @param floors what no value is expected below
     * @param knees up to where lines go well
     * @param missed where a line has no value, because that was too much
     * @param published lines of papers, of other machines and years
     * @param sentence what it shows, in words; empty if nothing is said
     */
    record Lines(
            Frame frame,
            Scale over,
            List<Series> series,
            List<Floor> floors,
            List<Mark> knees,
            List<Mark> missed,
            List<Series> published,
            String sentence)
            implements Chart {
        private static final int LONG = 30;

        @Override
        public String form() {
            return "Line chart of " + frame.measure() + " against " + over.title();
        }

        /** With more room where the legend takes more, in which a long name has a row of its own. */
        @Override
        public int height() {
            double rows = Stream.of(series, published)
                    .flatMap(List::stream)
                    .map(Series::name)
                    .distinct()
                    .mapToDouble(name -> name.length() > LONG ? 1 : 0.5)
                    .sum();
            return (int) Math.max(Chart.super.height(), 256 + 26 * Math.ceil(rows));
        }
    }

    /** The axis of lines: its title, and each place that has a value, from left to right. */
    record Scale(String title, List<Tick> ticks) {}

    /** A place on an axis, in words and as a number. */
    record Tick(String label, double x) {}

    /** Something that is marked on an axis. {@code series} is the name of the line that it is about. */
    record Mark(String series, String label, double x) {}

    /** A level that is drawn across: what it is, with its value, and the value. */
    record Floor(String label, double y) {}

    /** Bars from zero, or dots on a logarithmic axis where values are far apart; a series of one point each. */
    record Bars(Frame frame, List<Series> series) implements Chart {
        @Override
        public String form() {
            return "Bar chart of " + frame.measure();
        }

        @Override
        public int height() {
            return series.size() * 34 + 64;
        }
    }

    /** Lines by percentile, as HdrHistogram plots them: x is one of how many operations took longer. */
    record Percentiles(Frame frame, List<Series> series) implements Chart {
        @Override
        public String form() {
            return "Line chart of " + frame.measure() + " by percentile";
        }
    }

    /**
     * A field of colour for each row and column, on a logarithmic scale: operations from left to right.
     *
     * @param series the rows' names, from top to bottom, without points
     * @param first the number of the first operation
     * @param each how many operations a column has
     * @param values by row and column; null if it is not known
     */
    record Heat(Frame frame, List<Series> series, long first, long each, List<List<Double>> values) implements Chart {
        @Override
        public String form() {
            return "Heat map of " + frame.measure();
        }

        @Override
        public int height() {
            return 130 + 22 * series.size();
        }

        @Override
        public String description() {
            return form() + " for " + frame.title() + ". The same numbers are in a file of this run's distributions.";
        }
    }

    /**
     * Ratios with their intervals, one below the other: x is the row, from 0. The last series is the base's own ratio
     * in every row.
     */
    record Forest(Frame frame, List<Series> series) implements Chart {
        @Override
        public String form() {
            return "Forest plot of the " + frame.measure() + " with 95% intervals";
        }

        @Override
        public int height() {
            return Math.max(series.get(series.size() - 1).points().size(), 2) * 40 + 96;
        }
    }

    /**
     * Time against how far apart the cores were, both logarithmic: x is the mean reading in nanoseconds.
     *
     * @param bands from left to right
     */
    record Placements(Frame frame, List<Series> series, List<Band> bands) implements Chart {
        @Override
        public String form() {
            return "Scatter plot of " + frame.measure() + " against the time from core to core";
        }
    }

    /**
     * A placement of the cores, drawn behind the points.
     *
     * @param label its name and time
     * @param low its least reading, in nanoseconds
     * @param high its greatest reading
     */
    record Band(String label, double low, double high) {}

    /**
     * Pieces on top of each other by the points' labels: bars where a series' shape is 0, the others marks beside them.
     */
    record Stacks(Frame frame, List<Series> series) implements Chart {
        @Override
        public String form() {
            return "Stacked bars of " + frame.measure();
        }

        @Override
        public int height() {
            return 110
                    + 34
                            * (int) series.stream()
                                    .flatMap(one -> one.points().stream())
                                    .map(Point::label)
                                    .distinct()
                                    .count();
        }
    }

    /**
     * Steps from a base to a whole, each from where the one before has ended: x is where it begins, y how long it is, with
     * the interval of that. It may go down.
     *
     * @param rows the points' labels, from top to bottom
     * @param sentence how much the steps explain
     */
    record Waterfall(Frame frame, List<String> rows, List<Series> series, String sentence) implements Chart {
        @Override
        public String form() {
            return "Waterfall chart of " + frame.measure();
        }

        @Override
        public int height() {
            return rows.size() * 34 + 96;
        }
    }

    /**
     * The texts around a picture.
     *
     * @param id of the element it is drawn into
     * @param title the benchmark, in words
     * @param benchmark class and method, for those who search for it
     * @param measure what the value axis shows
     * @param unit of all its values
     * @param note what is not drawn, if anything
     */
    record Frame(String id, String title, String benchmark, String measure, String unit, String note) {}

    /**
     * A line, or bars of one colour.
     *
     * @param name for the legend
     * @param hue its colour, an index into the palette
     * @param shape its marker, an index
     * @param oversubscribed drawn dashed, or hatched
     * @param points from left to right
     */
    record Series(String name, int hue, int shape, boolean oversubscribed, List<Point> points) {}

    /**
     * A point or bar.
     *
     * @param label the place or the bar, in words
     * @param x where lines have it, or what the kind of chart says
     * @param y the score
     * @param low lower end of the error bar
     * @param high upper end of the error bar
     * @param forks the mean of each fork
     * @param text score and error, as in the table
     * @param facts what else the tooltip says, line by line
     */
    record Point(
            String label,
            double x,
            double y,
            double low,
            double high,
            List<Double> forks,
            String text,
            List<String> facts) {}
}
