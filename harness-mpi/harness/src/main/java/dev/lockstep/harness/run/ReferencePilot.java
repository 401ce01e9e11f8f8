package dev.lockstep.harness.run;

import dev.lockstep.harness.reference.ReferenceJob;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.reference.ReferenceLine;
import dev.lockstep.harness.relay.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The pilot of cells of the C reference that have the same ranks: one launch, whose program checks and times one after
 * another.
 */
final class ReferencePilot {
    private final List<Cell> cells;
    private final TreeMap<Integer, PilotAnswer> answers = new TreeMap<>();
    private double floor = Double.NaN;

    private ReferencePilot(List<Cell> cells) {
        this.cells = cells;
    }

    /**
     * What was found of a cell.
     *
     * @param cell which
     * @param cost of a call; null if its check failed
     * @param floor what an empty synchronised operation reads
     * @param reason why it failed; null if it did not
     */
    record PilotAnswer(Cell cell, ReferenceLine.Cost cost, double floor, String reason) {}

    /**
     * What a launch found.
     *
     * @param answers of the cells that it came to
     * @param failure why it did not come to the others, if so
     */
    record Found(List<PilotAnswer> answers, Optional<String> failure) {}

    /** One launch for all of these cells. */
    static Found run(JobSpec spec, List<Cell> cells) throws IOException {
        ReferencePilot pilot = new ReferencePilot(cells);
        boolean synchronised = cells.stream().anyMatch(c -> c.benchmark().synchronised());
        List<String> arguments = new ArrayList<>(List.of("pilot", synchronised ? "floor" : "-"));
        for (Cell cell : cells) {
            arguments.add(cell.benchmark().reference().orElseThrow().name());
            arguments.add(ReferenceKernel.bytes(cell.params()));
        }
        Path log = Files.createDirectories(spec.folder()).resolve("pilot.log");
        Optional<String> failure = ReferenceJob.run(spec, cells.get(0).layout(), arguments, log, pilot::take);
        return new Found(List.copyOf(pilot.answers.values()), failure);
    }

    private void take(ReferenceLine line) {
        if (line instanceof ReferenceLine.Floor found) {
            floor = found.nanos();
        } else if (line instanceof ReferenceLine.Cost cost) {
            answer(cost.cell(), cost, null);
        } else if (line instanceof ReferenceLine.Failed failed) {
            answer(failed.cell(), null, failed.reason());
        } else if (line instanceof ReferenceLine.End && answers.size() < cells.size()) {
            throw new IllegalStateException(
                    "the pilot answered for " + answers.size() + " of " + cells.size() + " cells");
        }
    }

    private void answer(int number, ReferenceLine.Cost cost, String reason) {
        if (number != answers.size() || number >= cells.size()) {
            throw new IllegalStateException("the pilot answered for cell " + number + " out of turn");
        }
        Cell cell = cells.get(number);
        double ofCell = cell.benchmark().synchronised() ? floor : Double.NaN;
        answers.put(number, new PilotAnswer(cell, cost, ofCell, reason));
    }
}
