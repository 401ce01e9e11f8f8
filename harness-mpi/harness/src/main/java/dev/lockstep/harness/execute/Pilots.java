package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.RankLayout;
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
import java.util.function.BiConsumer;

/**
 * Runs the pilots: one launch for all cells of the same communicator, ranks and threads. A cell that fails ends its launch; the cells after it get another.
 */
final class Pilots {
    private final RunOptions options;
    private final Path folder;
    private final BiConsumer<Cell, RunEvent.Pilot> report;
    private int launches;

    Pilots(RunOptions options, Path folder, BiConsumer<Cell, RunEvent.Pilot> report) {
        this.options = options;
        this.folder = folder;
        this.report = report;
    }

    /** Reports every cell, in an order of its own. */
    void run(List<Cell> cells) throws IOException, InterruptedException {
        Map<RankLayout, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : cells) {
            if (cell.benchmark().ranked()) {
                groups.computeIfAbsent(cell.layout(), l -> new ArrayList<>()).add(cell);
            } else {
                report.accept(cell, PilotResult.byTime(options, cell));
            }
        }
        for (Map.Entry<RankLayout, List<Cell>> group : groups.entrySet()) {
            List<Cell> left = group.getValue();
            while (!left.isEmpty()) {
                left = launch(group.getKey(), left);
            }
        }
    }

    /** One launch; returns the cells that it did not come to. */
    private List<Cell> launch(RankLayout layout, List<Cell> cells) throws IOException, InterruptedException {
        Path here = unused();
        JobSpec spec = new JobSpec(here, 0, options.launch().on(layout.hosts()), false);
        return CellExecutor.of(options, layout).calibrate(spec, cells, report);
    }

    /** A resumed run has pilots of its own. */
    private Path unused() {
        Path here = folder.resolve("pilot-" + ++launches);
        return Files.exists(here) ? unused() : here;
    }
}
