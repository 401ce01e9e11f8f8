package dev.lockstep.harness.run;

import dev.lockstep.run.EventLog;
import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import dev.lockstep.run.ShardMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A run's folder, before the run is resumed or merged, and what can be asked of it. */
public final class EarlierRun {
    private static final String CLASS_PATH = "--cp=";

    private final RunFolder folder;
    private final EventLog.Contents log;
    private final RunState state;

    private EarlierRun(RunFolder folder, EventLog.Contents log) {
        this.folder = folder;
        this.log = log;
        this.state = RunState.of(log.events());
    }

    /**
     * Reads it.
     *
     * @throws UsageException if the folder holds no run, or its journal is damaged
     */
    static EarlierRun read(Path out) throws IOException {
        requireRun(out);
        RunFolder folder = new RunFolder(out);
        EarlierRun run;
        try {
            run = new EarlierRun(folder, EventLog.read(folder.journal()));
        } catch (InvalidInputException e) {
            throw new UsageException(
                    e.getMessage() + "; without that line, or from a copy of the file, the run can be resumed");
        }
        if (run.state.start().isEmpty()) {
            throw new UsageException(folder.journal()
                    + " breaks off before the run began, so there is nothing to resume; remove " + out
                    + " and run again");
        }
        run.log.events().forEach(run::requireWhole);
        return run;
    }

    static void requireRun(Path out) {
        if (!Files.exists(out.resolve(RunFolder.JOURNAL))) {
            throw new UsageException(out + " holds no run: there is no " + RunFolder.JOURNAL
                    + "; name the folder of one, or run without --resume");
        }
    }

    /** What reports can do without, and a run that goes on cannot. */
    private void requireWhole(RunEvent event) {
        if (event instanceof RunEvent.Start start) {
            requireField("options", start.options().isMissingNode() ? null : start.options());
            requireField("provenance", start.provenance());
        } else if (event instanceof RunEvent.Launch launch) {
            requireField("folder", launch.folder());
            requireField("sha256", launch.ok() ? launch.measured().sha256() : "");
        }
    }

    private void requireField(String field, Object value) {
        if (value == null) {
            throw new UsageException(folder.journal() + ": expected a field \"" + field
                    + "\", as this version writes it; the run can be reported, but not resumed or merged");
        }
    }

    /** How it stands. */
    RunState state() {
        return state;
    }

    RunEvent.Start start() {
        return state.start().orElseThrow();
    }

    /** How long its journal is without a line that breaks off. */
    long wholeBytes() {
        return log.wholeBytes();
    }

    ShardMerge.Part part() {
        return new ShardMerge.Part(folder, log.events(), state);
    }

    /**
     * How to go on with it.
     *
     * @param arguments what was typed to begin it, as a {@link Invocation} has it
     * @param out its folder
     * @return a command line; with {@code --cp}, which is read before the earlier arguments are known
     */
    public static String resumption(List<String> arguments, Path out) {
        String command = arguments.isEmpty() ? "run" : arguments.get(0);
        return "lockstep " + command + " --resume --out " + out
                + arguments.stream()
                        .filter(a -> a.startsWith(CLASS_PATH))
                        .map(a -> " --cp " + a.substring(CLASS_PATH.length()))
                        .collect(Collectors.joining());
    }

    /**
     * What was typed to begin it.
     *
     * @param out its folder
     * @return the command's name and its arguments; empty if it was not begun from the command line
     * @throws IOException if its journal cannot be read
     * @throws UsageException if the folder holds no run, or its journal is damaged
     */
    public static List<String> arguments(Path out) throws IOException {
        return read(out).start().arguments();
    }
}
