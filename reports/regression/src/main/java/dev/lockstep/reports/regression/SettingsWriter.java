package dev.lockstep.reports.regression;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
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
     * Writes the floors that a calibration suggests.
     *
     * @param calibration has runs
     * @param out is not closed
     * @throws IOException if it cannot be written
     */
    public static void floors(Calibration calibration, Writer out) throws IOException {
        // The score and the slowest rank have one floor: the wider.
        SortedMap<String, Double> floors = new TreeMap<>();
        calibration.noise().forEach((row, seen) -> {
            if (seen.needsFloor()) {
                floors.merge(row.text(), seen.floor(), Math::max);
            }
        });
        List<SortedMap<String, String>> overrides = floors.entrySet().stream()
                .<SortedMap<String, String>>map(floor -> new TreeMap<>(Map.of(
                        "benchmark",
                        "^" + Pattern.quote(floor.getKey()) + "$",
                        "floor",
                        Words.percent(floor.getValue()))))
                .toList();
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("floor", Words.percent(calibration.settings().floor()));
        if (!overrides.isEmpty()) {
            root.put("overrides", overrides);
        }
        out.write(
                "# Floors for \"lockstep compare --config\" and \"lockstep ab --config\", from \"lockstep calibrate\".\n");
        out.write(YAML.writeValueAsString(root));
    }
}
