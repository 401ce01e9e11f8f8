package dev.lockstep.reports.regression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * How often ours and the rules of others call a row slower, on simulated data: as a table for {@code reports/README.md}. Run by
 * {@code scripts/comparison-rates}.
 */
final class SimulatedRates {
    private static final int SUITES = 10;
    private static final int ROWS = 100;
    private static final long SEED = 20261120;
    private static final double[] SPREADS = {0.01, 0.03, 0.06};
    private static final double[] RATIOS = {1, 1.05, 1.10, 1.20};

    private SimulatedRates() {}

    public static void main(String[] args) {
        System.out.print("| rule | forks | spread |");
        for (double ratio : RATIOS) {
            System.out.print(ratio == 1 ? " A/A |" : String.format(" %.0f%% slower |", (ratio - 1) * 100));
        }
        System.out.println("\n| --- | ---: | ---: |" + " ---: |".repeat(RATIOS.length));
        for (int forks : new int[] {3, 5, 10}) {
            for (double spread : SPREADS) {
                rates(new Simulated(forks, 5, spread, spread / 2), spread);
            }
        }
    }

    private static void rates(Simulated simulated, double spread) {
        Map<String, List<Double>> rates = new TreeMap<>();
        List<String> order = new ArrayList<>(OtherRules.all().keySet());
        order.add(0, "lockstep compare");
        for (double ratio : RATIOS) {
            Map<String, Integer> flagged = new TreeMap<>();
            for (int suite = 0; suite < SUITES; suite++) {
                List<Bootstrap.Pair> pairs = simulated.pairs(ROWS, ratio, 0.03, SEED + suite);
                flagged.merge("lockstep compare", (int) slower(pairs), Integer::sum);
                for (Map.Entry<String, Predicate<Bootstrap.Pair>> rule :
                        OtherRules.all().entrySet()) {
                    int count = (int) pairs.stream().filter(rule.getValue()).count();
                    flagged.merge(rule.getKey(), count, Integer::sum);
                }
            }
            flagged.forEach((rule, count) ->
                    rates.computeIfAbsent(rule, r -> new ArrayList<>()).add(100.0 * count / (SUITES * ROWS)));
        }
        for (String rule : order) {
            StringBuilder line = new StringBuilder("| " + rule + " | " + simulated.forks() + " | ");
            line.append(String.format("%.0f%% |", spread * 100));
            rates.get(rule).forEach(rate -> line.append(String.format(" %.1f%% |", rate)));
            System.out.println(line);
        }
    }

    /** How many rows of a suite are called regressed. */
    private static long slower(List<Bootstrap.Pair> suite) {
        double rate = Settings.DEFAULT.falseDiscoveryRate();
        return Inference.of(suite, Settings.DEFAULT).stream()
                .filter(row -> row.qSlower() <= rate)
                .count();
    }
}
