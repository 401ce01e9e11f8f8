package dev.lockstep.reports.regression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The results of comparing benchmarks with themselves on one machine: how often a difference is seen where there
 * is none, and how large one must be to be seen.
 */
public final class Calibration {
    /** The margin of a suggested floor beyond what was seen, before it is rounded up to whole percents. */
    private static final double MARGIN = 0.01;

    /** The widest floor that a setting may have. */
    private static final double WIDEST = 0.99;

    /** Beyond this, a row's "nothing regressed" says little. */
    private static final double COARSE = 0.2;

    /**
     * The noise of a row.
     *
     * @param ratios of the runs, the least first
     * @param detectable the median of the runs' detectable slowdowns
     * @param floor the usual one, if the interval of every run has 1 in it; otherwise how far the farthest
     *     interval lies beyond 1, and a percent more, in whole percents, if that is wider than the usual one
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
     * The comparisons with something slower.
     *
     * @param slowdown by how much: 0.05 is 5%
     * @param called how many of their scores they called slower
     */
    public record Slowed(double slowdown, Share called) {}

    private final Settings settings;
    private final Map<Double, List<Row>> slowed = new TreeMap<>();
    private final List<String> left = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> again = new ArrayList<>();
    private int runs;

    /** A calibration without runs as yet; the settings apply to all of them. */
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
        left.addAll(untested("run " + runs, first));
    }

    /**
     * Adds a comparison with something slower.
     *
     * @param slowdown by how much: 0.05 is 5%
     * @param first as compared at first
     */
    public void addSlowed(double slowdown, Comparison first) {
        slowed.computeIfAbsent(slowdown, s -> new ArrayList<>()).addAll(tested(first));
        left.addAll(untested(Words.percent(slowdown) + " slower", first));
    }

    private static List<String> untested(String run, Comparison comparison) {
        return comparison.rows().stream()
                .filter(row -> row.tested().isEmpty())
                .map(row -> run + ": " + row.id() + ": " + row.verdict().label()
                        + (row.why().isEmpty() ? "" : ", " + row.why()))
                .toList();
    }

    /** The rows that could not be compared, and why; they are in no rate. */
    public List<String> leftOut() {
        return List.copyOf(left);
    }

    private static List<Row> tested(Comparison comparison) {
        return comparison.rows().stream()
                .filter(row -> row.tested().isPresent())
                .toList();
    }

    /** The settings of all runs. */
    public Settings settings() {
        return settings;
    }

    /** The comparisons with something slower, the least first. */
    public List<Slowed> slowed() {
        return slowed.entrySet().stream()
                .map(rows -> new Slowed(rows.getKey(), share(rows.getValue(), Verdict.REGRESSED)))
                .toList();
    }

    /** The number of runs. */
    public int runs() {
        return runs;
    }

    /** The number of rows compared; besides scores there are secondary metrics, which come from the same launches. */
    public int rows() {
        return rows.size();
    }

    /** The scores called slower: these fail a gate that does not measure again. */
    public Share slower() {
        return share(rows, Verdict.REGRESSED);
    }

    /** The scores called faster. */
    public Share faster() {
        return share(rows, Verdict.IMPROVED);
    }

    /** The scores that were still called slower when measured again. */
    public Share slowerAgain() {
        return share(again, Verdict.REGRESSED);
    }

    /** The secondary metrics called slower; they are no trials of their own, so they have no interval. */
    public long secondarySlower() {
        return rows.stream()
                .filter(row -> row.verdict() == Verdict.REGRESSED && !isScore(row))
                .count();
    }

    private static boolean isScore(Row row) {
        return row.id().metric().isEmpty();
    }

    private static Share share(List<Row> rows, Verdict verdict) {
        List<Row> scores = rows.stream().filter(Calibration::isScore).toList();
        return new Share(scores.stream().filter(row -> row.verdict() == verdict).count(), scores.size());
    }

    /** The noise row by row, in the order of the suite. */
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
        double needed = Math.min(WIDEST, Math.ceil((seen + MARGIN) * 100 - 1e-9) / 100);
        return new Noise(
                estimates.stream().map(Estimate::ratio).sorted().toList(),
                detectable.get(detectable.size() / 2),
                seen == 0 ? usual : Math.max(usual, needed),
                usual);
    }

    /** The distance from 1 to the near end of the interval; 0 when 1 is within. */
    private static double beyondOne(Estimate estimate) {
        return Math.max(0, Math.max(estimate.low() - 1, 1 / estimate.high() - 1));
    }
}
