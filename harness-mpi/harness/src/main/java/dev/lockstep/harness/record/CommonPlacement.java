package dev.lockstep.harness.record;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import dev.lockstep.run.placement.PlacementChoice.Readings;
import dev.lockstep.run.placement.Placements.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The launches of a run as those tools should see them that know of no placements: of the iterations in the placement
 * that most cells have in common, or, of a cell that has too few there, in its own. A metric names it,
 * {@code placement.near}, with what it reads.
 */
final class CommonPlacement {
    private static final String NAME = "placement.";

    private final Map<Cell, Map<Integer, BenchmarkResult>> forks;
    private final Map<Cell, Probed> probed = new LinkedHashMap<>();
    private final PlacementChoice choice;

    /** Chooses over all launches so far, which are there by cell and number. */
    CommonPlacement(Map<Cell, Map<Integer, BenchmarkResult>> forks, PlacementChoice.Wish wish) {
        this.forks = forks;
        forks.forEach((cell, launches) -> probed.put(
                cell,
                Probed.whole(
                        cell.key().layout(),
                        launches.values().stream().map(CommonPlacement::probes).toList())));
        this.choice = PlacementChoice.of(wish, probed.values());
    }

    /** The readings of a launch, for each iteration; none if it was not probed. */
    static List<Readings> probes(BenchmarkResult launch) {
        boolean probed = launch.getIterationResults().stream()
                .allMatch(i -> i.getSecondaryResults().containsKey(PlacementChoice.BEFORE)
                        && i.getSecondaryResults().containsKey(PlacementChoice.AFTER));
        return !probed
                ? List.of()
                : launch.getIterationResults().stream()
                        .map(i -> Readings.of(name -> score(i, name)))
                        .toList();
    }

    private static Double score(IterationResult iteration, String name) {
        Result<?> metric = iteration.getSecondaryResults().get(name);
        return metric == null ? null : Double.valueOf(metric.getScore());
    }

    /** Whether there was anything to choose. */
    boolean isChoice() {
        return !choice.divided().isEmpty();
    }

    /** The placement that is wished for where a cell runs; empty if nothing was read there. */
    Optional<Placement> wished(Cell cell) {
        return choice.wished(probed.get(cell).layout());
    }

    private List<Integer> sizes(Cell cell) {
        return forks.get(cell).values().stream()
                .map(launch -> launch.getIterationResults().size())
                .toList();
    }

    /** The launches of a cell that count, by number, of the iterations that count. */
    Map<Integer, BenchmarkResult> counting(Cell cell) {
        return some(
                cell,
                choice.counting(probed.get(cell), sizes(cell)),
                choice.of(probed.get(cell).layout()));
    }

    /** The launches of a cell that are shown, by number, of the iterations that are: any cell has some. */
    Map<Integer, BenchmarkResult> shown(Cell cell) {
        PlacementChoice.Shown shown = choice.shown(probed.get(cell), sizes(cell));
        return some(cell, shown.iterations(), shown.placement());
    }

    private Map<Integer, BenchmarkResult> some(
            Cell cell, List<List<Integer>> iterations, Optional<Placement> placement) {
        Map<Integer, BenchmarkResult> some = new TreeMap<>();
        int position = 0;
        for (Map.Entry<Integer, BenchmarkResult> launch : forks.get(cell).entrySet()) {
            List<Integer> mine = iterations.get(position++);
            if (!mine.isEmpty()) {
                boolean named = placement.isPresent() && probed.get(cell).isProbed();
                some.put(launch.getKey(), named ? some(launch.getValue(), mine, placement.get()) : launch.getValue());
            }
        }
        return some;
    }

    private static BenchmarkResult some(BenchmarkResult launch, List<Integer> counting, Placement placement) {
        List<IterationResult> all = List.copyOf(launch.getIterationResults());
        List<IterationResult> some = new ArrayList<>();
        for (int i : counting) {
            IterationResult copy = new IterationResult(
                    all.get(i).getBenchmarkParams(),
                    all.get(i).getParams(),
                    all.get(i).getMetadata());
            copy.addResults(all.get(i).getRawPrimaryResults());
            all.get(i).getRawSecondaryResults().values().forEach(copy::addResult);
            copy.addResult(new ScalarResult(NAME + placement.name(), placement.nanos(), "ns", AggregationPolicy.AVG));
            some.add(copy);
        }
        BenchmarkResult chosen = new BenchmarkResult(launch.getParams(), some, launch.getMetadata());
        for (Result<?> result : launch.getBenchmarkResults().values()) {
            chosen.addBenchmarkResult(result);
        }
        return chosen;
    }
}
