package dev.lockstep.harness.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;

/**
 * The order of a run's launches. Forks of different cells interleave, so that what drifts on the machine drifts through all of them: the first round is a permutation
 * that the seed decides, every even round goes the other way round (A B B A). Cells that differ in communicator and ranks only stay next to each other.
 */
final class Schedule {
    /**
     * One launch.
     *
     * @param cell of which
     * @param fork its number within its cell, from 1
     */
    record Launch(Cell cell, int fork) {}

    private Schedule() {}

    static List<Launch> of(List<Cell> cells, ToIntFunction<Cell> forks, long seed) {
        List<Cell> round = permuted(cells, seed);
        List<Launch> launches = new ArrayList<>();
        int rounds = cells.stream().mapToInt(forks).max().orElse(0);
        for (int fork = 1; fork <= rounds; fork++) {
            for (Cell cell : round) {
                if (fork <= forks.applyAsInt(cell)) {
                    launches.add(new Launch(cell, fork));
                }
            }
            Collections.reverse(round);
        }
        return launches;
    }

    /** {@link Random} and {@link Collections#shuffle} are specified, so a seed means the same on every JVM. */
    private static List<Cell> permuted(List<Cell> cells, long seed) {
        Map<String, List<Cell>> rows = new LinkedHashMap<>();
        cells.forEach(c -> rows.computeIfAbsent(c.row(), r -> new ArrayList<>()).add(c));
        Random random = new Random(seed);
        List<List<Cell>> order = new ArrayList<>(rows.values());
        Collections.shuffle(order, random);
        List<Cell> all = new ArrayList<>();
        for (List<Cell> row : order) {
            Collections.shuffle(row, random);
            all.addAll(row);
        }
        return all;
    }
}
