package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What can be asked of a run's folder before the run is resumed. */
public final class EarlierRun {
    private EarlierRun() {}

    /**
     * What was typed to begin it.
     *
     * @param out its folder
     * @return the command's name and its arguments; empty if it was not begun from the command line
     * @throws IOException if its journal cannot be read
     * @throws UsageException if the folder holds no run, or its journal is damaged
     */
    public static List<String> arguments(Path out) throws IOException {
        List<String> all = new ArrayList<>();
        History.read(out).start().path("arguments").forEach(a -> all.add(a.asText()));
        return all;
    }
}
