package dev.lockstep.reports.html;

import dev.lockstep.reports.RunData;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.List;

/** The table of claims as text: aligned for a terminal, as Markdown for a pull request. */
final class ClaimsText {
    private static final List<String> HEADER = List.of(
            "benchmark",
            "comm",
            "ranks",
            "base",
            "head",
            "ratio",
            "95% interval",
            "A/A",
            "95% interval",
            "pairs",
            "verdict");
    private static final List<Boolean> RIGHT =
            List.of(false, false, true, true, true, true, false, true, false, true, false);

    private ClaimsText() {}

    /** An aligned table under a line that says what it is; empty when the run compares nothing. */
    static String text(RunData run) {
        return ShownClaims.of(run).map(ClaimsText::text).orElse("");
    }

    private static String text(ShownClaims claims) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEADER);
        claims.groups().forEach(group -> group.rows().forEach(row -> lines.add(line(row))));
        return "\nClaims. " + TextTable.visible(claims.caption()) + "\n" + TextTable.aligned(lines, RIGHT);
    }

    private static List<String> line(ClaimRow row) {
        CellKey key = row.cell().row();
        List<String> inside = new ArrayList<>(
                List.of(key.paramText(), key.threads() > 1 ? key.threads() + " threads" : "", row.extent()));
        inside.removeIf(String::isEmpty);
        String name = Names.brief(key.benchmark()) + (inside.isEmpty() ? "" : "(" + String.join(", ", inside) + ")");
        CellKey place = row.cell();
        return List.of(
                TextTable.visible(name + (row.slowest() ? " slowest rank" : "")),
                place.comm().isEmpty() ? "-" : TextTable.visible(place.comm()),
                place.ranks() == 0 ? "-" : String.valueOf(place.ranks()),
                TextTable.visible(row.base()).replace("–", "-"),
                TextTable.visible(row.head()).replace("–", "-"),
                row.ratio().replace("×", "x"),
                row.interval().replace("…", "..").replace("∞", "inf"),
                row.same().replace("×", "x"),
                row.sameInterval().replace("…", "..").replace("∞", "inf"),
                row.pairs().replace("–", "-"),
                TextTable.visible(row.verdict()));
    }

    static void markdown(ShownClaims claims, StringBuilder out) {
        out.append("\n## Claims\n\n")
                .append(SummaryWriter.escape(claims.caption()))
                .append("\n");
        out.append(
                "\n| benchmark | where | base | head | ratio | 95% interval | A/A | 95% interval | pairs | verdict |\n");
        out.append("| --- | --- | ---: | ---: | ---: | --- | ---: | --- | ---: | --- |\n");
        for (ShownClaims.Group group : claims.groups()) {
            for (ClaimRow row : group.rows()) {
                out.append("| ").append(SummaryWriter.escape(group.title() + ", " + row.label()));
                for (String cell : List.of(
                        row.where(),
                        row.base(),
                        row.head(),
                        row.ratio(),
                        row.interval(),
                        row.same(),
                        row.sameInterval(),
                        row.pairs(),
                        row.verdict())) {
                    out.append(" | ").append(SummaryWriter.escape(cell));
                }
                out.append(" |\n");
            }
        }
    }
}
