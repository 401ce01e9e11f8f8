package dev.lockstep.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The files and folders of a run. */
public final class RunFolder {
    /** The name of the {@link EventLog}. */
    public static final String JOURNAL = "journal.jsonl";

    /** The name of the file with JMH's results, of the good cells. */
    public static final String RESULTS = "results.json";

    /**
     * The name of the file with JMH's results of every iteration, where the cores were probed: {@value #RESULTS} then has
     * only those of the chosen placement.
     */
    public static final String ALL = "all.json";

    /** The name of the file with every rank's numbers, {@link RankRow}s; also of a single launch's, in its folder. */
    public static final String RANKS = "ranks.csv";

    /** The name of the {@link Environment}'s file. */
    public static final String ENVIRONMENT = "environment.json";

    /** The name of the folder that has one for each launch. */
    public static final String LAUNCHES = "launches";

    /** The name of the folder with a histogram log for each launch that timed each operation. */
    public static final String DISTRIBUTIONS = "distributions";

    private static final String GZIP = ".gz";
    private static final String PACKED = RESULTS + GZIP;

    private final Path path;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** The folder of a run that exists, or is to come. */
    public RunFolder(Path path) {
        this.path = path;
    }

    /** Whether a folder holds what one can make a report of. */
    public static boolean isRun(Path folder) {
        return Stream.of(RESULTS, PACKED, JOURNAL).anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
    }

    /** Numbers cells, by their ids: those named first keep their numbers, whichever come later. */
    public void number(Collection<String> cells) {
        cells.forEach(cell -> numbers.putIfAbsent(cell, numbers.size() + 1));
    }

    /** The folder itself. */
    public Path path() {
        return path;
    }

    public Path journal() {
        return path.resolve(JOURNAL);
    }

    /** The file {@value #RESULTS}, or, if there is only that, the same compressed by gzip. */
    public Path results() {
        Path plain = path.resolve(RESULTS);
        return Files.exists(plain) || !Files.exists(path.resolve(PACKED)) ? plain : path.resolve(PACKED);
    }

    /**
     * The file with the results of every iteration: {@value #ALL}, perhaps compressed by gzip, or, of a run that has
     * none, {@link #results}.
     */
    public Path everything() {
        return Stream.of(ALL, ALL + GZIP)
                .map(path::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseGet(this::results);
    }

    public Path ranks() {
        return path.resolve(RANKS);
    }

    public Path environment() {
        return path.resolve(ENVIRONMENT);
    }

    /** The absolute folder of all launches. */
    public Path launches() {
        return path.resolve(LAUNCHES).toAbsolutePath();
    }

    /** The name of a launch, unlike that of any other of the run. */
    public String name(String cell, int fork) {
        return String.format(Locale.ROOT, "cell-%03d-fork-%d", numbers.get(cell), fork);
    }

    /** The folder of a launch. */
    public Path launch(String cell, int fork) throws IOException {
        return vacated(launches().resolve(name(cell, fork)));
    }

    /** The histogram log of a launch that times each operation. */
    public Path distribution(String cell, int fork) throws IOException {
        return vacated(launches().resolve("distribution-" + name(cell, fork)));
    }

    /** The same folder, from which an earlier attempt was moved away: its script must not be taken for this one's. */
    private static Path vacated(Path folder) throws IOException {
        for (int attempt = 1; Files.exists(folder); attempt++) {
            Path aside = folder.resolveSibling(folder.getFileName() + "-attempt-" + attempt);
            if (!Files.exists(aside)) {
                Files.move(folder, aside);
            }
        }
        return folder;
    }

    /** The path in the journal, relative to the run's folder, which may be moved. */
    public Path relative(Path launch) {
        return path.toAbsolutePath().relativize(launch);
    }

    /** The default folder of a run, named by the time, such as {@code lockstep-results/2026-01-31T235959Z}. */
    public static Path unnamed() {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace(":", "");
        return Path.of("lockstep-results", now);
    }
}
