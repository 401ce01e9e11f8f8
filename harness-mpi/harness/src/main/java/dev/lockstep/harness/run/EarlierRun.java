package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.LaunchScript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What can be asked of a run's folder before the run is resumed. */
public final class EarlierRun {
    /** A folder may come from anybody, and these say which programs run, on which hosts, and which files are read. */
    private static final Set<String> TYPED_ANEW =
            Set.of("--cp", "--jvm", "--jvm-args", "--launcher-args", "--hosts", "--prof", "--debug-rank", "--ops");

    private static final Pattern ONE_WORD = Pattern.compile("[\\w@%+=:,./-]+");

    private EarlierRun() {}

    /**
     * How to go on with it.
     *
     * @param arguments what was typed to begin it, as a {@link Invocation} has it
     * @param out its folder
     * @return a command line for a POSIX shell; with what is not taken over from the folder
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
     * Whether an option is taken from who types, and never from the folder of the run that goes on.
     *
     * @param option its longest name
     * @param value of it
     * @return true if so
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
     * What was typed to begin it.
     *
     * @param out its folder
     * @return the command's name and its arguments; empty if it was not begun from the command line
     * @throws IOException if its journal cannot be read
     * @throws UsageException if the folder holds no run, or its journal is damaged
     */
    public static List<String> arguments(Path out) throws IOException {
        return arguments(History.read(out));
    }

    static List<String> arguments(History history) {
        List<String> all = new ArrayList<>();
        history.start().path("arguments").forEach(a -> all.add(a.asText()));
        return all;
    }
}
