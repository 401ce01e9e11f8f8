package dev.lockstep.reports.html;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Spread;
import dev.lockstep.reports.Unit;
import java.util.List;
import java.util.Locale;

/**
 * A number with its error. Errors are assumed to be independent: those of a sum add up by their squares, those of a
 * ratio by their relative squares.
 *
 * @param value the number
 * @param error half of its interval; NaN if it is not known
 */
record Uncertain(double value, double error) {
    /**
     * The ratio of two numbers. Its interval is symmetric on a logarithmic scale, since a ratio of times is never
     * negative.
     *
     * @param value the ratio
     * @param relative the error of its logarithm; NaN if it is not known
     */
    record Ratio(double value, double relative) {
        double low() {
            return Double.isNaN(relative) ? value : value * Math.exp(-relative);
        }

        double high() {
            return Double.isNaN(relative) ? value : value * Math.exp(relative);
        }

        /** The ratio as a factor: {@code 3.41× (3.20 to 3.63)}. */
        String times() {
            String range = " (" + Figures.three(low()) + " to " + Figures.three(high()) + ")";
            return Figures.ratio(value) + (Double.isNaN(relative) ? "" : range);
        }

        /** The ratio as a percentage: {@code 44% (41% to 47%)}. */
        String percent() {
            return percent(value, low(), high());
        }

        /** The rest of the whole: {@code 56% (53% to 59%)}. */
        String rest() {
            return percent(1 - value, 1 - high(), 1 - low());
        }

        private String percent(double share, double from, double to) {
            String range = String.format(Locale.ROOT, " (%.0f%% to %.0f%%)", 100 * from, 100 * to);
            return String.format(Locale.ROOT, "%.0f%%", 100 * share) + (Double.isNaN(relative) ? "" : range);
        }
    }

    /** A score in nanoseconds, with its error bar. */
    static Uncertain of(Measured measured) {
        Spread spread = measured.spread();
        double half = spread.kind() == Spread.Kind.NONE ? Double.NaN : (spread.high() - spread.low()) / 2;
        return new Uncertain(measured.score(), half);
    }

    /** The unit in which nanoseconds are shown. */
    static Unit unit(List<Uncertain> nanos) {
        return Unit.of("ns/op").toShow(nanos.stream().map(Uncertain::value).toList());
    }

    /** The nanoseconds without the error: {@code 1.23 µs}. */
    String brief() {
        Unit unit = unit(List.of(this));
        return Figures.three(unit.from(value)) + " " + unit.symbol();
    }

    /** The number in a unit that goes without saying: {@code 1.23 ±0.04}. */
    String text(Unit unit) {
        String number = Figures.three(unit.from(value));
        return Double.isNaN(error) ? number : number + " ±" + Figures.like(number, unit.from(error));
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

    Ratio over(Uncertain other) {
        return new Ratio(value / other.value, Math.hypot(error / value, other.error / other.value));
    }

    double low() {
        return Double.isNaN(error) ? value : value - error;
    }

    double high() {
        return Double.isNaN(error) ? value : value + error;
    }
}
