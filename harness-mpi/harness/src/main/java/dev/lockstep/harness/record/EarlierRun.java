package dev.lockstep.harness.record;

import dev.lockstep.harness.launch.LaunchScript;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.UsageException;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A run's folder, as it is before the run is resumed or merged. */
public final class EarlierRun {
    /**
     * A folder may come from anybody, and these options say which programs run, on which hosts, and which files are
     * read.
     */
    private static final Set<String> TYPED_ANEW =
            Set.of("--cp", "--jvm", "--jvm-args", "--launcher-args", "--hosts", "--prof", "--debug-rank", "--ops");

    private static final Pattern ONE_WORD = Pattern.compile("[\\w@%+=:,./-]+");

    private final RunFolder folder;
    private final EventLog.Contents log;
    private final RunState state;

    private EarlierRun(RunFolder folder, EventLog.Contents log) {
        this.folder = folder;
        this.log = log;
        this.state = RunState.of(log.events());
    }

    /**
     * Reads a run's folder.
     *
     * @throws UsageException if the folder holds no run, or its journal is damaged
     */
    public static EarlierRun read(Path out) throws IOException {
        requireRun(out);
        RunFolder folder = new RunFolder(out);
        EarlierRun run;
        try {
            run = new EarlierRun(folder, EventLog.read(folder.journal()));
            run.requireWhole();
        } catch (InvalidInputException e) {
            throw new UsageException(
                    e.getMessage() + "; without that line, or from a copy of the file, the run can be resumed");
        }
        if (run.state.start().isEmpty()) {
            throw new UsageException(folder.journal()
                    + " breaks off before the run began, so there is nothing to resume; remove " + out
                    + " and run again");
        }
        return run;
    }

    static void requireRun(Path out) throws IOException {
        if (!Files.exists(out.resolve(RunFolder.JOURNAL))) {
            throw new UsageException(out + " holds no run: there is no " + RunFolder.JOURNAL
                    + "; name the folder of one, or run without --resume");
        }
        Contained.require(out);
    }

    /**
     * Requires what a resumed run needs and reports do not; and that the journal names files within the folder only,
     * whoever wrote it.
     */
    private void requireWhole() throws InvalidInputException {
        for (int i = 0; i < log.events().size(); i++) {
            String line = "line " + log.lines().get(i);
            RunEvent event = log.events().get(i);
            if (event instanceof RunEvent.Launch launch) {
                requireField(line, "folder", launch.folder());
                requireBelow(line, RunFolder.LAUNCHES, "folder", launch.folder());
                requireField(line, "sha256", launch.ok() ? launch.measured().sha256() : "");
            } else if (event instanceof RunEvent.Distribution launch
                    && launch.ok()
                    && !launch.log().file().isEmpty()) {
                requireBelow(line, RunFolder.DISTRIBUTIONS, "file", launch.log().file());
            }
        }
    }

    private void requireField(String line, String field, Object value) throws InvalidInputException {
        if (value == null) {
            throw new InvalidInputException(folder.journal(), line, "a field \"" + field + "\"", "none");
        }
    }

    private void requireBelow(String line, String below, String field, String name) throws InvalidInputException {
        if (!Contained.isBelow(Path.of(below), name)) {
            throw new InvalidInputException(
                    folder.journal(), line, "in \"" + field + "\" a path below " + below, "'" + name + "'");
        }
    }

    /** The state of the run. */
    public RunState state() {
        return state;
    }

    /**
     * The event that began the run.
     *
     * @throws UsageException if the journal lacks what is needed to resume it
     */
    RunEvent.Start start() {
        RunEvent.Start start = state.start().orElseThrow();
        if (start.options().isMissingNode() || start.provenance() == null) {
            throw new UsageException(folder.journal() + " does not say what the run was asked for, and what made it,"
                    + " in \"options\" and \"provenance\"; such a run can be reported only");
        }
        return start;
    }

    /** The journal's length without a last line that is incomplete. */
    public long wholeBytes() {
        return log.wholeBytes();
    }

    ShardMerge.Shard part() {
        return new ShardMerge.Shard(folder, log.events(), state);
    }

    /**
     * The command line for a POSIX shell that resumes the run, with the options that are not taken from the folder.
     *
     * @param arguments what was typed to begin it, as an {@link Invocation} has it
     */
    public static String resumption(List<String> arguments, Path out) {
        String command = arguments.isEmpty() ? "run" : arguments.get(0);
        return "lockstep " + word(command) + " --resume --out " + word(out.toString())
                + arguments.stream()
                        .filter(argument -> argument.contains("=") && isTypedAnew(option(argument), value(argument)))
                        .map(argument -> " " + option(argument) + " " + word(value(argument)))
                        .collect(Collectors.joining());
    }

    /**
     * Whether an option has to be typed again, since it is never taken from the folder of the run that is resumed.
     *
     * @param option its longest name
     * @param value of it
     */
    public static boolean isTypedAnew(String option, String value) {
        // Of --ops, only what names a file.
        return TYPED_ANEW.contains(option) && (!option.equals("--ops") || value.contains(":"));
    }

    private static String option(String argument) {
        return argument.substring(0, argument.indexOf('='));
    }

    private static String value(String argument) {
        return argument.substring(argument.indexOf('=') + 1);
    }

    private static String word(String text) {
        return ONE_WORD.matcher(text).matches() ? text : LaunchScript.quote(text);
    }

    /**
     * The command's name and the arguments that began the run; empty if it was not begun from the command line.
     *
     * @throws UsageException if the folder holds no run, or its journal is damaged
     */
    public static List<String> arguments(Path out) throws IOException {
        return read(out).state.start().orElseThrow().arguments();
    }
}
