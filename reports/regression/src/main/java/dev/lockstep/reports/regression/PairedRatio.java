package dev.lockstep.reports.regression;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Spread;
import java.util.Arrays;

/**
 * A ratio that was measured several times, and its 95% interval by Student's t.
 *
 * @param ratio the mean, geometric or arithmetic
 * @param low lower end of the interval; 0, or negative infinity, of fewer than {@link Launches#FEWEST} pairs, which have none
 * @param high upper end of the interval; infinite of so few pairs
 * @param pairs how often it was measured
 */
public record PairedRatio(double ratio, double low, double high, int pairs) {
    /** The geometric mean of at least one ratio, of which these are the logarithms. */
    static PairedRatio ofLogarithms(double[] logs) {
        PairedRatio mean = of(logs);
        return new PairedRatio(Math.exp(mean.ratio), Math.exp(mean.low), Math.exp(mean.high), mean.pairs);
    }

    /** The arithmetic mean of at least one ratio, which may be negative. */
    static PairedRatio of(double[] ratios) {
        int n = ratios.length;
        double mean = Arrays.stream(ratios).average().orElseThrow();
        double half = n < Launches.FEWEST ? Double.POSITIVE_INFINITY : Spread.half(ratios);
        return new PairedRatio(mean, mean - half, mean + half, n);
    }

    /** Whether all of the interval lies above 1. */
    public boolean above() {
        return low > 1;
    }

    /** Whether all of the interval lies below 1. */
    public boolean below() {
        return high < 1;
    }

    /** The distance of the ratio's logarithm from 0. */
    double distance() {
        return Math.abs(Math.log(ratio));
    }

    /** The ratio as text: {@code 1.123×}. */
    public String times() {
        return number(ratio) + "×";
    }

    /** The interval as text: {@code 1.080…1.170}; empty if there is none. */
    public String interval() {
        return Double.isInfinite(high) ? "" : number(low) + "…" + number(high);
    }

    /** Three decimals; three digits of small numbers. */
    private static String number(double value) {
        return value > 0 && value < 0.1 ? Figures.three(value) : Words.number(value);
    }
}
