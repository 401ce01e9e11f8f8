package dev.lockstep.reports.regression;

import dev.lockstep.reports.Figures;
import java.util.Locale;
import java.util.Optional;

/** A row's numbers in words, the same in every format. */
public final class Words {
    private Words() {}

    /** The change, {@code 12.3% slower}; {@code 0.0% slower} when there is none to speak of, and empty without a ratio. */
    public static String change(Row row) {
        return row.ratio().isPresent() ? change(row.ratio().getAsDouble()) : "";
    }

    static String change(double ratio) {
        return ratio >= 1 ? percent(ratio - 1) + " slower" : percent(1 / ratio - 1) + " faster";
    }

    /** The ratio, {@code 1.123×}; empty when there is none. */
    public static String ratio(Row row) {
        return row.paired()
                .map(paired -> paired.ratio().times())
                .orElse(row.ratio().isPresent() ? number(row.ratio().getAsDouble()) + "×" : "");
    }

    /** The interval, {@code 1.080…1.170}; empty when there is none. */
    public static String interval(Row row) {
        return row.paired()
                .map(paired -> paired.ratio().interval())
                .or(() -> row.tested().map(tested -> number(tested.low()) + "…" + number(tested.high())))
                .orElse("");
    }

    /** The detectable slowdown, {@code 8.7%}; empty when nothing could have been detected. */
    public static String detectable(Row row) {
        return row.tested().map(tested -> percent(tested.detectable())).orElse("");
    }

    /** A share as a percentage: {@code 3%} of 0.03. */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return "–";
        }
        double percent = share * 100;
        return String.format(Locale.ROOT, percent < 100 ? "%.1f%%" : "%,.0f%%", percent)
                .replaceFirst("\\.0%$", "%");
    }

    /** A side's score, {@code 0.214 us/op}; a dash when there is none. */
    public static String score(Optional<Row.Score> score) {
        return score.map(s -> Figures.three(s.score()) + " " + s.unit().name()).orElse("–");
    }

    /** The forks of base and of head: {@code 5/5}. */
    public static String forks(Row row) {
        return row.base().map(s -> String.valueOf(s.forks())).orElse("–") + "/"
                + row.head().map(s -> String.valueOf(s.forks())).orElse("–");
    }

    /** The verdict and its reason: {@code no claim: fewer than 10 pairs}. */
    public static String verdict(Row row) {
        return row.verdict().label() + (row.why().isEmpty() ? "" : ": " + row.why());
    }

    /** All that matters of a row, in a sentence. */
    public static String sentence(Row row) {
        StringBuilder text = new StringBuilder(verdict(row));
        if (row.ratio().isPresent()) {
            text.append(": ").append(change(row)).append(", ratio ").append(ratio(row));
        }
        if (row.tested().isPresent()) {
            text.append(" (95% interval ").append(interval(row)).append(")");
            text.append(", floor ").append(percent(row.floor()));
            text.append(", detectable ").append(detectable(row));
        }
        return text.append("; base ")
                .append(score(row.base()))
                .append(", head ")
                .append(score(row.head()))
                .toString();
    }

    static String number(double ratio) {
        if (Double.isInfinite(ratio)) {
            return "∞";
        }
        return Double.isNaN(ratio) ? "–" : String.format(Locale.ROOT, ratio < 100 ? "%.3f" : "%,.0f", ratio);
    }
}
