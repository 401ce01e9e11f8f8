package dev.lockstep.harness.execute;

import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.record.Recorder;
import dev.lockstep.harness.relay.Distribution;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.run.OpSample;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Launches that time each operation. They come after those that scores come from, and nothing of them is mixed into results.json or ranks.csv, for stamps take time of their own. What
 * they find goes to the folder {@value RunFolder#DISTRIBUTIONS}, a histogram log for each launch, and the samples, if they are kept.
 */
public final class Distributions {
    private final RunOptions options;
    private final RunState state;
    private final RunFolder folder;
    private final SingleLaunch launches;
    private final Recorder recorder;
    private final Progress progress;

    Distributions(
            RunOptions options,
            RunState state,
            RunFolder folder,
            SingleLaunch launches,
            Recorder recorder,
            Progress progress) {
        this.options = options;
        this.state = state;
        this.folder = folder;
        this.launches = launches;
        this.recorder = recorder;
        this.progress = progress;
    }

    /** All that have not been made before, as far as the budget lasts. */
    void run(List<Schedule.Launch> schedule, Budget budget) {
        List<Schedule.Launch> pending = schedule.stream()
                .filter(launch -> launch.awaitsDistribution(state))
                .toList();
        progress.remaining(pending.size());
        for (Schedule.Launch launch : pending) {
            if (budget.isSpent()) {
                LeftOut rest = new LeftOut(Schedule.DISTRIBUTIONS, budget.cut(), Budget.REMEDY);
                recorder.leaveOut(rest);
                progress.say("left out: " + rest.what() + ": " + rest.reason());
                return;
            }
            make(launch);
        }
    }

    /** One launch of one cell, with as many operations as those that its score comes from. */
    private void make(Schedule.Launch launch) {
        Cell cell = launch.cell();
        int fork = launch.fork();
        String step =
                cell.label() + ", distribution " + fork + "/" + options.effort().distributionForks();
        SingleLaunch.Made made = launches.forDistribution(launch, step);
        ForkOutcome outcome = made.outcome();
        if (!outcome.ok()) {
            recorder.distribution(cell, fork, outcome, "", Map.of());
            progress.end(step, "FAILED: " + outcome.reason());
            return;
        }
        String file = RunFolder.DISTRIBUTIONS + "/" + folder.name(cell.id(), fork) + ".hlog";
        Map<String, String> facts = keep(made.folder(), options.out().resolve(file));
        recorder.distribution(cell, fork, outcome, file, facts);
        progress.end(step, "slowest rank p50 " + micros(facts, "p50") + ", p99 " + micros(facts, "p99") + " us");
    }

    private static Map<String, String> keep(Path launch, Path kept) {
        try {
            Files.createDirectories(kept.getParent());
            Files.move(launch.resolve(Distribution.LOG), kept, StandardCopyOption.REPLACE_EXISTING);
            Path samples = launch.resolve(Distribution.SAMPLES);
            if (Files.exists(samples)) {
                Files.move(
                        samples,
                        kept.resolveSibling(OpSample.besides(kept.getFileName().toString())),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            return KeyValues.parse(Files.readString(launch.resolve(Distribution.FACTS)));
        } catch (IOException e) {
            throw StorageException.of(kept, 0, e);
        }
    }

    private static String micros(Map<String, String> facts, String name) {
        return String.format(Locale.ROOT, "%.4g", Long.parseLong(facts.get(name)) / 1000.0);
    }
}
