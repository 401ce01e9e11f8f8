package dev.lockstep.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where a run's files lie. */
final class RunFolder {
    static final String JOURNAL = "journal.jsonl";

    /** Each launch has a folder below it. */
    static final String LAUNCHES = "launches";

    private final Path path;
    private final Map<String, Integer> numbers = new HashMap<>();

    private RunFolder(Path path) {
        this.path = path;
    }

    /**
     * Makes the folder, or takes the one that is there. Everything that a launch writes may tell the key's whereabouts, so launches are their owner's alone.
     *
     * @param resume whether it may hold a run
     * @throws UsageException if it cannot be written, or holds a run
     */
    static RunFolder prepare(Path out, boolean resume) {
        try {
            if (resume) {
                History.requireRun(out);
            }
            if (!resume && Files.exists(out.resolve(JOURNAL))) {
                throw new UsageException("--out " + out
                        + " holds an earlier run; go on with it by --resume, name another folder, or remove it");
            }
            Path launches = Files.createDirectories(out.resolve(LAUNCHES));
            Files.setPosixFilePermissions(launches, PosixFilePermissions.fromString("rwx------"));
            return new RunFolder(out);
        } catch (IOException e) {
            throw new UsageException("--out " + out + " cannot be written (" + e + "); name a folder that can");
        }
    }

    /** Numbers the cells: those that the journal names keep their numbers, whichever cells there are now. */
    void number(History history, List<Cell> cells) {
        history.cells().forEach(this::number);
        cells.forEach(cell -> number(cell.id()));
    }

    private void number(String cell) {
        numbers.putIfAbsent(cell, numbers.size() + 1);
    }

    Path path() {
        return path;
    }

    Path journal() {
        return path.resolve(JOURNAL);
    }

    Path launches() {
        return path.resolve(LAUNCHES).toAbsolutePath();
    }

    /** What distinguishes one launch from all others of the run. */
    String name(Cell cell, int fork) {
        return String.format(Locale.ROOT, "cell-%03d-fork-%d", numbers.get(cell.id()), fork);
    }

    /** For one launch. */
    Path launch(Cell cell, int fork) throws IOException {
        return vacated(launches().resolve(name(cell, fork)));
    }

    /** For one launch that times each operation. */
    Path distribution(Cell cell, int fork) throws IOException {
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
    Path relative(Path launch) {
        return path.toAbsolutePath().relativize(launch);
    }
}
