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

/** Where a run's files lie. */
public final class RunFolder {
    /** What happened: an {@link EventLog}. */
    public static final String JOURNAL = "journal.jsonl";

    /** JMH's results, of the good cells. */
    public static final String RESULTS = "results.json";

    /** Every rank's numbers, {@link RankRow}s; also of a single launch, in its folder. */
    public static final String RANKS = "ranks.csv";

    /** Where it ran: an {@link Environment}. */
    public static final String ENVIRONMENT = "environment.json";

    /** Each launch has a folder below it. */
    public static final String LAUNCHES = "launches";

    /** Launches that timed each operation leave a histogram log there. */
    public static final String DISTRIBUTIONS = "distributions";

    private static final String PACKED = RESULTS + ".gz";

    private final Path path;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Of a run that is there, or to come. */
    public RunFolder(Path path) {
        this.path = path;
    }

    /** Whether a folder holds what one can make a report of. */
    public static boolean isRun(Path folder) {
        return Stream.of(RESULTS, PACKED, JOURNAL).anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
    }

    /** Numbers cells, by their ids: the first that are named keep their numbers, whichever come later. */
    public void number(Collection<String> cells) {
        cells.forEach(cell -> numbers.putIfAbsent(cell, numbers.size() + 1));
    }

    /** The folder itself. */
    public Path path() {
        return path;
    }

    /** {@value #JOURNAL}. */
    public Path journal() {
        return path.resolve(JOURNAL);
    }

    /** {@value #RESULTS}, or, if there is only that, the same compressed by gzip. */
    public Path results() {
        Path plain = path.resolve(RESULTS);
        return Files.exists(plain) || !Files.exists(path.resolve(PACKED)) ? plain : path.resolve(PACKED);
    }

    /** {@value #RANKS}. */
    public Path ranks() {
        return path.resolve(RANKS);
    }

    /** {@value #ENVIRONMENT}. */
    public Path environment() {
        return path.resolve(ENVIRONMENT);
    }

    /** Of all launches; absolute. */
    public Path launches() {
        return path.resolve(LAUNCHES).toAbsolutePath();
    }

    /** What distinguishes one launch from all others of the run. */
    public String name(String cell, int fork) {
        return String.format(Locale.ROOT, "cell-%03d-fork-%d", numbers.get(cell), fork);
    }

    /** For one launch. */
    public Path launch(String cell, int fork) throws IOException {
        return vacated(launches().resolve(name(cell, fork)));
    }

    /** For one launch that times each operation. */
    public Path distribution(String cell, int fork) throws IOException {
        return vacated(launches().resolve("distribution-" + name(cell, fork)));
    }

    /** What an earlier attempt left there is put aside: its script must not be taken for this one's. */
    private static Path vacated(Path folder) throws IOException {
        for (int attempt = 1; Files.exists(folder); attempt++) {
            Path aside = folder.resolveSibling(folder.getFileName() + "-attempt-" + attempt);
            if (!Files.exists(aside)) {
                Files.move(folder, aside);
            }
        }
        return folder;
    }

    /** As the journal names it: the run's folder may be moved. */
    public Path relative(Path launch) {
        return path.toAbsolutePath().relativize(launch);
    }

    /**
     * Where a run goes when nobody says.
     *
     * @return named by the time, such as {@code lockstep-results/2026-01-31T235959Z}
     */
    public static Path unnamed() {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace(":", "");
        return Path.of("lockstep-results", now);
    }
}
