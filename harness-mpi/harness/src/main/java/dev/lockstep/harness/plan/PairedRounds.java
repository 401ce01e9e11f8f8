package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RunState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rounds of launches after the planned ones of a run that compares, for pairs of which not both sides ran in the placement
 * that counts: at most as many again. A cell lacks a round in which it, or its base, does not count, and both are launched
 * again, and with them the other sizes, for a sentence on every size takes the rounds that all of them have. All follows from the launches that there are and from their probes, never from scores; so a run that is
 * resumed goes on as it would have.
 */
public final class PairedRounds {
    private final int planned;
    private final RunState state;
    private final Map<Cell, Set<Integer>> counting;
    private final Baseline versus;
    private final long seed;
    private final List<Group> groups;

    /**
     * Cells that are compared with each other, of all sizes, which sentences take together.
     *
     * @param bases what the others are compared with, one for each size
     * @param others possibly none
     */
    private record Group(List<Cell> bases, List<Cell> others) {
        Stream<Cell> all() {
            return Stream.concat(bases.stream(), others.stream());
        }
    }

    /**
     * After the launches so far.
     *
     * @param plan of the first rounds
     * @param counting the numbers of the launches that count, of each cell
     * @param versus what is compared
     * @param seed of the order of launches
     */
    public PairedRounds(ForkPlan plan, RunState state, Map<Cell, Set<Integer>> counting, Baseline versus, long seed) {
        this.planned = plan.forks();
        this.state = state;
        this.counting = counting;
        this.versus = versus;
        this.seed = seed;
        this.groups = plan.seconds().keySet().stream()
                .filter(cell -> plan.forks(cell) > 0)
                .filter(this::isMade)
                .collect(Collectors.groupingBy(this::compared, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(cells -> group(cells).stream())
                .toList();
    }

    private boolean isMade(Cell cell) {
        return state.cell(cell.id()).isMade(planned * perRound(cell));
    }

    private CellKey compared(Cell cell) {
        return versus.common(cell.key()).without(CellKey.SIZE);
    }

    /** None where a base failed. */
    private Optional<Group> group(List<Cell> cells) {
        List<Cell> bases =
                cells.stream().filter(cell -> versus.isBase(cell.key())).toList();
        Set<CellKey> common =
                bases.stream().map(cell -> versus.common(cell.key())).collect(Collectors.toSet());
        List<Cell> others = cells.stream()
                .filter(cell -> !bases.contains(cell) && common.contains(versus.common(cell.key())))
                .toList();
        return bases.isEmpty() ? Optional.empty() : Optional.of(new Group(bases, others));
    }

    /** The cells that have to count in a round for it to be one of this cell: its base, and other sizes. */
    private List<Cell> counted(Cell cell, Group group) {
        return group.all()
                .filter(other -> group.bases.contains(other)
                        || versus.valueIn(other.key()).equals(versus.valueIn(cell.key())))
                .toList();
    }

    private int perRound(Cell cell) {
        return versus.launchesPerRound(cell.key());
    }

    private IntStream forks(Cell cell, int round) {
        return IntStream.rangeClosed((round - 1) * perRound(cell) + 1, round * perRound(cell));
    }

    private int made(Group group) {
        return group.all().mapToInt(this::made).max().orElse(0);
    }

    private int made(Cell cell) {
        return (state.cell(cell.id()).lastFork() + perRound(cell) - 1) / perRound(cell);
    }

    private boolean counts(Cell cell, int round) {
        return forks(cell, round).allMatch(counting.get(cell)::contains);
    }

    private int counting(Cell cell, Group group) {
        return (int) IntStream.rangeClosed(1, made(cell))
                .filter(round -> counted(cell, group).stream().allMatch(other -> counts(other, round)))
                .count();
    }

    /** The cells that lack rounds. */
    private List<Cell> lacking(Group group) {
        return group.all()
                .filter(cell -> counting(cell, group) < planned && mayCount(cell, group))
                .toList();
    }

    /** Whether it may ever count beside its base: what is bound to cores that are far apart is far for ever. */
    private boolean mayCount(Cell cell, Group group) {
        return counted(cell, group).stream()
                .allMatch(other -> IntStream.rangeClosed(1, made(other)).anyMatch(round -> counts(other, round)));
    }

    /** The heads of which fewer pairs count than were planned, and how many do. */
    public Map<Cell, Integer> lacking() {
        Map<Cell, Integer> lacking = new LinkedHashMap<>();
        for (Group group : groups) {
            group.others.forEach(cell -> {
                int there = counting(cell, group);
                if (there < planned) {
                    lacking.put(cell, there);
                }
            });
        }
        return lacking;
    }

    /** Those that are launched together. */
    private List<Cell> together(Group group) {
        List<Cell> lacking = lacking(group);
        return group.all()
                .filter(cell -> !lacking.isEmpty() && (group.bases.contains(cell) || lacking.contains(cell)))
                .toList();
    }

    /** The number of launches that would fill all, were each of them where it counts, and as far as there may be more. */
    public int expected() {
        return groups.stream()
                .mapToInt(group -> {
                    int rounds = group.all()
                            .mapToInt(cell -> planned - counting(cell, group))
                            .max()
                            .orElse(0);
                    return Math.min(rounds, 2 * planned - made(group))
                            * together(group).stream().mapToInt(this::perRound).sum();
                })
                .sum();
    }

    /**
     * The next round of each cell that lacks one, as far as they fit.
     *
     * @param seconds for all of them; each launch costs what those of its cell did
     * @return in order; none if there is nothing to fill, or no room
     */
    public List<Schedule.Launch> next(double seconds) {
        Map<Cell, Integer> rounds = new LinkedHashMap<>();
        double left = seconds;
        for (Group group : groups) {
            List<Cell> cells = together(group);
            int round = next(group, cells);
            double cost = cells.stream().mapToDouble(this::seconds).sum();
            if (round <= 2 * planned && cost <= left) {
                left -= cost;
                cells.forEach(cell -> rounds.put(cell, round));
            }
        }
        return Schedule.of(List.copyOf(rounds.keySet()), cell -> rounds.get(cell) * perRound(cell), versus, seed)
                .stream()
                .filter(launch ->
                        forks(launch.cell(), rounds.get(launch.cell())).anyMatch(fork -> fork == launch.fork()))
                .filter(launch -> launch.isAwaited(state))
                .toList();
    }

    /** The last one if it broke off, or else a new one. */
    private int next(Group group, List<Cell> cells) {
        int last = made(group);
        boolean whole = cells.stream()
                .allMatch(cell -> forks(cell, last)
                        .noneMatch(fork -> state.cell(cell.id()).awaits(fork)));
        return last > planned && !whole ? last : last + 1;
    }

    /** Of a cell in a round. */
    private double seconds(Cell cell) {
        return perRound(cell) * state.cell(cell.id()).meanSeconds();
    }
}
