package dev.lockstep.reports.regression;

import dev.lockstep.reports.regression.Alternating.Sides;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The rule that {@code compare} had before the moderated test, to set that beside it: 10,000 resamples of launches, and of
 * iterations within them; p is the share in which the ratio of means is not beyond the floor; Benjamini and Hochberg at 1%.
 * Rows without such a resample are resampled on until their number makes them significant, or one turns out inside.
 */
final class OldRule {
    private static final double RATE = 0.01;
    private static final double BEYOND = 1.03;
    private static final int RESAMPLES = 10_000;

    private final List<Sides> rows;
    private final long[] inside;
    private final long[] drawn;

    private OldRule(List<Sides> rows) {
        this.rows = rows;
        this.inside = new long[rows.size()];
        this.drawn = new long[rows.size()];
    }

    /** Which rows of a suite it calls slower. */
    static boolean[] slower(List<Sides> rows) {
        OldRule rule = new OldRule(rows);
        rule.resample(IntStream.range(0, rows.size()).toArray(), RESAMPLES);
        int[] lacking = rule.lacking();
        while (lacking.length > 0) {
            rule.resample(lacking, RESAMPLES);
            lacking = rule.lacking();
        }
        double[] p = IntStream.range(0, rows.size())
                .mapToDouble(i -> (1.0 + rule.inside[i]) / (1.0 + rule.drawn[i]))
                .toArray();
        double[] adjusted = FalseDiscovery.adjusted(p);
        boolean[] slower = new boolean[p.length];
        for (int i = 0; i < p.length; i++) {
            slower[i] = adjusted[i] <= RATE;
        }
        return slower;
    }

    private int[] lacking() {
        int[] least =
                IntStream.range(0, inside.length).filter(i -> inside[i] == 0).toArray();
        double needed = Math.ceil(inside.length / (RATE * least.length));
        return IntStream.of(least).filter(i -> drawn[i] < needed).toArray();
    }

    private void resample(int[] which, int times) {
        IntStream.of(which).parallel().forEach(i -> {
            SplittableRandom random = new SplittableRandom(31L * i + drawn[i]);
            for (int k = 0; k < times; k++) {
                boolean beyond =
                        mean(rows.get(i).head(), random) / mean(rows.get(i).base(), random) > BEYOND;
                inside[i] += beyond ? 0 : 1;
            }
            drawn[i] += times;
        });
    }

    private static double mean(double[][] launches, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < launches.length; i++) {
            double[] launch = launches[random.nextInt(launches.length)];
            double total = 0;
            for (int k = 0; k < launch.length; k++) {
                total += launch[random.nextInt(launch.length)];
            }
            sum += total / launch.length;
        }
        return sum / launches.length;
    }
}
