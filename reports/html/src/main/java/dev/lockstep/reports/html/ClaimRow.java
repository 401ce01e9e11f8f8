package dev.lockstep.reports.html;

import dev.lockstep.reports.Column;
import dev.lockstep.reports.regression.OverSizes;
import dev.lockstep.reports.regression.Paired;
import dev.lockstep.reports.regression.PairedRatio;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.Words;
import dev.lockstep.run.CellKey;
import java.util.Optional;

/**
 * A row of the table of claims.
 *
 * @param row what it shows
 * @param extent {@code 3 sizes together}; empty for a single cell
 * @param addition to the verdict; mostly empty
 */
public record ClaimRow(Row row, String extent, String addition) {
    private static final String SLOWEST = "slowest batch mean";

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
        return orMethod(Names.joined(Names.row(key()), extent, slowest() ? SLOWEST : ""));
    }

    /** The same and its place, without what all rows of a chart share. */
    String label(LineNames.Shared shared, CellKey row) {
        return orMethod(Names.joined(shared.own(row), extent, slowest() ? SLOWEST : "", where()));
    }

    private String orMethod(String label) {
        return label.isEmpty() ? Names.method(key().benchmark()) : label;
    }

    /** Its cell without the place. */
    CellKey key() {
        return row.id().cell().row();
    }

    /** The row's name without the place: {@code PingPong.pingPong(bytes=16, 2 threads) slowest batch mean}. */
    String name() {
        return Names.brief(key(), extent) + (slowest() ? " " + SLOWEST : "");
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
