package dev.lockstep.reports.html;

import dev.lockstep.reports.Column;
import dev.lockstep.reports.regression.OverSizes;
import dev.lockstep.reports.regression.Paired;
import dev.lockstep.reports.regression.PairedRatio;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.Words;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A row of the table of claims.
 *
 * @param row what it shows
 * @param extent {@code 3 sizes together}; empty for a single cell
 * @param addition to the verdict; mostly empty
 */
public record ClaimRow(Row row, String extent, String addition) {
    static ClaimRow of(Row row) {
        return new ClaimRow(row, "", "");
    }

    static ClaimRow of(OverSizes together) {
        return new ClaimRow(together.row(), together.sizes().size() + " sizes together", together.bySize());
    }

    /**
     * The row's label, {@code 64 KiB · kind=new · slowest batch mean}; what the benchmark does when there is nothing to tell
     * apart.
     */
    public String label() {
        return label(row.id().cell().row());
    }

    /** The same where its value of a parameter is said already. */
    String labelWithout(String param) {
        return label(row.id().cell().row().without(param));
    }

    private String label(CellKey row) {
        List<String> parts = new ArrayList<>(List.of(Names.row(row), extent, slowest() ? "slowest batch mean" : ""));
        parts.removeIf(String::isEmpty);
        return parts.isEmpty() ? Names.method(row.benchmark()) : String.join(" · ", parts);
    }

    /** The row's name without the place: {@code PingPong.pingPong(bytes=16, 2 threads) slowest batch mean}. */
    String name() {
        return Names.brief(row.id().cell().row(), extent) + (slowest() ? " slowest batch mean" : "");
    }

    private boolean slowest() {
        return !row.id().metric().isEmpty();
    }

    /** The row's place, {@code openmpi, 2 ranks}; empty for a benchmark without ranks. */
    public String where() {
        CellKey cell = row.id().cell();
        return cell.comm().isEmpty() ? "" : Column.of(cell).label();
    }

    /** A side's score; empty for several sizes. */
    public String score(Optional<Row.Score> side) {
        return extent.isEmpty() ? Words.score(side) : "";
    }

    /** The ratio of the base to itself, {@code 1.002×}; empty when there is none. */
    public String same() {
        return row.paired().map(Paired::same).map(PairedRatio::times).orElse("");
    }

    /** The interval of {@link #same}; empty when there is none. */
    public String sameInterval() {
        return row.paired().map(Paired::same).map(PairedRatio::interval).orElse("");
    }

    /** The number of pairs; a dash when there is no ratio. */
    public String pairs() {
        return row.paired().map(paired -> String.valueOf(paired.pairs().size())).orElse("–");
    }

    /** The verdict in words: {@code slower}, {@code no claim: fewer than 10 pairs}. */
    String verdict() {
        return Words.verdict(row) + (addition.isEmpty() ? "" : "; " + addition);
    }
}
