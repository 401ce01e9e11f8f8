package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellState;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rounds of launches after the planned ones, for cells of whose launches not all ran in the placement that counts: at most
 * as many again. A base and what is compared with it have theirs together, and lack one where either side of a pair does. It
 * follows from the launches that there are and from their probes, never from scores; so a run that is resumed goes on as it
 * would have.
 */
public final class FurtherRounds {
    private final int planned;
    private final RunState state;
    private final Map<Cell, Set<Integer>> counting;
    private final Baseline versus;
    private final long seed;
    private final Collection<List<Cell>> groups;

    /**
     * After the launches so far.
     *
     * @param plan of the first rounds
     * @param counting the numbers of the launches that count, of each cell
     * @param versus what is compared
     * @param seed of the order of launches
     */
    public FurtherRounds(ForkPlan plan, RunState state, Map<Cell, Set<Integer>> counting, Baseline versus, long seed) {
        this.planned = plan.forks();
        this.state = state;
        this.counting = counting;
        this.versus = versus;
        this.seed = seed;
        Function<Cell, Object> group = cell -> versus.isNone() ? cell : versus.common(cell.key());
        this.groups = plan.seconds().keySet().stream()
                .filter(cell -> plan.forks(cell) > 0)
                .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(this::whole)
                .filter(cells -> !cells.isEmpty())
                .toList();
    }

    /** Those whose planned launches were all made; none if a base is not among them. */
    private List<Cell> whole(List<Cell> cells) {
        List<Cell> made = cells.stream().filter(this::isMade).toList();
        boolean pairs = cells.size() > 1;
        boolean based = made.stream().anyMatch(cell -> versus.isBase(cell.key()));
        return pairs && (!based || made.size() < 2) ? List.of() : made;
    }

    private boolean isMade(Cell cell) {
        CellState stands = state.cell(cell.id());
        return stands.failure().isEmpty()
                && stands.cut().isEmpty()
                && stands.goodForks().size() >= planned * perRound(cell);
    }

    private int perRound(Cell cell) {
        return versus.launchesPerRound(cell.key());
    }

    private IntStream forks(Cell cell, int round) {
        return IntStream.rangeClosed((round - 1) * perRound(cell) + 1, round * perRound(cell));
    }

    private int made(List<Cell> group) {
        return group.stream()
                .mapToInt(cell -> (state.cell(cell.id()).launches().stream()
                                        .mapToInt(RunEvent.Launch::fork)
                                        .max()
                                        .orElse(0)
                                + perRound(cell)
                                - 1)
                        / perRound(cell))
                .max()
                .orElse(0);
    }

    /** The rounds of a cell that count: with the base around it, if it has one. */
    private int counting(Cell cell, List<Cell> group) {
        List<Cell> both = group.stream()
                .filter(other -> other.equals(cell) || versus.isBase(other.key()))
                .toList();
        return (int) IntStream.rangeClosed(1, made(group))
                .filter(round -> both.stream().allMatch(one -> forks(one, round).allMatch(counting.get(one)::contains)))
                .count();
    }

    private int lacking(List<Cell> group) {
        int least = group.stream().mapToInt(cell -> counting(cell, group)).min().orElse(planned);
        return Math.max(0, planned - least);
    }

    /**
     * The cells that have fewer rounds that count than were planned.
     *
     * @return how many they have; of pairs, the head
     */
    public Map<Cell, Integer> lacking() {
        Map<Cell, Integer> lacking = new LinkedHashMap<>();
        for (List<Cell> group : groups) {
            group.stream()
                    .filter(cell -> group.size() == 1 || !versus.isBase(cell.key()))
                    .filter(cell -> counting(cell, group) < planned)
                    .forEach(cell -> lacking.put(cell, counting(cell, group)));
        }
        return lacking;
    }

    /** The number of launches that would fill all, were each of them where it counts, and as far as there may be more. */
    public int expected() {
        return groups.stream()
                .mapToInt(group -> Math.min(lacking(group), 2 * planned - made(group))
                        * group.stream().mapToInt(this::perRound).sum())
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
        for (List<Cell> group : groups) {
            int round = next(group);
            double cost = group.stream().mapToDouble(this::seconds).sum();
            if (lacking(group) > 0 && round <= 2 * planned && cost <= left) {
                left -= cost;
                group.forEach(cell -> rounds.put(cell, round));
            }
        }
        return Schedule.of(new ArrayList<>(rounds.keySet()), cell -> rounds.get(cell) * perRound(cell), versus, seed)
                .stream()
                .filter(launch -> launch.fork() > planned * perRound(launch.cell()) && launch.isAwaited(state))
                .toList();
    }

    /** The one that broke off, or else a new one. */
    private int next(List<Cell> group) {
        int last = made(group);
        boolean whole = group.stream()
                .allMatch(cell -> forks(cell, last)
                        .noneMatch(fork -> state.cell(cell.id()).awaits(fork)));
        return whole ? last + 1 : last;
    }

    /** Of a cell in a round. */
    private double seconds(Cell cell) {
        return perRound(cell)
                * state.cell(cell.id()).launches().stream()
                        .mapToDouble(RunEvent.Launch::seconds)
                        .average()
                        .orElse(0);
    }
}
