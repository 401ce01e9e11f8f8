package dev.lockstep.harness.record;

import dev.lockstep.harness.run.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that were written in the ranks' own folders, besides what they printed: by profilers, by a JVM that
 * crashed, by benchmarks.
 */
public final class RankFiles {
    private static final Pattern OWN = Pattern.compile("[^/]+/rank-\\d+/.+");
    private static final String PRINTED = "output.log";
    private static final int SHOWN = 8;

    private RankFiles() {}

    static List<Path> in(Path launches) throws IOException {
        try (Stream<Path> all = Files.walk(launches)) {
            return all.filter(Files::isRegularFile)
                    .filter(file ->
                            OWN.matcher(launches.relativize(file).toString()).matches())
                    .filter(file -> !file.getFileName().toString().equals(PRINTED))
                    .sorted()
                    .toList();
        }
    }

    /** Tells users where to find them. */
    public static void tell(Path launches, Progress progress) throws IOException {
        List<Path> files = in(launches);
        files.stream().limit(SHOWN).forEach(file -> progress.say("written by a rank: " + file));
        if (files.size() > SHOWN) {
            progress.say("and " + (files.size() - SHOWN) + " more in " + launches + "/*/rank-*");
        }
    }
}
