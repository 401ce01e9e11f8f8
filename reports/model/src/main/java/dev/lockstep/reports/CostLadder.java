package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the time of a whole goes: a base, and steps, each of which is the base with one cost more and was measured by itself.
 * Differences are taken launch by launch.
 *
 * @param whole what is explained
 * @param base without any of these costs
 * @param steps in the order of the benchmarks' names
 * @param unexplained what the whole takes beyond the base and all steps; may be negative
 * @param share of the whole that the base and the steps explain
 */
public record CostLadder(Cell whole, Cell base, List<Step> steps, Launches unexplained, Launches share) {
    /**
     * A cost.
     *
     * @param cell the base with it
     * @param added how much longer it takes than the base, in nanoseconds
     */
    public record Step(Cell cell, Launches added) {
        /** The name of the cost. */
        public String name() {
            return cell.reported().stage().substring(Reported.PLUS.length()).replace('-', ' ');
        }
    }

    /** The ladders of a run: one for each whole that has its base and at least a step, in the same column, over the same. */
    public static List<CostLadder> of(LineUp lineUp) {
        List<Cell> cells = lineUp.cells()
                .filter(cell -> cell.good().isPresent() && !cell.isElsewhere())
                .toList();
        return cells.stream()
                .filter(cell -> cell.reported().stage().equals(Reported.WHOLE))
                .flatMap(whole -> of(whole, cells).stream())
                .toList();
    }

    /** What some wholes take without any of their costs, over whatever transport that was measured. */
    public static List<Cell> bases(LineUp lineUp, Collection<Cell> wholes) {
        return lineUp.cells()
                .filter(cell -> cell.good().isPresent()
                        && cell.reported().stage().equals(Reported.BASE)
                        && wholes.stream().anyMatch(whole -> isBase(cell, whole)))
                .toList();
    }

    private static boolean isBase(Cell cell, Cell whole) {
        return whole.reported().stage().equals(Reported.WHOLE)
                && isPart(cell, cell.key().without(CellKey.TRANSPORT), whole);
    }

    private static Optional<CostLadder> of(Cell whole, List<Cell> cells) {
        List<Cell> parts =
                cells.stream().filter(cell -> isPart(cell, cell.key(), whole)).toList();
        List<Cell> steps = parts.stream()
                .filter(cell -> cell.reported().stage().startsWith(Reported.PLUS))
                .toList();
        return parts.stream()
                .filter(cell -> cell.reported().stage().equals(Reported.BASE))
                .findFirst()
                .filter(base -> !steps.isEmpty())
                .flatMap(base -> of(whole, base, steps));
    }

    /** Whether all that a cell says of itself, or of it what is asked for, is so of the whole. */
    private static boolean isPart(Cell cell, CellKey alike, Cell whole) {
        return cell.reported().section().equals(whole.reported().section())
                && cell.column().equals(whole.column())
                && cell.key().threads() == whole.key().threads()
                && whole.key().params().entrySet().containsAll(alike.params().entrySet());
    }

    private static Optional<CostLadder> of(Cell whole, Cell base, List<Cell> steps) {
        List<SortedMap<Integer, Double>> all = Stream.concat(Stream.of(whole, base), steps.stream())
                .map(cell -> cell.good().orElseThrow().launches().means())
                .toList();
        List<Integer> launches = all.get(0).keySet().stream()
                .filter(launch -> all.stream().allMatch(means -> means.containsKey(launch)))
                .toList();
        if (launches.isEmpty()) {
            return Optional.empty();
        }
        SortedMap<Integer, Double> unexplained = new TreeMap<>();
        SortedMap<Integer, Double> share = new TreeMap<>();
        List<SortedMap<Integer, Double>> added = new ArrayList<>();
        steps.forEach(step -> added.add(new TreeMap<>()));
        for (int launch : launches) {
            double total = all.get(0).get(launch);
            double bottom = all.get(1).get(launch);
            double explained = bottom;
            for (int i = 0; i < added.size(); i++) {
                double more = all.get(i + 2).get(launch) - bottom;
                added.get(i).put(launch, more);
                explained += more;
            }
            unexplained.put(launch, total - explained);
            share.put(launch, explained / total);
        }
        List<Step> each = new ArrayList<>();
        for (int i = 0; i < added.size(); i++) {
            each.add(new Step(steps.get(i), launches(added.get(i))));
        }
        return Optional.of(new CostLadder(whole, base, each, launches(unexplained), launches(share)));
    }

    private static Launches launches(SortedMap<Integer, Double> means) {
        return Launches.of(Double.NaN, means);
    }

    /** The cells that it is made of. */
    public Stream<Cell> cells() {
        return Stream.concat(Stream.of(whole, base), steps.stream().map(Step::cell));
    }

    /** How many operations an iteration of each had, where they are not as many; else empty. */
    public Optional<String> counts() {
        List<Long> counts = cells().map(Cell::n).distinct().sorted().toList();
        return counts.size() < 2
                ? Optional.empty()
                : Optional.of(counts.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
}
