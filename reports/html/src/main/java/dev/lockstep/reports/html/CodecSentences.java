package dev.lockstep.reports.html;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Unit;
import dev.lockstep.reports.regression.PairedRatio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Says in plain sentences what marshalling one payload costs. Ratios are taken launch by launch, and only said where there are enough for an interval. */
final class CodecSentences {
    /** The codec that many compare with; the fastest of a run may be handwritten. */
    private static final String USUAL = "kryo";

    private static final double TOLERANCE = 0.1;

    private final List<CodecRow> rows;
    private final List<String> sentences = new ArrayList<>();

    private CodecSentences(List<CodecRow> rows) {
        this.rows = rows;
    }

    /** Sentences on the cost with one codec and with another. */
    static List<String> costs(List<CodecRow> rows) {
        CodecSentences all = new CodecSentences(rows);
        all.range();
        rows.forEach(all::cost);
        return List.copyOf(all.sentences);
    }

    /** Sentences on whether the stages add up to the whole. */
    static List<String> sums(List<CodecRow> rows) {
        CodecSentences all = new CodecSentences(rows);
        for (CodecRow row : rows) {
            all.sum(row, CodecRow.Stages.ENCODE, "encoding");
            all.sum(row, CodecRow.Stages.DECODE, "decoding");
        }
        return List.copyOf(all.sentences);
    }

    private List<CodecRow> byTime() {
        return rows.stream()
                .filter(row -> row.both().isPresent() && !row.carriesNothing())
                .sorted(Comparator.comparing(row -> row.both().orElseThrow().mean()))
                .toList();
    }

    private void range() {
        List<CodecRow> sorted = byTime();
        if (sorted.size() < 2) {
            return;
        }
        CodecRow first = sorted.get(0);
        CodecRow last = sorted.get(sorted.size() - 1);
        Launches fast = first.both().orElseThrow();
        Launches slow = last.both().orElseThrow();
        sentences.add("To encode and decode takes from " + CellText.brief(fast) + " by " + first.codec() + " to "
                + CellText.brief(slow) + " by " + last.codec()
                + PairedRatio.of(slow, fast)
                        .filter(PairedRatio::isClear)
                        .map(ratio -> ", " + CellText.times(ratio) + " as long")
                        .orElse("")
                + ".");
    }

    /** Says what the way through another form costs, and how much of that is the form. */
    private void cost(CodecRow row) {
        Optional<Launches> both = row.both()
                .or(() -> row.whole(CodecRow.Stages.ENCODE)
                        .flatMap(e -> row.whole(CodecRow.Stages.DECODE).map(e::plus)));
        Optional<Launches> built = row.time(CodecOperation.TO_FORM);
        if (both.isEmpty() || built.isEmpty()) {
            return;
        }
        List<CodecRow> sorted = byTime();
        List<String> against = new ArrayList<>();
        for (CodecRow other : sorted) {
            boolean fastest = other == sorted.get(0);
            if (other != row && (fastest || other.codec().equals(USUAL))) {
                PairedRatio.of(both.get(), other.both().orElseThrow())
                        .filter(PairedRatio::isClear)
                        .ifPresent(ratio -> against.add(CellText.times(ratio) + " " + other.codec()
                                + (fastest && !other.codec().equals(USUAL) ? " (the fastest here)" : "")));
            }
        }
        String costs =
                against.isEmpty() ? " takes " + CellText.brief(both.get()) : " costs " + String.join(" and ", against);
        String share =
                PairedRatio.of(built.get(), both.get()).map(CellText::percent).orElse(CellText.brief(built.get()));
        sentences.add(row.codec() + costs + "; " + share + " of that is "
                + (row.form().equals("string") ? "string building" : "building the form between") + " (object to "
                + row.form() + ").");
    }

    private void sum(CodecRow row, CodecRow.Stages stages, String what) {
        if (!row.inStages(stages)) {
            return;
        }
        Optional<Launches> pieces = row.pieces(stages);
        Optional<Launches> whole = row.whole(stages);
        if (pieces.isEmpty() || whole.isEmpty()) {
            sentences.add(row.codec() + ", " + what + ": the stages cannot be added up, for "
                    + (whole.isEmpty() ? "the whole" : row.time(stages.first()).isEmpty() ? "the first" : "the second")
                    + " has no number that counts.");
            return;
        }
        Launches first = row.time(stages.first()).orElseThrow();
        Launches second = row.time(stages.second()).orElseThrow();
        Unit unit = CellText.unit(List.of(first, second, whole.get()));
        String parts = Figures.three(unit.from(first.mean())) + " + " + Figures.three(unit.from(second.mean())) + " of "
                + Figures.three(unit.from(whole.get().mean())) + " " + unit.symbol();
        sentences.add(row.codec() + ", " + what + ": the stages add up to "
                + PairedRatio.of(pieces.get(), whole.get())
                        .map(share -> CellText.percent(share) + " of the whole, " + parts + missing(share, whole.get()))
                        .orElse(parts + "."));
    }

    private static String missing(PairedRatio share, Launches whole) {
        if (share.low() >= 1 - TOLERANCE && share.high() <= 1 + TOLERANCE) {
            return ": within 10%.";
        }
        String much = CellText.brief(whole.times(Math.abs(share.ratio() - 1)));
        if (share.high() < 1 - TOLERANCE) {
            return ": " + much
                    + " are missing, which are in neither stage alone (each begins with what is warm, and may"
                    + " remember it).";
        }
        return share.low() > 1 + TOLERANCE
                ? ": " + much + " too much, which the whole is spared (compiled as one piece)."
                : ": whether within 10%, the launches do not tell.";
    }
}
