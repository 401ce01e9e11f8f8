package dev.lockstep.reports.regression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What comparisons of a thing with itself say about a machine and its benchmarks: how often a difference is seen where there
 * is none, and how large one must be to be seen.
 */
public final class Calibration {
    /** How much wider than what was seen a suggested floor is, before it is rounded up to whole percents. */
    private static final double MARGIN = 0.01;

    /** Beyond this, a row's "nothing regressed" says little. */
    private static final double COARSE = 0.2;

    /**
     * What the runs say about a row.
     *
     * @param ratios of the runs, the least first
     * @param detectable the median of the runs' detectable slowdowns
     * @param floor the least, in whole percents and not below the usual one, at which none of the runs would have seen a difference
     * @param usual the floor that applied
     */
    public record Noise(List<Double> ratios, double detectable, double floor, double usual) {
        /** Whether the floor that applied was too narrow. */
        public boolean needsFloor() {
            return floor > usual;
        }

        /** Whether no slowdown short of a fifth would be seen. */
        public boolean isCoarse() {
            return detectable > COARSE;
        }
    }

    /**
     * What comparisons with something slower said.
     *
     * @param slowdown by how much: 0.05 is 5%
     * @param called how many of their rows they called slower
     */
    public record Slowed(double slowdown, Share called) {}

    private final Settings settings;
    private final Map<Double, List<Row>> slowed = new TreeMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> again = new ArrayList<>();
    private int runs;

    /**
     * Without runs as yet.
     *
     * @param settings that apply to all of them
     */
    public Calibration(Settings settings) {
        this.settings = settings;
    }

    /**
     * Adds a run.
     *
     * @param first as compared at first
     * @param confirmed with the rows that were called slower measured again
     */
    public void add(Comparison first, Comparison confirmed) {
        runs++;
        rows.addAll(tested(first));
        again.addAll(tested(confirmed));
    }

    /**
     * Adds a comparison with something slower.
     *
     * @param slowdown by how much: 0.05 is 5%
     * @param first as compared at first
     */
    public void addSlowed(double slowdown, Comparison first) {
        slowed.computeIfAbsent(slowdown, s -> new ArrayList<>()).addAll(tested(first));
    }

    private static List<Row> tested(Comparison comparison) {
        return comparison.rows().stream()
                .filter(row -> row.tested().isPresent())
                .toList();
    }

    /** What applied to all of them. */
    public Settings settings() {
        return settings;
    }

    /** Of comparisons with something slower, the least first. */
    public List<Slowed> slowed() {
        return slowed.entrySet().stream()
                .map(rows -> new Slowed(rows.getKey(), share(rows.getValue(), Verdict.REGRESSED)))
                .toList();
    }

    /** How many of the compared rows are scores; the others are secondary metrics of the same launches. */
    public long scores() {
        return rows.stream().filter(row -> row.id().metric().isEmpty()).count();
    }

    /** How many runs there were. */
    public int runs() {
        return runs;
    }

    /** Rows called slower: what fails a gate that does not measure again. */
    public Share slower() {
        return share(rows, Verdict.REGRESSED);
    }

    /** Rows called faster. */
    public Share faster() {
        return share(rows, Verdict.IMPROVED);
    }

    /** Rows that were still called slower when measured again. */
    public Share slowerAgain() {
        return share(again, Verdict.REGRESSED);
    }

    private static Share share(List<Row> rows, Verdict verdict) {
        return new Share(rows.stream().filter(row -> row.verdict() == verdict).count(), rows.size());
    }

    /** Row by row, in the order of the suite. */
    public Map<RowId, Noise> noise() {
        Map<RowId, List<Row>> byRow = new LinkedHashMap<>();
        rows.stream()
                .sorted((a, b) -> a.id().compareTo(b.id()))
                .forEach(row ->
                        byRow.computeIfAbsent(row.id(), id -> new ArrayList<>()).add(row));
        Map<RowId, Noise> noise = new LinkedHashMap<>();
        byRow.forEach((id, all) -> noise.put(id, noise(all)));
        return Collections.unmodifiableMap(noise);
    }

    private static Noise noise(List<Row> runs) {
        List<Estimate> estimates =
                runs.stream().map(row -> row.tested().orElseThrow().estimate()).toList();
        List<Double> detectable = runs.stream()
                .map(row -> row.tested().orElseThrow().detectable())
                .sorted()
                .toList();
        double seen =
                estimates.stream().mapToDouble(Calibration::beyondOne).max().orElseThrow();
        double usual = runs.get(0).floor();
        double needed = Math.ceil((seen + MARGIN) * 100 - 1e-9) / 100;
        return new Noise(
                estimates.stream().map(Estimate::ratio).sorted().toList(),
                detectable.get(detectable.size() / 2),
                seen == 0 ? usual : Math.max(usual, needed),
                usual);
    }

    /** How far from 1 the near end of the interval lies, whichever way; 0 when 1 is within. */
    private static double beyondOne(Estimate estimate) {
        return Math.max(0, Math.max(estimate.low() - 1, 1 / estimate.high() - 1));
    }
}
