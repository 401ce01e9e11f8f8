package dev.lockstep.reports.regression;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How often ours and the rules of others call a row slower, on what {@code lockstep calibrate} measured: as a table for {@code
 * reports/README.md}. Scores only, which is all that other tools look at. Run by {@code scripts/comparison-rates DIR}.
 */
final class MeasuredRates {
    private static final String OURS = "`lockstep compare`";

    private MeasuredRates() {}

    public static void main(String[] args) throws IOException {
        Map<String, Map<String, Share>> columns = new LinkedHashMap<>();
        for (Path run : runs(Path.of(args[0]))) {
            String name = run.getFileName().toString();
            String column = name.startsWith("run-") ? "A/A" : name.replaceFirst("slower-(.*)-\\d+", "$1 slower");
            Map<String, Share> shares = columns.computeIfAbsent(column, c -> new LinkedHashMap<>());
            rates(run).forEach((rule, share) -> shares.merge(rule, share, MeasuredRates::plus));
        }
        System.out.print("| rule, 5 forks |");
        columns.forEach((column, shares) ->
                System.out.print(" " + column + ", of " + shares.get(OURS).of() + " | 95% interval |"));
        System.out.println("\n| --- |" + " ---: | ---: |".repeat(columns.size()));
        List<String> rules = new ArrayList<>(List.of(OURS));
        rules.addAll(OtherRules.all().keySet());
        for (String rule : rules) {
            StringBuilder line = new StringBuilder("| " + rule + " |");
            columns.values().forEach(shares -> line.append(cells(shares.get(rule))));
            System.out.println(line);
        }
    }

    private static String cells(Share share) {
        return String.format(
                Locale.ROOT,
                " %.1f%% | %.1f%% to %.1f%% |",
                100.0 * share.count() / share.of(),
                100 * share.low(),
                100 * share.high());
    }

    private static List<Path> runs(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(run -> Files.exists(run.resolve("complete")))
                    .sorted()
                    .toList();
        }
    }

    private static Map<String, Share> rates(Path run) throws IOException {
        Suite base = Suite.read(run.resolve("base"), Settings.DEFAULT);
        Suite head = Suite.read(run.resolve("head"), Settings.DEFAULT);
        List<Row> rows = Comparison.of(base, head, Settings.DEFAULT).rows();
        List<Bootstrap.Pair> pairs = new ArrayList<>();
        for (Row row : rows) {
            if (row.tested().isPresent() && row.id().metric().isEmpty()) {
                Sample older = base.samples().get(row.id());
                Sample newer = head.samples().get(row.id());
                Better better = Better.ofMode(row.id().mode(), older.unit()).orElseThrow();
                boolean lower = better == Better.LOWER;
                // Others' rules, as written down here, take higher for slower.
                pairs.add(new Bootstrap.Pair(
                        row.id().canonical(),
                        lower ? older.forks() : newer.forks(),
                        lower ? newer.forks() : older.forks(),
                        Better.LOWER,
                        row.floor()));
            }
        }
        Map<String, Share> shares = new LinkedHashMap<>();
        long ours = rows.stream()
                .filter(row ->
                        row.verdict() == Verdict.REGRESSED && row.id().metric().isEmpty())
                .count();
        shares.put(OURS, new Share(ours, pairs.size()));
        for (Map.Entry<String, Predicate<Bootstrap.Pair>> rule :
                OtherRules.all().entrySet()) {
            shares.put(
                    rule.getKey(),
                    new Share(pairs.stream().filter(rule.getValue()).count(), pairs.size()));
        }
        return shares;
    }

    private static Share plus(Share a, Share b) {
        return new Share(a.count() + b.count(), a.of() + b.of());
    }
}
