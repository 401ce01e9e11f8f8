package dev.lockstep.reports.html.comparison;

import dev.lockstep.reports.html.SummaryWriter;
import dev.lockstep.reports.html.TextTable;
import dev.lockstep.reports.regression.Calibration;
import dev.lockstep.reports.regression.RowId;
import dev.lockstep.reports.regression.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a calibration as text: aligned for a terminal, and as Markdown. */
public final class CalibrationText {
    private static final TextTable<Map.Entry<RowId, Calibration.Noise>> TABLE = new TextTable<>(List.of(
            TextTable.words("benchmark", row -> ComparisonText.name(row.getKey())),
            new TextTable.Column<>(
                    "ratios seen", true, false, row -> range(row.getValue().ratios())),
            TextTable.number("detectable", row -> Words.percent(row.getValue().detectable())),
            TextTable.number("floor", row -> Words.percent(row.getValue().floor())),
            TextTable.words("", row -> remark(row.getValue()))));

    private CalibrationText() {}

    /** Error rates, then a line per row, aligned. */
    public static String text(Calibration calibration) {
        StringBuilder out = new StringBuilder();
        rates(calibration).forEach(rate -> out.append(rate).append('\n'));
        out.append('\n').append(TABLE.aligned(rows(calibration)));
        return out.append('\n').append(closing(calibration)).append('\n').toString();
    }

    /** The same text as Markdown. */
    public static String markdown(Calibration calibration) {
        StringBuilder out = new StringBuilder("## Calibration\n\n");
        rates(calibration)
                .forEach(rate ->
                        out.append("- ").append(SummaryWriter.escape(rate)).append('\n'));
        TABLE.markdown(rows(calibration), out);
        return out.append('\n').append(closing(calibration)).append('\n').toString();
    }

    private static List<String> rates(Calibration calibration) {
        List<String> rates = new ArrayList<>();
        rates.add("Compared with itself in " + calibration.runs() + (calibration.runs() == 1 ? " run: " : " runs: ")
                + calibration.slower().of() + (calibration.slower().of() == 1 ? " score, and " : " scores, and ")
                + (calibration.rows() - calibration.slower().of())
                + " secondary metrics of the same launches (the slowest rank's time).");
        rates.add("Scores called slower, before anything was measured again: " + calibration.slower());
        rates.add("Scores called slower, and again when measured again: " + calibration.slowerAgain());
        rates.add("Scores called faster: " + calibration.faster());
        rates.add("Secondary metrics called slower, before anything was measured again: "
                + calibration.secondarySlower());
        for (Calibration.Slowed slowed : calibration.slowed()) {
            rates.add("Scores slower by " + Words.percent(slowed.slowdown()) + " in truth, and called so: "
                    + slowed.called());
        }
        calibration.leftOut().forEach(left -> rates.add("NOT COMPARED: " + TextTable.visible(left)));
        return rates;
    }

    private static List<Map.Entry<RowId, Calibration.Noise>> rows(Calibration calibration) {
        return List.copyOf(calibration.noise().entrySet());
    }

    private static String range(List<Double> ratios) {
        return String.format(Locale.ROOT, "%.3f .. %.3f", ratios.get(0), ratios.get(ratios.size() - 1));
    }

    private static String remark(Calibration.Noise noise) {
        return noise.needsFloor() ? "wanders: needs this floor" : noise.isCoarse() ? "coarse: says little" : "";
    }

    private static String closing(Calibration calibration) {
        Map<RowId, Calibration.Noise> noise = calibration.noise();
        long wandering =
                noise.values().stream().filter(Calibration.Noise::needsFloor).count();
        long coarse =
                noise.values().stream().filter(Calibration.Noise::isCoarse).count();
        return wandering + " of " + noise.size()
                + " rows differ from themselves by more than their interval says and need a floor"
                + " of their own; of " + coarse + ", not even a slowdown by a fifth would be seen.";
    }
}
