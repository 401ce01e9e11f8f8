package dev.lockstep.harness.record;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.PlacementChoice;
import dev.lockstep.run.PlacementChoice.Layout;
import dev.lockstep.run.PlacementChoice.Probe;
import dev.lockstep.run.PlacementChoice.Probed;
import dev.lockstep.run.Placements.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The launches of a run as those tools should see them that know of no placements: of the iterations in the placement
 * that most cells have in common. A metric names it, {@code placement.near}, with what it reads.
 */
final class CommonPlacement {
    private static final String NAME = "placement.";

    private final Map<Cell, Map<Integer, BenchmarkResult>> forks;
    private final Map<Cell, Probed> probed = new LinkedHashMap<>();
    private final PlacementChoice choice;

    /** Chooses over all launches so far, which are there by cell and number. */
    CommonPlacement(Map<Cell, Map<Integer, BenchmarkResult>> forks, PlacementChoice.Wish wish) {
        this.forks = forks;
        forks.forEach((cell, launches) -> probed.put(cell, probed(cell, launches)));
        this.choice = PlacementChoice.of(wish, probed.values());
    }

    private static Probed probed(Cell cell, Map<Integer, BenchmarkResult> launches) {
        boolean everywhere = launches.values().stream()
                .flatMap(launch -> launch.getIterationResults().stream())
                .allMatch(i -> i.getSecondaryResults().containsKey(PlacementChoice.BEFORE)
                        && i.getSecondaryResults().containsKey(PlacementChoice.AFTER));
        return new Probed(
                Layout.of(cell.key()),
                launches.values().stream()
                        .map(launch -> launch.getIterationResults().stream()
                                .flatMap(i -> everywhere
                                        ? Stream.of(new Probe(
                                                reading(i, PlacementChoice.BEFORE), reading(i, PlacementChoice.AFTER)))
                                        : Stream.empty())
                                .toList())
                        .toList());
    }

    private static double reading(IterationResult iteration, String name) {
        return iteration.getSecondaryResults().get(name).getScore();
    }

    /** Whether there was anything to choose. */
    boolean isChoice() {
        return !choice.divided().isEmpty();
    }

    /** The placement that is wished for where a cell runs; empty if nothing was read there. */
    Optional<Placement> wished(Cell cell) {
        return choice.wished(Layout.of(cell.key()));
    }

    /** The indices of a cell's iterations that count, by launch; of those launches that have any. */
    Map<Integer, List<Integer>> counting(Cell cell) {
        Map<Integer, BenchmarkResult> launches = forks.get(cell);
        List<List<Integer>> all = choice.counting(
                probed.get(cell),
                launches.values().stream()
                        .map(launch -> launch.getIterationResults().size())
                        .toList());
        Map<Integer, List<Integer>> counting = new TreeMap<>();
        int position = 0;
        for (int number : launches.keySet()) {
            counting.put(number, all.get(position++));
        }
        counting.values().removeIf(List::isEmpty);
        return counting;
    }

    /** The launches of a cell, by number, of the iterations that count; those that have any. */
    Map<Integer, BenchmarkResult> of(Cell cell) {
        Map<Integer, BenchmarkResult> chosen = new TreeMap<>();
        counting(cell)
                .forEach((number, mine) ->
                        chosen.put(number, some(forks.get(cell).get(number), mine, probed.get(cell))));
        return chosen;
    }

    /** All cells, each with what {@link #of} has of it. */
    void each(BiConsumer<Cell, Map<Integer, BenchmarkResult>> action) {
        forks.keySet().forEach(cell -> action.accept(cell, of(cell)));
    }

    private BenchmarkResult some(BenchmarkResult launch, List<Integer> counting, Probed cell) {
        if (!cell.isProbed() || choice.of(cell.layout()).isEmpty()) {
            return launch;
        }
        Placement placement = choice.of(cell.layout()).get();
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
