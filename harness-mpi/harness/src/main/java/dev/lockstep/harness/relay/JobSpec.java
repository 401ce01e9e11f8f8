package dev.lockstep.harness.relay;

import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.launch.LaunchRequest;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.link.KeyValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one launch is to be made, besides what its benchmark's parameters say. As text it is the option of {@code -prof ranks}.
 *
 * @param folder for its script, logs and numbers
 * @param fork its number within its cell, from 1
 * @param launcher a launcher's name, or {@code auto}
 * @param bind as in {@link LaunchRequest}
 * @param launcherArgs the user's own
 * @param timeoutSeconds how long no rank may get further
 * @param debug the rank that waits for a debugger
 * @param outputLimit how many bytes are kept of what each rank prints
 * @param opTimes whether each operation is timed, for a distribution
 */
public record JobSpec(
        Path folder,
        int fork,
        String launcher,
        String bind,
        List<String> launcherArgs,
        long timeoutSeconds,
        Optional<DebugRank> debug,
        long outputLimit,
        boolean opTimes) {
    /** When nothing else is said: five minutes. */
    public static final long DEFAULT_TIMEOUT_SECONDS = 300;

    /** When nothing else is said: 16 MB. */
    public static final long DEFAULT_OUTPUT_LIMIT = 16L << 20;

    /** Each of the launcher's arguments has a key of its own, numbered from 1, so that it may hold anything. */
    private static final String ARG = "arg.";

    /** Copies the list. */
    public JobSpec {
        launcherArgs = List.copyOf(launcherArgs);
    }

    /**
     * The same, with each operation timed.
     *
     * @return a copy
     */
    public JobSpec timingOperations() {
        return new JobSpec(folder, fork, launcher, bind, launcherArgs, timeoutSeconds, debug, outputLimit, true);
    }

    /**
     * To text.
     *
     * @return one word
     */
    public String format() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("folder", folder.toString());
        all.put("fork", String.valueOf(fork));
        all.put("launcher", launcher);
        all.put("bind", bind);
        for (int i = 0; i < launcherArgs.size(); i++) {
            all.put(ARG + (i + 1), launcherArgs.get(i));
        }
        all.put("timeout", String.valueOf(timeoutSeconds));
        all.put("output", String.valueOf(outputLimit));
        debug.ifPresent(rank -> all.put("debug", rank.format()));
        all.put("opTimes", String.valueOf(opTimes));
        return KeyValues.format(all);
    }

    /**
     * From text; everything may be left out but the folder.
     *
     * @param line for example {@code folder=out&bind=none}
     * @param defaultFolder if the line names none
     * @return the specification
     */
    public static JobSpec parse(String line, Path defaultFolder) {
        Map<String, String> all = KeyValues.parse(line);
        List<String> args = new ArrayList<>();
        for (String arg = all.get(ARG + 1); arg != null; arg = all.get(ARG + (args.size() + 1))) {
            args.add(arg);
        }
        return new JobSpec(
                all.containsKey("folder") ? Path.of(all.get("folder")) : defaultFolder,
                Integer.parseInt(all.getOrDefault("fork", "1")),
                all.getOrDefault("launcher", Launchers.AUTO),
                all.getOrDefault("bind", LaunchRequest.AUTO),
                args,
                Long.parseLong(all.getOrDefault("timeout", String.valueOf(DEFAULT_TIMEOUT_SECONDS))),
                Optional.ofNullable(all.get("debug")).map(DebugRank::parse),
                Long.parseLong(all.getOrDefault("output", String.valueOf(DEFAULT_OUTPUT_LIMIT))),
                Boolean.parseBoolean(all.get("opTimes")));
    }
}
