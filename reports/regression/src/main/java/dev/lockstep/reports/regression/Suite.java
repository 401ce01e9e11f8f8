package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Journal;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.RunScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of one run; base or head. Raw scores are kept as arrays, so that a hundred thousand rows fit. */
public final class Suite {
    private final Map<RowId, Sample> samples = new LinkedHashMap<>();
    private final Map<RowId, String> places = new HashMap<>();
    private final Map<Object, Object> pool = new HashMap<>();
    private final Settings settings;
    private RunScan scan;

    private Suite(Settings settings) {
        this.settings = settings;
    }

    /**
     * Reads a run.
     *
     * @param source a folder of ours, or JMH's JSON, compressed or not
     * @param settings say which secondary metrics count
     * @throws dev.lockstep.reports.InvalidInputException if a file does not hold what it should, or one row twice
     * @throws IOException if it cannot be read
     */
    public static Suite read(Path source, Settings settings) throws IOException {
        Suite suite = new Suite(settings);
        suite.scan = RunScan.read(source, suite::add);
        suite.places.clear();
        suite.pool.clear();
        return suite;
    }

    private void add(JmhResult result, RunScan.Place where) throws IOException {
        add(result, "", result.primary(), where);
        for (Map.Entry<String, Metric> secondary : result.secondary().entrySet()) {
            if (settings.rule(secondary.getKey()).isPresent()) {
                add(result, secondary.getKey(), secondary.getValue(), where);
            }
        }
    }

    private void add(JmhResult result, String metric, Metric values, RunScan.Place where) throws IOException {
        RowId row = new RowId(
                pooled(result.key().row().benchmark()),
                pooled(result.key().row().mode()),
                result.params(),
                result.key().row().threads(),
                pooled(metric));
        String before = places.put(row, where.pointer());
        if (before != null) {
            throw where.wrong("every row once", "a second " + row + " after " + before);
        }
        samples.put(row, Sample.of(result, values, pooled(result.jvm())));
    }

    /** The same few names and machines stand in every entry. */
    @SuppressWarnings("unchecked")
    private <T> T pooled(T value) {
        Object known = pool.putIfAbsent(value, value);
        return known == null ? value : (T) known;
    }

    Map<RowId, Sample> samples() {
        return samples;
    }

    /** Where it was read from. */
    public Path source() {
        return scan.source();
    }

    List<String> notes() {
        return scan.notes();
    }

    Optional<String> cpu() {
        return scan.environment().flatMap(environment -> environment.find("CPU", "CPU model", "processor"));
    }

    Optional<Journal> journal() {
        return scan.journal();
    }
}
