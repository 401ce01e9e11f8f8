package dev.lockstep.harness.run;

import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.relay.Distribution;
import dev.lockstep.harness.relay.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;

/**
 * Launches that time each operation. They come after those that scores come from, and nothing of them is mixed into results.json or ranks.csv, for stamps take time of their own. What
 * they find goes to the folder {@value #FOLDER}, a histogram log for each launch.
 */
final class Distributions {
    static final String FOLDER = "distributions";

    private final RunOptions options;
    private final ForkRun forkRun;
    private final JournalEvents events;
    private final Progress progress;
    private int failed;

    Distributions(RunOptions options, ForkRun forkRun, JournalEvents events, Progress progress) {
        this.options = options;
        this.forkRun = forkRun;
        this.events = events;
        this.progress = progress;
    }

    /** One launch of one cell, with as many operations as those that its score comes from. */
    void launch(Cell cell, PilotResult.Ready pilot, int number, int fork) throws IOException {
        String step =
                cell.label() + ", distribution " + fork + "/" + options.effort().distributionForks();
        progress.begin(step);
        String name = String.format(Locale.ROOT, "cell-%03d-fork-%d", number, fork);
        Path folder = options.out().resolve(Conductor.LAUNCHES).toAbsolutePath().resolve("distribution-" + name);
        JobSpec spec =
                options.launch().on(cell.layout().hosts()).job(folder, fork).timingOperations();
        ForkOutcome outcome = forkRun.run(cell, pilot, spec);
        if (!outcome.ok()) {
            failed++;
            events.distribution(cell, fork, outcome, "", Map.of());
            progress.end(step, "FAILED: " + outcome.reason().orElse("no reason given"));
            return;
        }
        String file = FOLDER + "/" + name + ".hlog";
        Path kept = options.out().resolve(file);
        Files.createDirectories(kept.getParent());
        Files.move(folder.resolve(Distribution.LOG), kept, StandardCopyOption.REPLACE_EXISTING);
        Map<String, String> facts = KeyValues.parse(Files.readString(folder.resolve(Distribution.FACTS)));
        events.distribution(cell, fork, outcome, file, facts);
        progress.end(step, "slowest rank p50 " + micros(facts, "p50") + ", p99 " + micros(facts, "p99") + " us");
    }

    private static String micros(Map<String, String> facts, String name) {
        return String.format(Locale.ROOT, "%.4g", Long.parseLong(facts.get(name)) / 1000.0);
    }

    /** How many launches failed. */
    int failed() {
        return failed;
    }
}
