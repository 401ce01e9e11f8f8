package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RunState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * The order of a run's launches. Forks of different cells interleave, so that what drifts on the machine drifts through all of them: the first round is a permutation
 * that the seed decides, every even round goes the other way round (A B B A). Cells that differ in communicator, ranks and transport only stay next to each other. Where a run
 * compares, the base is launched before and after what is compared with it: A B C A, A C B A.
 */
public final class Schedule {
    /** What is left out when the budget is spent before any launch that times each operation. */
    public static final String DISTRIBUTIONS = "distributions";

    /**
     * One launch.
     *
     * @param cell of which
     * @param fork its number within its cell, from 1
     */
    public record Launch(Cell cell, int fork) {
        /** Whether it is still to be made. */
        public boolean isAwaited(RunState state) {
            return state.cell(cell.id()).awaits(fork);
        }

        /** Whether it is one that times each operation and is still to come, if its cell has a score then. */
        public boolean mayTimeOperations(RunState state) {
            return !state.leftOut(DISTRIBUTIONS) && state.cell(cell.id()).awaitsDistribution(fork);
        }

        public boolean awaitsDistribution(RunState state) {
            return mayTimeOperations(state)
                    && !state.cell(cell.id()).goodForks().isEmpty();
        }
    }

    private Schedule() {}

    /** The launches that scores come from. */
    public static List<Launch> of(List<Cell> cells, ForkPlan plan, RunOptions options) {
        return of(cells, plan::forks, options.versus(), options.plan().seed());
    }

    /**
     * In order.
     *
     * @param forks how many launches each cell has
     * @param versus what is compared; forks 2k-1 and 2k of a base enclose fork k of the others
     */
    public static List<Launch> of(List<Cell> cells, ToIntFunction<Cell> forks, Baseline versus, long seed) {
        List<Cell> round = permuted(cells, versus, seed);
        List<Launch> launches = new ArrayList<>();
        Map<Cell, Integer> made = new HashMap<>();
        int total = cells.stream().mapToInt(forks).sum();
        while (launches.size() < total) {
            for (Cell cell : round) {
                int fork = made.merge(cell, 1, Integer::sum);
                if (fork <= forks.applyAsInt(cell)) {
                    launches.add(new Launch(cell, fork));
                }
            }
            Collections.reverse(round);
        }
        return launches;
    }

    /** Launches that time each operation, ordered like the others. */
    public static List<Launch> distributions(List<Cell> cells, RunOptions options) {
        return of(
                cells,
                options.effort()::distributionForks,
                Baseline.NONE,
                options.plan().seed());
    }

    /** {@link Random} and {@link Collections#shuffle} are specified, so a seed means the same on every JVM. */
    private static List<Cell> permuted(List<Cell> cells, Baseline versus, long seed) {
        Map<CellKey, List<Cell>> rows =
                grouped(cells, key -> versus.common(key).row().without(CellKey.TRANSPORT));
        Random random = new Random(seed);
        List<List<Cell>> order = new ArrayList<>(rows.values());
        Collections.shuffle(order, random);
        List<Cell> all = new ArrayList<>();
        for (List<Cell> row : order) {
            Collections.shuffle(row, random);
            all.addAll(enclosed(row, versus));
        }
        return all;
    }

    /** Each base at both ends of what is compared with it. */
    private static List<Cell> enclosed(List<Cell> row, Baseline versus) {
        List<Cell> all = new ArrayList<>();
        for (List<Cell> compared : grouped(row, versus::common).values()) {
            List<Cell> base =
                    compared.stream().filter(c -> versus.isBase(c.key())).toList();
            all.addAll(base);
            compared.stream().filter(c -> !versus.isBase(c.key())).forEach(all::add);
            all.addAll(base);
        }
        return all;
    }

    private static Map<CellKey, List<Cell>> grouped(List<Cell> cells, UnaryOperator<CellKey> key) {
        Map<CellKey, List<Cell>> groups = new LinkedHashMap<>();
        cells.forEach(c -> groups.computeIfAbsent(key.apply(c.key()), k -> new ArrayList<>())
                .add(c));
        return groups;
    }
}
