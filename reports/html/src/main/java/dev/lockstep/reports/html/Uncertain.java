package dev.lockstep.reports.html;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Spread;
import java.util.List;
import java.util.Locale;

/**
 * A number with its error, as errors that have nothing to do with each other propagate: sums by the root of their squares, ratios by that of their relative squares.
 *
 * @param value the number
 * @param error half of its interval; NaN if it is not known
 */
record Uncertain(double value, double error) {

    /** A score in nanoseconds, with its error bar. */
    static Uncertain of(Measured measured) {
        Spread spread = measured.spread();
        double half = spread.kind() == Spread.Kind.NONE ? Double.NaN : (spread.high() - spread.low()) / 2;
        return new Uncertain(measured.score(), half);
    }

    static Uncertain sum(List<Uncertain> parts) {
        double value = 0;
        double squares = 0;
        for (Uncertain part : parts) {
            value += part.value;
            squares += part.error * part.error;
        }
        return new Uncertain(value, Math.sqrt(squares));
    }

    Uncertain plus(Uncertain other) {
        return sum(List.of(this, other));
    }

    Uncertain minus(Uncertain other) {
        return new Uncertain(value - other.value, Math.hypot(error, other.error));
    }

    Uncertain over(Uncertain other) {
        double ratio = value / other.value;
        return new Uncertain(ratio, Math.abs(ratio) * Math.hypot(error / value, other.error / other.value));
    }

    double low() {
        return Double.isNaN(error) ? value : value - error;
    }

    double high() {
        return Double.isNaN(error) ? value : value + error;
    }

    /** {@code 3.41× (3.20 to 3.62)}. */
    String times() {
        return Figures.ratio(value)
                + (Double.isNaN(error) ? "" : " (" + Figures.three(low()) + " to " + Figures.three(high()) + ")");
    }

    /** {@code 44% (41% to 47%)}. */
    String percent() {
        return percent(value) + (Double.isNaN(error) ? "" : " (" + percent(low()) + " to " + percent(high()) + ")");
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }
}
