package dev.lockstep.reports.html;

import dev.lockstep.reports.Column;
import dev.lockstep.reports.regression.Claim;
import dev.lockstep.reports.regression.Finding;
import dev.lockstep.reports.regression.PairedRatio;
import dev.lockstep.reports.regression.SizesClaim;
import dev.lockstep.reports.regression.Words;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of the table of claims, for people.
 *
 * @param cell what is compared with the base; of several sizes, without the size
 * @param value of what is compared
 * @param extent {@code 3 sizes together}; empty for a single cell
 * @param slowest whether it is about the slowest rank
 * @param base score of the base; empty for several sizes
 * @param head score of what is compared with it; empty for several sizes
 * @param finding what the pairs show
 * @param addition to the verdict; mostly empty
 */
public record ClaimRow(
        CellKey cell,
        String value,
        String extent,
        boolean slowest,
        String base,
        String head,
        Finding finding,
        String addition) {
    static ClaimRow of(Claim claim) {
        return new ClaimRow(
                claim.head(),
                claim.headValue(),
                "",
                claim.metric().equals(Claim.SLOWEST),
                Words.score(claim.baseScore()),
                Words.score(claim.headScore()),
                claim.finding(),
                "");
    }

    static ClaimRow of(SizesClaim claim) {
        return new ClaimRow(
                claim.head().without(CellKey.SIZE),
                claim.headValue(),
                claim.sizes().size() + " sizes together",
                claim.metric().equals(Claim.SLOWEST),
                "",
                "",
                claim.finding(),
                claim.bySize());
    }

    /** {@code 64 KiB · kind=new · slowest rank}; what the benchmark does when there is nothing to tell apart. */
    public String label() {
        List<String> parts = new ArrayList<>(List.of(Names.row(cell.row()), extent, slowest ? "slowest rank" : ""));
        parts.removeIf(String::isEmpty);
        return parts.isEmpty() ? Names.method(cell.benchmark()) : String.join(" · ", parts);
    }

    /** {@code openmpi, 2 ranks}; empty for a benchmark without ranks. */
    public String where() {
        return cell.comm().isEmpty() ? "" : Column.of(cell).label();
    }

    /** {@code 1.067×}; empty when there is none. */
    public String ratio() {
        return finding.ratio().map(PairedRatio::times).orElse("");
    }

    /** {@code 1.052…1.081}; empty when there is none. */
    public String interval() {
        return finding.ratio().map(PairedRatio::interval).orElse("");
    }

    /** The base over itself: {@code 1.002×}; empty when there is none. */
    public String same() {
        return finding.same().map(PairedRatio::times).orElse("");
    }

    /** Its interval; empty when there is none. */
    public String sameInterval() {
        return finding.same().map(PairedRatio::interval).orElse("");
    }

    /** How many there were; a dash when there is no ratio. */
    public String pairs() {
        return finding.ratio().map(ratio -> String.valueOf(ratio.pairs())).orElse("–");
    }

    /** {@code slower}, {@code no claim: fewer than 10 pairs}. */
    public String verdict() {
        return finding.sentence() + (addition.isEmpty() ? "" : "; " + addition);
    }

    /** The style sheet's word for it. */
    public String tone() {
        return switch (finding.outcome()) {
            case SLOWER -> "bad";
            case FASTER -> "good";
            case NO_DIFFERENCE -> "plain";
            case NO_CLAIM -> "warn";
        };
    }
}
