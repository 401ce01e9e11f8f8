package dev.lockstep.reports.regression;

/**
 * The ratio of a row according to resampling.
 *
 * @param ratio what head costs over what base costs: the observed one
 * @param low lower end of its 99% interval
 * @param high upper end of its 99% interval
 * @param spread standard deviation of the resampled ratios, relative to their mean: near that of the ratio's
 *     logarithm
 * @param resamples how many were drawn
 * @param notSlower how many of them are inside the floor or faster: they do not support "slower by more than the
 *     floor"
 * @param notFaster likewise for "faster by more than the floor"
 */
public record Estimate(
        double ratio, double low, double high, double spread, long resamples, long notSlower, long notFaster) {

    /** The p of the hypothesis that head is at most the floor slower than base; one-sided. */
    double pSlower() {
        return (1.0 + notSlower) / (resamples + 1.0);
    }

    /** The p of the hypothesis that head is at most the floor faster than base; one-sided. */
    double pFaster() {
        return (1.0 + notFaster) / (resamples + 1.0);
    }

    /** The same with more resamples; the interval stays as it is. */
    Estimate plus(Estimate more) {
        return new Estimate(
                ratio,
                low,
                high,
                spread,
                resamples + more.resamples,
                notSlower + more.notSlower,
                notFaster + more.notFaster);
    }
}
