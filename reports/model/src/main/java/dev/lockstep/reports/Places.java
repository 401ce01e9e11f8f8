package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.Placements;
import dev.lockstep.run.ProbedMachines;
import dev.lockstep.run.RankRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where the measured iterations of a run ran, as far as they were probed (docs/method.md, Placements).
 *
 * @param machines the machines with their placements
 * @param iterations of each cell, by launch; cells are named without their modes
 */
public record Places(List<Machine> machines, Map<CellKey, List<Iteration>> iterations) {
    /**
     * A machine with ranks on it.
     *
     * @param layout which
     * @param placements its own
     * @param counts how many iterations each place had, by name; those of which nothing is known are not among them
     * @param moved whether a communicator had more than one place; ranks of different ones may be bound to different cores
     */
    public record Machine(
            ProbedMachines.Layout layout, Placements placements, Map<String, Integer> counts, boolean moved) {
        /** The share of the iterations that were there, of those whose place is known. */
        public double share(String place) {
            int all = counts.values().stream().mapToInt(Integer::intValue).sum();
            return counts.getOrDefault(place, 0) / (double) all;
        }
    }

    /**
     * An iteration of a cell.
     *
     * @param fork number of the launch within its cell
     * @param number of the iteration within its launch, from 1
     * @param place as {@link Placements#place} names it; on several hosts that differ, the places of all, joined by a plus
     * @param probe the mean reading, in nanoseconds; without odd ones
     * @param score the mean over its scored ranks, in nanoseconds
     */
    public record Iteration(int fork, int number, String place, double probe, double score) {}

    private record IterationId(CellKey cell, int fork, int number) {}

    /** The places of a run's iterations; none if no row has a reading. */
    static Places of(List<RankRow> rows) {
        ProbedMachines probed = new ProbedMachines();
        rows.forEach(probed::add);
        if (probed.isEmpty()) {
            return new Places(List.of(), Map.of());
        }
        Map<String, CellKey> keys = new LinkedHashMap<>();
        Map<IterationId, List<RankRow>> byIteration = new LinkedHashMap<>();
        for (RankRow row : rows) {
            if (!row.warmup()) {
                String cell = String.join(
                        "\n", row.benchmark(), row.params(), row.comm(), row.ranks(), String.valueOf(row.threads()));
                CellKey key = keys.computeIfAbsent(cell, c -> row.key());
                byIteration
                        .computeIfAbsent(new IterationId(key, row.fork(), row.iteration()), i -> new ArrayList<>())
                        .add(row);
            }
        }
        Map<ProbedMachines.Layout, Map<String, Integer>> counts = new LinkedHashMap<>();
        Map<List<Object>, String> first = new HashMap<>();
        Set<ProbedMachines.Layout> moved = new HashSet<>();
        Map<CellKey, List<Iteration>> iterations = new LinkedHashMap<>();
        byIteration.forEach((id, all) -> {
            Map<String, String> byHost = new TreeMap<>();
            all.forEach(row -> byHost.merge(row.host(), probed.place(row), Places::both));
            all.stream().map(ProbedMachines.Layout::of).distinct().forEach(layout -> {
                String place = byHost.get(layout.host());
                if (!place.isEmpty()) {
                    counts.computeIfAbsent(layout, l -> new TreeMap<>()).merge(place, 1, Integer::sum);
                    String before = first.putIfAbsent(List.of(layout, all.get(0).comm()), place);
                    if (place.equals(Placements.MOVED) || before != null && !before.equals(place)) {
                        moved.add(layout);
                    }
                }
            });
            String place = byHost.values().stream()
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .collect(Collectors.joining("+"));
            if (!place.isEmpty() && all.stream().anyMatch(RankRow::scores)) {
                iterations
                        .computeIfAbsent(id.cell(), cell -> new ArrayList<>())
                        .add(new Iteration(
                                id.fork(),
                                id.number(),
                                place,
                                all.stream()
                                        .flatMapToDouble(probed::readings)
                                        .average()
                                        .orElseThrow(),
                                all.stream()
                                        .filter(RankRow::scores)
                                        .mapToDouble(row -> row.score()
                                                * Unit.of(row.unit()).nanos())
                                        .average()
                                        .orElseThrow()));
            }
        });
        return new Places(
                probed.layouts().stream()
                        .map(layout -> new Machine(
                                layout,
                                probed.of(layout),
                                counts.getOrDefault(layout, Map.of()),
                                moved.contains(layout)))
                        .filter(machine -> !machine.counts().isEmpty())
                        .toList(),
                iterations);
    }

    /** Of ranks on one machine that read different things, it has moved between them. */
    private static String both(String one, String other) {
        return one.isEmpty() || one.equals(other) ? other : other.isEmpty() ? one : Placements.MOVED;
    }
}
