package dev.lockstep.reports.regression;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t of a row: the difference between the means of logarithms of launches' costs.
 *
 * @param difference head less base; the logarithm of the ratio
 * @param error its standard error
 * @param degrees of freedom of that; may be infinite
 */
record TTest(double difference, double error, double degrees) {
    /**
     * The moderated test (Smyth 2004, section 4): both sides have one variance, shrunk towards that of other rows.
     *
     * @param base logarithms of what base's launches cost, at least two
     * @param head likewise
     */
    static TTest moderated(double[] base, double[] head, Prior prior) {
        double variance = prior.moderated(variance(base, head), degrees(base, head));
        return new TTest(
                difference(base, head),
                Math.sqrt(variance * (1.0 / base.length + 1.0 / head.length)),
                prior.degrees() + degrees(base, head));
    }

    /** Welch's test: each side has a variance of its own, with Satterthwaite's degrees of freedom. */
    static TTest welch(double[] base, double[] head) {
        double ofBase = squares(base) / (base.length - 1) / base.length;
        double ofHead = squares(head) / (head.length - 1) / head.length;
        double both = ofBase + ofHead;
        double degrees = both * both / (ofBase * ofBase / (base.length - 1) + ofHead * ofHead / (head.length - 1));
        // Launches that are all alike.
        return new TTest(
                difference(base, head), Math.sqrt(both), Double.isNaN(degrees) ? degrees(base, head) : degrees);
    }

    static double difference(double[] base, double[] head) {
        return mean(head) - mean(base);
    }

    /** The variance of both sides together, about the mean of each. */
    static double variance(double[] base, double[] head) {
        return (squares(base) + squares(head)) / degrees(base, head);
    }

    /** The degrees of freedom of {@link #variance}. */
    static int degrees(double[] base, double[] head) {
        return base.length + head.length - 2;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double squares(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return sum;
    }

    /** The p of "head is no slower"; one-sided. */
    double pSlower() {
        return TDistribution.of(degrees).survivalProbability(t());
    }

    /** The p of "head is no faster"; one-sided. */
    double pFaster() {
        return TDistribution.of(degrees).cumulativeProbability(t());
    }

    /** Launches that do not differ at all have no error. */
    private double t() {
        return difference == 0 ? 0 : difference / error;
    }
}
