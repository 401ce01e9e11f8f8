package dev.lockstep.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.html.TextTable;
import dev.lockstep.reports.published.Finding;
import dev.lockstep.reports.published.Findings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code lockstep findings}. */
@Command(
        name = "findings",
        description = "Says what papers found, and whether it holds here: the 95%% interval of a ratio decides.",
        mixinStandardHelpOptions = true,
        footer = "%nA finding is confirmed if the whole interval lies where it holds, refuted if none of it does, and"
                + " otherwise not answerable here.%n")
final class FindingsCommand implements Callable<Integer> {
    @Option(names = "--json", description = "one line of JSON, for programs")
    boolean json;

    private record Row(Findings of, Finding finding) {
        static List<Row> all() {
            return Findings.all().stream()
                    .flatMap(of -> of.findings().stream().map(finding -> new Row(of, finding)))
                    .toList();
        }

        String interval() {
            return Figures.three(finding.here().low()) + "…"
                    + Figures.three(finding.here().high());
        }

        Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("paper", of.paper());
            json.put("finding", finding.finding());
            json.put("verdict", finding.verdict().toString());
            json.put("compared", finding.compared());
            json.put("here", finding.here());
            json.put("holds", finding.holds());
            json.put("needs", finding.needs());
            json.put("command", finding.command());
            json.put("machine", of.machine());
            json.put("page", of.page());
            return json;
        }
    }

    private static final TextTable<Row> TABLE = new TextTable<>(List.of(
            TextTable.words("paper", row -> row.of.paper()),
            TextTable.words("finding", row -> row.finding.finding()),
            TextTable.words("verdict", row -> row.finding.verdict().toString()),
            TextTable.number("ratio", row -> Figures.ratio(row.finding.here().ratio())),
            TextTable.range("95% interval", Row::interval)));

    @Override
    public Integer call() throws JsonProcessingException {
        List<Row> rows = Row.all();
        if (json) {
            System.out.println(JsonMapper.builder()
                    .build()
                    .writeValueAsString(rows.stream().map(Row::json).toList()));
        } else {
            print(rows);
        }
        return 0;
    }

    /** The table, and under each row what its ratio is of. */
    private static void print(List<Row> rows) {
        List<String> lines = TABLE.aligned(rows).lines().toList();
        System.out.println(lines.get(0));
        for (int i = 0; i < rows.size(); i++) {
            Finding finding = rows.get(i).finding;
            System.out.println(lines.get(i + 1));
            System.out.println("    " + finding.compared());
            if (!finding.needs().isEmpty()) {
                System.out.println("    what would answer it: " + finding.needs());
            }
            System.out.println("    " + finding.command());
        }
        System.out.println();
        Findings.all()
                .forEach(of -> System.out.println(
                        of.paper() + ": measured on " + of.machine() + "; " + of.page() + " says more"));
    }
}
