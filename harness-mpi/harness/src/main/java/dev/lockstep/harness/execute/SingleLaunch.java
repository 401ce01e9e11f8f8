package dev.lockstep.harness.execute;

import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.Durable;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.nio.file.Path;

/** Makes one launch of one cell, for its score or for its distribution. */
final class SingleLaunch {
    /**
     * A launch that is over.
     *
     * @param folder where its files are
     * @param outcome how it ended
     */
    record Made(Path folder, ForkOutcome outcome) {}

    private final RunOptions options;
    private final RunState state;
    private final RunFolder folder;
    private final Progress progress;

    SingleLaunch(RunOptions options, RunState state, RunFolder folder, Progress progress) {
        this.options = options;
        this.state = state;
        this.folder = folder;
        this.progress = progress;
    }

    /** The launch that a score comes from. */
    Made forScore(Schedule.Launch launch, String step) {
        return make(launch, step, false);
    }

    /** The launch that times each operation, with as many of them. */
    Made forDistribution(Schedule.Launch launch, String step) {
        return make(launch, step, true);
    }

    private Made make(Schedule.Launch launch, String step, boolean timing) {
        Cell cell = launch.cell();
        int fork = launch.fork();
        progress.begin(step);
        progress.debugging(options.launch(), step);
        Durable.requireRoom(folder.path());
        try {
            Path here = timing ? folder.distribution(cell.id(), fork) : folder.launch(cell.id(), fork);
            JobSpec spec = new JobSpec(
                            here, fork, options.launch().on(cell.layout().hosts()), false)
                    .scoring(cell.benchmark().scored())
                    .pairing(cell.benchmark().inPairs().isPresent());
            return new Made(here, run(cell, timing ? spec.timingOperations(options.keepSamples()) : spec));
        } catch (IOException e) {
            throw StorageException.of(folder.launches(), 0, e);
        }
    }

    private ForkOutcome run(Cell cell, JobSpec spec) throws IOException {
        RunEvent.Calibration pilot = state.cell(cell.id()).calibration().orElseThrow();
        return CellExecutor.of(options, cell.layout()).run(cell, pilot, spec);
    }
}
