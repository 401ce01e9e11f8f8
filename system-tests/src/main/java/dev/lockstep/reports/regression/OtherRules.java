package dev.lockstep.reports.regression;

import dev.lockstep.reports.regression.Alternating.Sides;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/** What other tools call slower, in our own words: for the same data as ours. */
final class OtherRules {
    private static final double ASV_P = 0.002;
    private static final double ASV_FACTOR = 1.1;
    private static final double JMH_TAIL = 0.0005;

    private OtherRules() {}

    static Map<String, Predicate<Sides>> all() {
        Map<String, Predicate<Sides>> rules = new LinkedHashMap<>();
        rules.put("github-action-benchmark, ratio above 1.05", pair -> ratio(pair) > 1.05);
        rules.put("github-action-benchmark, ratio above 2.0 (its default)", pair -> ratio(pair) > 2);
        rules.put("asv: Mann-Whitney p < 0.002 and ratio above 1.1", OtherRules::asv);
        rules.put("Mann-Whitney p < 0.05 on pooled iterations", pair -> ratio(pair) > 1 && mannWhitney(pair) < 0.05);
        rules.put("JMH's 99.9% intervals disjoint", OtherRules::disjoint);
        return rules;
    }

    private static boolean asv(Sides pair) {
        return ratio(pair) > ASV_FACTOR && mannWhitney(pair) < ASV_P;
    }

    private static double mannWhitney(Sides pair) {
        return MannWhitneyUTest.withDefaults()
                .test(pooled(pair.base()), pooled(pair.head()))
                .getPValue();
    }

    private static boolean disjoint(Sides pair) {
        double[] base = pooled(pair.base());
        double[] head = pooled(pair.head());
        return mean(head) - halfInterval(head) > mean(base) + halfInterval(base);
    }

    private static double halfInterval(double[] scores) {
        double mean = mean(scores);
        double squares = Arrays.stream(scores).map(s -> (s - mean) * (s - mean)).sum();
        double deviation = Math.sqrt(squares / (scores.length - 1) / scores.length);
        return TDistribution.of(scores.length - 1).inverseSurvivalProbability(JMH_TAIL) * deviation;
    }

    private static double ratio(Sides pair) {
        return mean(pooled(pair.head())) / mean(pooled(pair.base()));
    }

    private static double mean(double[] scores) {
        return Arrays.stream(scores).average().orElseThrow();
    }

    private static double[] pooled(double[][] forks) {
        return Arrays.stream(forks).flatMapToDouble(Arrays::stream).toArray();
    }
}
