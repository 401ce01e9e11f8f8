package dev.lockstep.harness.run;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Where each cell of a run stands. */
final class CellStates {
    private final List<Cell> cells;
    private final Map<Cell, PilotResult.Ready> ready = new LinkedHashMap<>();
    private final Map<Cell, String> failed = new LinkedHashMap<>();
    private final Map<Cell, Set<Integer>> done = new HashMap<>();
    private final Map<Cell, Map<Integer, Boolean>> distributions = new HashMap<>();
    private final boolean noDistributions;
    private final Map<Cell, Integer> cut = new HashMap<>();

    /** As an earlier part of the run has left them; what has failed stays so, unless it is to be tried again. */
    CellStates(List<Cell> cells, History history, boolean retryFailed) {
        this.cells = List.copyOf(cells);
        this.noDistributions = history.leftOutDistributions();
        for (Cell cell : cells) {
            history.pilot(cell)
                    .filter(p -> !(retryFailed && p instanceof PilotResult.Failed))
                    .ifPresent(p -> pilot(cell, p));
            history.cut(cell).ifPresent(forks -> cut(cell, forks));
            history.distributions(cell).forEach((fork, ok) -> {
                if (ok || !retryFailed) {
                    distribution(cell, fork, ok);
                }
            });
            for (History.Launch launch : history.launches(cell)) {
                if (launch.result().isPresent()) {
                    done(cell, launch.fork());
                } else if (!retryFailed) {
                    fail(cell, launch.reason());
                }
            }
        }
    }

    void pilot(Cell cell, PilotResult result) {
        if (result instanceof PilotResult.Ready good) {
            ready.put(cell, good);
        } else if (result instanceof PilotResult.Failed bad) {
            fail(cell, bad.reason());
        }
    }

    void fail(Cell cell, String reason) {
        failed.put(cell, reason);
    }

    void done(Cell cell, int fork) {
        done.computeIfAbsent(cell, c -> new TreeSet<>()).add(fork);
    }

    /** Its file is damaged: it has to be launched again. */
    void undo(Cell cell, int fork) {
        done.get(cell).remove(fork);
    }

    void cut(Cell cell, int forks) {
        cut.put(cell, forks);
    }

    /** Those that have had no pilot yet. */
    List<Cell> withoutPilot() {
        return cells.stream()
                .filter(c -> !ready.containsKey(c) && !failed.containsKey(c))
                .toList();
    }

    /** Those that may be measured, or have been. */
    Map<Cell, PilotResult.Ready> ready() {
        return ready;
    }

    Optional<String> failure(Cell cell) {
        return Optional.ofNullable(failed.get(cell));
    }

    int forksDone(Cell cell) {
        return done.getOrDefault(cell, Set.of()).size();
    }

    boolean isPending(Schedule.Launch launch) {
        Cell cell = launch.cell();
        return ready.containsKey(cell)
                && !failed.containsKey(cell)
                && !cut.containsKey(cell)
                && !done.getOrDefault(cell, Set.of()).contains(launch.fork());
    }

    /** A launch that timed each operation is over. */
    void distribution(Cell cell, int fork, boolean ok) {
        distributions.computeIfAbsent(cell, c -> new HashMap<>()).put(fork, ok);
    }

    boolean isDistributionPending(RunOptions.Effort effort, Cell cell, int fork) {
        return fork <= effort.distributionForks(cell)
                && !noDistributions
                && forksDone(cell) > 0
                && !failed.containsKey(cell)
                && !distributions.getOrDefault(cell, Map.of()).containsKey(fork);
    }

    /** Whether distributions are still to be measured. */
    boolean hasPendingDistributions(RunOptions.Effort effort) {
        return cells.stream()
                .anyMatch(cell -> IntStream.rangeClosed(1, effort.distributionForks())
                        .anyMatch(fork -> isDistributionPending(effort, cell, fork)));
    }

    int failedDistributions() {
        return (int) distributions.values().stream()
                .flatMap(forks -> forks.values().stream())
                .filter(ok -> !ok)
                .count();
    }

    int failed() {
        return failed.size();
    }

    /** Those that have failed, and why. */
    Map<Cell, String> failures() {
        return failed;
    }
}
