package dev.lockstep.harness.execute;

import dev.lockstep.harness.link.PilotLimits;
import dev.lockstep.harness.reference.ReferenceJob;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.reference.ReferenceLine;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The pilot of cells of the C reference that have the same ranks: one launch, whose program checks and times one after
 * another.
 */
final class ReferencePilot {
    private final RunOptions options;
    private final List<Cell> cells;
    private final PilotLimits limits;
    /** Counted when the launch is over, for a count that cannot be had is not the launch's failure. */
    private final Map<Cell, Supplier<RunEvent.Pilot>> answers = new LinkedHashMap<>();

    ReferencePilot(RunOptions options, List<Cell> cells) {
        this.options = options;
        this.cells = cells;
        this.limits = CellExecutor.limits(options, cells);
    }

    /** As {@link CellExecutor#calibrate}. */
    List<Cell> run(JobSpec spec, BiConsumer<Cell, RunEvent.Pilot> report) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "pilot",
                String.valueOf(limits.batchNanos()),
                String.valueOf(limits.searchNanos()),
                limits.searches() ? "search" : "best"));
        for (Cell cell : cells) {
            arguments.add(cell.benchmark().reference().orElseThrow().name());
            arguments.add(ReferenceKernel.arguments(cell.params()));
        }
        Path log = Files.createDirectories(spec.folder()).resolve("pilot.log");
        Optional<String> failure;
        try {
            failure = ReferenceJob.run(spec, cells.get(0).layout(), arguments, log, this::take);
        } catch (IllegalStateException e) {
            cells.forEach(c -> report.accept(c, PilotResult.failed(c, e.getMessage())));
            return List.of();
        }
        answers.forEach((cell, result) -> report.accept(cell, result.get()));
        List<Cell> left = new ArrayList<>(cells.subList(answers.size(), cells.size()));
        if (failure.isPresent() && !left.isEmpty()) {
            Cell culprit = left.remove(0);
            report.accept(culprit, PilotResult.failed(culprit, failure.get()));
        }
        return left;
    }

    private void take(ReferenceLine line) {
        if (line instanceof ReferenceLine.Cost cost) {
            Cell cell = next(cost.cell());
            answers.put(
                    cell,
                    () -> PilotResult.ready(
                            options,
                            cell,
                            cost.nanosPerCall(),
                            cost.wallNanosPerCall(),
                            cost.checks(),
                            limits.searches()
                                    ? Optional.of(new RunEvent.Steady(cost.calls(), cost.nanos() / 1e6, cost.steady()))
                                    : Optional.empty()));
        } else if (line instanceof ReferenceLine.Failed failed) {
            Cell cell = next(failed.cell());
            answers.put(cell, () -> PilotResult.failed(cell, failed.reason()));
        } else if (line instanceof ReferenceLine.End && answers.size() < cells.size()) {
            throw new IllegalStateException(
                    "the pilot answered for " + answers.size() + " of " + cells.size() + " cells");
        }
    }

    private Cell next(int number) {
        if (number != answers.size() || number >= cells.size()) {
            throw new IllegalStateException("the pilot answered for cell " + number + " out of turn");
        }
        return cells.get(number);
    }
}
