package dev.lockstep.harness.run;

import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.relay.Distribution;
import dev.lockstep.harness.relay.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Launches that time each operation. They come after those that scores come from, and nothing of them is mixed into results.json or ranks.csv, for stamps take time of their own. What
 * they find goes to the folder {@value #FOLDER}, a histogram log for each launch.
 */
final class Distributions {
    static final String FOLDER = "distributions";

    /** What is left out when the budget is spent before them. */
    static final String ALL = "distributions";

    private final RunOptions options;
    private final CellStates states;
    private final RunFolder folder;
    private final Recorder recorder;
    private final Progress progress;

    Distributions(RunOptions options, CellStates states, RunFolder folder, Recorder recorder, Progress progress) {
        this.options = options;
        this.states = states;
        this.folder = folder;
        this.recorder = recorder;
        this.progress = progress;
    }

    /** All that have not been made before, as far as the budget lasts. */
    void run(List<Cell> cells, Budget budget) throws IOException {
        for (int fork = 1; fork <= options.effort().distributionForks(); fork++) {
            for (Cell cell : cells) {
                if (states.isDistributionPending(options.effort(), cell, fork)) {
                    if (budget.isSpent()) {
                        LeftOut rest = new LeftOut(ALL, budget.cut(), Budget.REMEDY);
                        recorder.leaveOut(rest);
                        progress.say("left out: " + rest.what() + ": " + rest.reason());
                        return;
                    }
                    launch(cell, fork);
                }
            }
        }
    }

    /** One launch of one cell, with as many operations as those that its score comes from. */
    private void launch(Cell cell, int fork) throws IOException {
        String step =
                cell.label() + ", distribution " + fork + "/" + options.effort().distributionForks();
        progress.begin(step);
        Durable.requireRoom(folder.path());
        Path here = folder.distribution(cell, fork);
        JobSpec spec = options.launch().job(here, fork).timingOperations();
        ForkOutcome outcome;
        try {
            outcome = new ForkRun(options).run(cell, states.ready().get(cell), spec);
        } catch (IOException e) {
            throw StorageException.of(here, 0, e);
        }
        states.distribution(cell, fork, outcome.ok());
        if (!outcome.ok()) {
            recorder.distribution(cell, fork, outcome, "", Map.of());
            progress.end(step, "FAILED: " + outcome.reason().orElse("no reason given"));
            return;
        }
        String file = FOLDER + "/" + folder.name(cell, fork) + ".hlog";
        Path kept = options.out().resolve(file);
        Files.createDirectories(kept.getParent());
        Files.move(here.resolve(Distribution.LOG), kept, StandardCopyOption.REPLACE_EXISTING);
        Map<String, String> facts = KeyValues.parse(Files.readString(here.resolve(Distribution.FACTS)));
        recorder.distribution(cell, fork, outcome, file, facts);
        progress.end(step, "slowest rank p50 " + micros(facts, "p50") + ", p99 " + micros(facts, "p99") + " us");
    }

    private static String micros(Map<String, String> facts, String name) {
        return String.format(Locale.ROOT, "%.4g", Long.parseLong(facts.get(name)) / 1000.0);
    }
}
