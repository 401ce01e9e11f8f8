package dev.lockstep.reports.html;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Says in plain sentences what marshalling one payload costs. Intervals are those of the scores, propagated. */
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
                .sorted(Comparator.comparing(row -> row.both().orElseThrow().value()))
                .toList();
    }

    private void range() {
        List<CodecRow> sorted = byTime();
        if (sorted.size() < 2) {
            return;
        }
        CodecRow first = sorted.get(0);
        CodecRow last = sorted.get(sorted.size() - 1);
        Uncertain fast = first.both().orElseThrow();
        Uncertain slow = last.both().orElseThrow();
        sentences.add("To encode and decode takes from " + fast.brief() + " by " + first.codec() + " to " + slow.brief()
                + " by " + last.codec() + ", " + slow.over(fast).times() + " as long.");
    }

    /** Says what the way through another form costs, and how much of that is the form. */
    private void cost(CodecRow row) {
        Optional<Uncertain> both = row.both()
                .or(() -> row.whole(CodecRow.Stages.ENCODE)
                        .flatMap(e -> row.whole(CodecRow.Stages.DECODE).map(e::plus)));
        Optional<Uncertain> built = row.time(CodecOperation.TO_FORM);
        if (both.isEmpty() || built.isEmpty()) {
            return;
        }
        List<CodecRow> sorted = byTime();
        List<String> against = new ArrayList<>();
        for (CodecRow other : sorted) {
            boolean fastest = other == sorted.get(0);
            if (other != row && (fastest || other.codec().equals(USUAL))) {
                against.add(both.get().over(other.both().orElseThrow()).times() + " " + other.codec()
                        + (fastest && !other.codec().equals(USUAL) ? " (the fastest here)" : ""));
            }
        }
        String costs = against.isEmpty() ? " takes " + both.get().brief() : " costs " + String.join(" and ", against);
        sentences.add(row.codec() + costs + "; " + built.get().over(both.get()).percent() + " of that is "
                + (row.form().equals("string") ? "string building" : "building the form between") + " (object to "
                + row.form() + ").");
    }

    private void sum(CodecRow row, CodecRow.Stages stages, String what) {
        if (!row.inStages(stages)) {
            return;
        }
        Optional<Uncertain> pieces = row.pieces(stages);
        Optional<Uncertain> whole = row.whole(stages);
        if (pieces.isEmpty() || whole.isEmpty()) {
            sentences.add(row.codec() + ", " + what + ": the stages cannot be added up, for "
                    + (whole.isEmpty() ? "the whole" : row.time(stages.first()).isEmpty() ? "the first" : "the second")
                    + " was not measured.");
            return;
        }
        Uncertain.Ratio share = pieces.get().over(whole.get());
        Uncertain first = row.time(stages.first()).orElseThrow();
        Uncertain second = row.time(stages.second()).orElseThrow();
        Unit unit = Uncertain.unit(List.of(first, second, whole.get()));
        sentences.add(row.codec() + ", " + what + ": the stages add up to " + share.percent() + " of the whole, "
                + Figures.three(unit.from(first.value())) + " + " + Figures.three(unit.from(second.value())) + " of "
                + Figures.three(unit.from(whole.get().value())) + " " + unit.symbol()
                + missing(share, whole.get()));
    }

    private static String missing(Uncertain.Ratio share, Uncertain whole) {
        double gap = share.value() - 1;
        if (Math.abs(gap) <= TOLERANCE) {
            return ": within 10%.";
        }
        if (gap < 0 ? share.high() >= 1 - TOLERANCE : share.low() <= 1 + TOLERANCE) {
            return ": more than 10% apart, but no further than the intervals allow.";
        }
        String much = new Uncertain(Math.abs(gap) * whole.value(), Double.NaN).brief();
        return gap < 0
                ? ": " + much + " are missing, which are in neither stage alone (each begins with what is warm, and may"
                        + " remember it)."
                : ": " + much + " too much, which the whole is spared (compiled as one piece).";
    }
}
