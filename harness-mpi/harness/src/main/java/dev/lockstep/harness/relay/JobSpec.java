package dev.lockstep.harness.relay;

import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.KeyValues;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * How one launch is to be made, besides what its benchmark's parameters say. As text it is the option of {@code -prof ranks}.
 *
 * @param folder for its script, logs and numbers
 * @param fork its number within its cell, from 1; 0 for a pilot
 * @param options how its processes are started
 * @param opTimes whether each operation is timed, for a distribution
 * @param keepSamples whether every rank's part in every operation that is timed is kept
 * @param inPairs whether ranks meet in pairs, rank 2i and rank 2i + 1; otherwise all of them do
 * @param scored the ranks whose times are a distribution's
 * @param params parameters of its cell that JMH does not know of
 */
public record JobSpec(
        Path folder,
        int fork,
        LaunchOptions options,
        boolean opTimes,
        boolean keepSamples,
        boolean inPairs,
        Scored.Ranks scored,
        Map<String, String> params) {
    private static final String PARAM = "param.";

    /** The launch of a cell whose parameters JMH knows, in whose operations all ranks meet. */
    public JobSpec(Path folder, int fork, LaunchOptions options, boolean opTimes) {
        this(folder, fork, options, opTimes, false, false, Scored.Ranks.ALL, Map.of());
    }

    /** The same, of a cell that has these parameters of the harness's own. */
    public JobSpec with(Map<String, String> more) {
        return new JobSpec(folder, fork, options, opTimes, keepSamples, inPairs, scored, more);
    }

    /** The same, of ranks of which these are scored. */
    public JobSpec scoring(Scored.Ranks some) {
        return new JobSpec(folder, fork, options, opTimes, keepSamples, inPairs, some, params);
    }

    /**
     * The same, with each operation timed.
     *
     * @param keeping whether every rank's part in each is kept
     */
    public JobSpec timingOperations(boolean keeping) {
        return new JobSpec(folder, fork, options, true, keeping, inPairs, scored, params);
    }

    /** The same, of ranks that meet in pairs, or all of them. */
    public JobSpec pairing(boolean pairs) {
        return new JobSpec(folder, fork, options, opTimes, keepSamples, pairs, scored, params);
    }

    /**
     * The threads whose way to the next one is used, in the order of ranks and threads, each of which reads how far apart the
     * two cores are: of ranks in pairs every other one.
     *
     * @return empty if nothing is read
     */
    Optional<IntPredicate> hops(RankLayout layout) {
        boolean pairs = inPairs && layout.threadsPerRank() == 1;
        return layout.probed() ? Optional.of(place -> !pairs || place % 2 == 0) : Optional.empty();
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
        all.putAll(options.toMap());
        all.put("opTimes", String.valueOf(opTimes));
        all.put("keepSamples", String.valueOf(keepSamples));
        all.put("inPairs", String.valueOf(inPairs));
        all.put("scored", scored.name());
        params.forEach((name, value) -> all.put(PARAM + name, value));
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
        Map<String, String> params = new LinkedHashMap<>();
        all.forEach((key, value) -> {
            if (key.startsWith(PARAM)) {
                params.put(key.substring(PARAM.length()), value);
            }
        });
        return new JobSpec(
                all.containsKey("folder") ? Path.of(all.get("folder")) : defaultFolder,
                Integer.parseInt(all.getOrDefault("fork", "1")),
                LaunchOptions.of(all),
                Boolean.parseBoolean(all.get("opTimes")),
                Boolean.parseBoolean(all.get("keepSamples")),
                Boolean.parseBoolean(all.get("inPairs")),
                Scored.Ranks.valueOf(all.getOrDefault("scored", Scored.Ranks.ALL.name())),
                params);
    }
}
