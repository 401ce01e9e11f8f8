package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What can be asked of a run's folder before the run is resumed. */
public final class EarlierRun {
    private static final String CLASS_PATH = "--cp=";

    private EarlierRun() {}

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
        return arguments(History.read(out));
    }

    static List<String> arguments(History history) {
        List<String> all = new ArrayList<>();
        history.start().path("arguments").forEach(a -> all.add(a.asText()));
        return all;
    }
}
