package dev.lockstep.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * The {@link Placements} of each machine of a run, by the readings in its {@code ranks.csv}; without those of warm-up,
 * when the probe may not be compiled. It keeps two numbers for each iteration on a machine: ranks that read the same count
 * once, or one odd reading of many ranks would be many.
 */
public final class ProbedMachines {
    private final Map<Layout, List<double[]>> readings = new LinkedHashMap<>();
    private final Map<Layout, Placements> found = new LinkedHashMap<>();
    private final Set<List<Object>> ofIteration = new HashSet<>();
    private List<Object> iteration = List.of();

    /**
     * Ranks on a machine, whose readings compare: a ring of more ranks reads another mean. Those of all communicators are
     * taken together, though they may be bound to different cores: a name is the same distance for all that are compared.
     *
     * @param host its name
     * @param ranks of the cell, on all hosts; as {@code ranks.csv} has them
     * @param threads per rank
     */
    public record Layout(String host, String ranks, int threads) {
        /** The layout of a row. */
        public static Layout of(RankRow row) {
            return new Layout(row.host(), row.ranks(), row.threads());
        }
    }

    /** Adds the next row of the file. */
    public void add(RankRow row) {
        if (row.warmup() || row.probeBefore().isNaN() && row.probeAfter().isNaN()) {
            return;
        }
        List<Object> now = List.of(
                row.benchmark(), row.params(), row.comm(), row.ranks(), row.fork(), row.phase(), row.iteration());
        if (!now.equals(iteration)) {
            iteration = now;
            ofIteration.clear();
        }
        Layout layout = Layout.of(row);
        if (ofIteration.add(List.of(layout, row.probeBefore(), row.probeAfter()))) {
            found.remove(layout);
            readings.computeIfAbsent(layout, l -> new ArrayList<>())
                    .add(new double[] {row.probeBefore(), row.probeAfter()});
        }
    }

    /** Whether no row had a reading. */
    public boolean isEmpty() {
        return readings.isEmpty();
    }

    /** The layouts that were probed, in the order in which they appeared. */
    public Set<Layout> layouts() {
        return readings.keySet();
    }

    /** The placements of a layout, as far as rows were added. */
    public Placements of(Layout layout) {
        return found.computeIfAbsent(
                layout,
                l -> Placements.of(readings.getOrDefault(l, List.of()).stream()
                        .flatMapToDouble(DoubleStream::of)
                        .toArray()));
    }

    /** The place of a row's iteration on its machine, as {@link Placements#place} names it. */
    public String place(RankRow row) {
        return of(Layout.of(row)).place(row.probeBefore(), row.probeAfter());
    }

    /** The readings of a row that have a placement, at most two. */
    public DoubleStream readings(RankRow row) {
        Placements placements = of(Layout.of(row));
        return DoubleStream.of(row.probeBefore(), row.probeAfter())
                .filter(nanos -> placements.at(nanos).isPresent());
    }
}
