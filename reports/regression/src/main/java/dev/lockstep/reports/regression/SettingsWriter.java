package dev.lockstep.reports.regression;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Writes floors as YAML that {@link SettingsReader} reads. */
public final class SettingsWriter {
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER));

    private SettingsWriter() {}

    /**
     * Writes the settings of a calibration, and after them the floors that it suggests.
     *
     * @param calibration has runs
     * @param out is not closed
     */
    public static void floors(Calibration calibration, Writer out) throws IOException {
        Settings settings = calibration.settings();
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("floor", Words.percent(settings.floor()));
        root.put("falseDiscoveryRate", Words.percent(settings.falseDiscoveryRate()));
        root.put("seed", settings.seed());
        unlessEmpty(
                "allow",
                settings.allowed().stream().map(SettingsWriter::word).sorted().toList(),
                root);
        unlessEmpty(
                "ignoreFlags",
                settings.ignoredFlags().stream().map(Pattern::pattern).toList(),
                root);
        unlessEmpty("overrides", overrides(calibration), root);
        unlessEmpty("metrics", metrics(settings), root);
        out.write(
                "# For \"lockstep compare --config\" and \"lockstep ab --config\"; floors from \"lockstep calibrate\".\n");
        out.write(YAML.writeValueAsString(root));
    }

    private static void unlessEmpty(String name, List<?> values, Map<String, Object> root) {
        if (!values.isEmpty()) {
            root.put(name, values);
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** The overrides, earlier ones first, for the last that matches counts. */
    private static List<Map<String, String>> overrides(Calibration calibration) {
        List<Map<String, String>> overrides = new ArrayList<>();
        for (Settings.Override earlier : calibration.settings().overrides()) {
            overrides.add(override(earlier.benchmark().pattern(), earlier.floor()));
        }
        // The score and the slowest rank have one floor: the wider.
        SortedMap<String, Double> floors = new TreeMap<>();
        calibration.noise().forEach((row, seen) -> {
            if (seen.needsFloor()) {
                floors.merge(row.text(), seen.floor(), Math::max);
            }
        });
        floors.forEach((row, floor) -> overrides.add(override("^" + Pattern.quote(row) + "$", floor)));
        return overrides;
    }

    private static Map<String, String> override(String benchmark, double floor) {
        Map<String, String> override = new LinkedHashMap<>();
        override.put("benchmark", benchmark);
        override.put("floor", Words.percent(floor));
        return override;
    }

    private static List<Map<String, String>> metrics(Settings settings) {
        List<Map<String, String>> metrics = new ArrayList<>();
        for (Settings.MetricRule rule : settings.metrics()) {
            if (!Settings.DEFAULT.metrics().contains(rule)) {
                Map<String, String> metric = new LinkedHashMap<>();
                metric.put("metric", rule.metric());
                rule.better().ifPresent(better -> metric.put("better", word(better)));
                rule.floor().ifPresent(floor -> metric.put("floor", Words.percent(floor)));
                metrics.add(metric);
            }
        }
        return metrics;
    }
}
