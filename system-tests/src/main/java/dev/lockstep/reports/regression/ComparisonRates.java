package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.RunData;
import dev.lockstep.run.CellKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How often {@code compare}, its rule of before and those of others call a row slower that is not, and how much of what is
 * slower they find: tables for {@code reports/README.md}. On runs that have twice the launches of a comparison, of which
 * every other one is head's; without any, on simulated rows, and then what {@code ab} makes of such, too. Scores only, which
 * is all that other tools look at. Run by {@code scripts/comparison-rates}.
 */
final class ComparisonRates {
    private static final Settings SETTINGS = Settings.DEFAULT;
    private static final long SEED = 20261120;

    /** Of each suite. */
    private static final double[] SHARES = {0, 0.02, 0.1, 0.5};

    private static final double[] SLOWDOWNS = {1.05, 1.10};
    private static final double[] SPREADS = {0.01, 0.03, 0.06};
    private static final int SUITES = 3;
    private static final int ROWS = 250;
    private static final int FORKS = 5;

    private static final int LOOKS = 3;
    private static final int EXPERIMENTS = 25;
    private static final int SLOWED = 20;

    private ComparisonRates() {}

    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            List<List<Alternating>> suites = new ArrayList<>();
            for (String folder : args) {
                Path run = Path.of(folder);
                Set<CellKey> crowded = Suite.read(run, SETTINGS).oversubscribed();
                suites.add(alternating(RunData.read(run).results().stream()
                        .filter(result -> !crowded.contains(result.key()))
                        .toList()));
            }
            System.out.println("Scores of " + args.length + " runs\n");
            print(suites);
            return;
        }
        for (double spread : SPREADS) {
            System.out.printf(Locale.ROOT, "Simulated launches that scatter by %.0f%%%n%n", 100 * spread);
            print(IntStream.range(0, SUITES)
                    .mapToObj(i -> alternating(SimulatedRow.suite(ROWS, spread, SEED + i).stream()
                            .map(row -> row.result(2 * FORKS, 1))
                            .toList()))
                    .toList());
        }
        System.out.println(
                "| `ab`, launches scatter by | 5% found | identical called | launches a side | of what is slower |");
        System.out.println("| ---: | ---: | ---: | ---: | ---: |");
        for (double spread : new double[] {0.01, 0.02, 0.035, 0.05}) {
            System.out.println(experiments(spread));
        }
    }

    private static List<Alternating> alternating(List<JmhResult> results) {
        return results.stream()
                .flatMap(result -> Alternating.of(result).stream())
                .toList();
    }

    private static void print(List<List<Alternating>> suites) {
        System.out.println("| rule | called slower, of nothing | 95% interval |\n| --- | ---: | ---: |");
        System.out.println(line("`compare`", share(suites, ComparisonRates::ours)));
        System.out.println(line("`compare` of before", share(suites, ComparisonRates::before)));
        OtherRules.all()
                .forEach((name, rule) -> System.out.println(line(
                        name,
                        share(
                                suites,
                                rows -> rows.stream()
                                        .filter(row -> rule.test(row.sides()))
                                        .map(Alternating::id)
                                        .collect(Collectors.toSet())))));
        System.out.println(
                "\n| rows slowed | identical called | 5% found | 10% found | before: identical called | 5% found |"
                        + " 10% found |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        for (double share : SHARES) {
            System.out.println(String.format(Locale.ROOT, "| %.0f%% |", 100 * share)
                    + power(suites, share, ComparisonRates::ours)
                    + power(suites, share, ComparisonRates::before));
        }
        System.out.println();
    }

    /** A rule gives the rows of a suite that it calls slower. */
    @FunctionalInterface
    private interface Rule {
        Set<RowId> slower(List<Alternating> suite);
    }

    private static Set<RowId> ours(List<Alternating> suite) {
        Comparison comparison = Comparison.of(
                suite(suite.stream().collect(Collectors.toMap(Alternating::id, row -> sample(row.base())))),
                suite(suite.stream().collect(Collectors.toMap(Alternating::id, row -> sample(row.head())))),
                SETTINGS,
                Inference::of,
                true);
        return comparison.rows().stream()
                .filter(row -> row.verdict() == Verdict.REGRESSED)
                .map(Row::id)
                .collect(Collectors.toSet());
    }

    private static Sample sample(JmhResult result) {
        return Sample.of(result, result.primary());
    }

    private static Suite suite(Map<RowId, Sample> samples) {
        return Suite.none(Path.of("none"), SETTINGS).with(samples);
    }

    private static Set<RowId> before(List<Alternating> suite) {
        boolean[] slower = OldRule.slower(suite.stream().map(Alternating::sides).toList());
        return IntStream.range(0, slower.length)
                .filter(i -> slower[i]
                        && !sample(suite.get(i).base()).isDrifting()
                        && !sample(suite.get(i).head()).isDrifting())
                .mapToObj(i -> suite.get(i).id())
                .collect(Collectors.toSet());
    }

    private static Share share(List<List<Alternating>> suites, Rule rule) {
        long called =
                suites.stream().mapToLong(suite -> rule.slower(suite).size()).sum();
        return new Share(called, suites.stream().mapToLong(List::size).sum());
    }

    private static String line(String name, Share share) {
        return String.format(
                Locale.ROOT,
                "| %s | %d of %d, %.2f%% | %.2f%% to %.2f%% |",
                name,
                share.count(),
                share.of(),
                100.0 * share.count() / share.of(),
                100 * share.low(),
                100 * share.high());
    }

    /** Three cells: identical rows called, with either slowdown, and slowdowns found. */
    private static String power(List<List<Alternating>> suites, double share, Rule rule) {
        long called = 0;
        long same = 0;
        StringBuilder found = new StringBuilder();
        for (double slowdown : SLOWDOWNS) {
            long hits = 0;
            long slowed = 0;
            for (List<Alternating> suite : suites) {
                Set<RowId> some = some(suite, share);
                Set<RowId> slower = rule.slower(suite.stream()
                        .map(row -> some.contains(row.id()) ? row.slowed(slowdown) : row)
                        .toList());
                long right = slower.stream().filter(some::contains).count();
                hits += right;
                called += slower.size() - right;
                slowed += some.size();
                same += suite.size() - some.size();
            }
            found.append(slowed == 0 ? "  |" : percent(hits, slowed));
        }
        return percent(called, same) + found;
    }

    private static String percent(long count, long of) {
        return String.format(Locale.ROOT, " %.1f%% |", 100.0 * count / of);
    }

    /** Rows at equal distances in the suite, at least one where there is a share. */
    private static Set<RowId> some(List<Alternating> suite, double share) {
        int count = share == 0 ? 0 : Math.max(1, (int) Math.round(share * suite.size()));
        return IntStream.range(0, count)
                .mapToObj(
                        i -> suite.get((int) ((long) i * suite.size() / count)).id())
                .collect(Collectors.toSet());
    }

    /** Twenty rows that are slower by 5% and twenty that are not, looked at after 5, 10 and 15 launches, and confirmed. */
    private static String experiments(double spread) {
        long found = 0;
        long called = 0;
        long launches = 0;
        long ofSlower = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<SimulatedRow> rows = SimulatedRow.suite(2 * SLOWED, spread, SEED + i);
            Map<RowId, SimulatedRow> byId = rows.stream().collect(Collectors.toMap(SimulatedRow::id, row -> row));
            Set<RowId> slower =
                    rows.subList(0, SLOWED).stream().map(SimulatedRow::id).collect(Collectors.toSet());
            Map<RowId, Sample> base = new HashMap<>();
            Map<RowId, Sample> head = new HashMap<>();
            SequentialComparison comparison = new SequentialComparison(SETTINGS, LOOKS);
            List<RowId> pending = rows.stream().map(SimulatedRow::id).toList();
            for (int look = 0; look < LOOKS; look++) {
                for (RowId id : pending) {
                    base.merge(id, sample(byId.get(id).result(FORKS, 1)), Sample::plus);
                    head.merge(id, sample(byId.get(id).result(FORKS, cost(slower, id))), Sample::plus);
                }
                comparison.look(suite(base), suite(head));
                pending = comparison.undecided();
            }
            Map<RowId, Sample> baseAgain = new HashMap<>();
            Map<RowId, Sample> headAgain = new HashMap<>();
            for (RowId id : comparison.regressed()) {
                int forks = base.get(id).launches().size();
                baseAgain.put(id, sample(byId.get(id).result(forks, 1)));
                headAgain.put(id, sample(byId.get(id).result(forks, cost(slower, id))));
            }
            for (Row row : comparison
                    .confirmed(suite(baseAgain), suite(headAgain), Map.of())
                    .rows()) {
                boolean is = slower.contains(row.id());
                boolean said = row.verdict() == Verdict.REGRESSED;
                found += is && said ? 1 : 0;
                called += !is && said ? 1 : 0;
                launches += base.get(row.id()).launches().size();
                ofSlower += is ? base.get(row.id()).launches().size() : 0;
            }
        }
        double each = EXPERIMENTS * SLOWED;
        return String.format(
                Locale.ROOT,
                "| %.1f%% | %.0f%% | %.2f%% | %.1f | %.1f |",
                100 * spread,
                100 * found / each,
                100 * called / each,
                launches / each / 2,
                ofSlower / each);
    }

    private static double cost(Set<RowId> slower, RowId id) {
        return slower.contains(id) ? SLOWDOWNS[0] : 1;
    }
}
