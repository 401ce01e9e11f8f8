package dev.lockstep.reports.html;

import dev.lockstep.reports.regression.Calibration;
import dev.lockstep.reports.regression.RowId;
import dev.lockstep.reports.regression.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a calibration as text: aligned for a terminal, and as Markdown. */
public final class CalibrationText {
    private static final List<String> HEADER = List.of("benchmark", "ratios seen", "detectable", "floor", "");
    private static final List<Boolean> RIGHT = List.of(false, true, true, true, false);

    private CalibrationText() {}

    /** Error rates, then a line per row. */
    public static String text(Calibration calibration) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEADER);
        calibration.noise().forEach((row, noise) -> lines.add(line(row, noise)));
        StringBuilder out = new StringBuilder();
        rates(calibration).forEach(rate -> out.append(rate).append('\n'));
        out.append('\n').append(TextTable.aligned(lines, RIGHT));
        return out.append('\n').append(closing(calibration)).append('\n').toString();
    }

    /** The same for a document. */
    public static String markdown(Calibration calibration) {
        StringBuilder out = new StringBuilder("## Calibration\n\n");
        rates(calibration).forEach(rate -> out.append("- ").append(rate).append('\n'));
        out.append("\n| benchmark | ratios seen | detectable | floor | |\n| --- | ---: | ---: | ---: | --- |\n");
        calibration.noise().forEach((row, noise) -> {
            line(row, noise)
                    .forEach(cell ->
                            out.append("| ").append(SummaryWriter.escape(cell)).append(' '));
            out.append("|\n");
        });
        return out.append('\n').append(closing(calibration)).append('\n').toString();
    }

    private static List<String> rates(Calibration calibration) {
        List<String> rates = new ArrayList<>();
        rates.add("Compared with itself in " + calibration.runs() + (calibration.runs() == 1 ? " run: " : " runs: ")
                + calibration.slower().of() + " rows, " + calibration.scores() + " of them scores.");
        rates.add("Called slower, before anything was measured again: " + calibration.slower());
        rates.add("Called slower, and again when measured again: " + calibration.slowerAgain());
        rates.add("Called faster: " + calibration.faster());
        for (Calibration.Slowed slowed : calibration.slowed()) {
            rates.add("Slower by " + Words.percent(slowed.slowdown()) + " in truth, and called so: " + slowed.called());
        }
        return rates;
    }

    private static List<String> line(RowId row, Calibration.Noise noise) {
        String metric = row.metric().isEmpty() ? "" : " " + row.metric();
        double least = noise.ratios().get(0);
        double most = noise.ratios().get(noise.ratios().size() - 1);
        return List.of(
                TextTable.visible(row.text().replace(row.benchmark(), Names.brief(row.benchmark())) + metric),
                String.format(Locale.ROOT, "%.3f .. %.3f", least, most),
                Words.percent(noise.detectable()),
                Words.percent(noise.floor()),
                noise.needsFloor() ? "wanders: needs this floor" : noise.isCoarse() ? "coarse: says little" : "");
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
