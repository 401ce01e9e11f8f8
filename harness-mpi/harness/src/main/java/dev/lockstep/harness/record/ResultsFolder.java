package dev.lockstep.harness.record;

import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** The folder where a command leaves what it measures. */
public final class ResultsFolder {
    private ResultsFolder() {}

    /**
     * Makes the folder of a run, or takes an existing one. Everything that a launch writes may tell the key's
     * whereabouts, so launches are their owner's alone.
     *
     * @param resume whether it may hold a run
     * @throws UsageException if it cannot be written, or holds a run
     */
    public static RunFolder prepare(Path out, boolean resume) {
        RunFolder folder = new RunFolder(out);
        try {
            if (resume) {
                EarlierRun.requireRun(out);
            }
            if (!resume && Files.exists(folder.journal())) {
                throw new UsageException("--out " + out
                        + " holds an earlier run; go on with it by --resume, name another folder, or remove it");
            }
            Path launches = Files.createDirectories(folder.launches());
            Files.setPosixFilePermissions(launches, PosixFilePermissions.fromString("rwx------"));
            return folder;
        } catch (IOException e) {
            throw new UsageException("--out " + out + " cannot be written (" + e + "); name a folder that can");
        }
    }

    /**
     * Makes a folder, which must hold nothing yet.
     *
     * @param named by the user; null if it was not
     * @throws UsageException if it holds something, or cannot be made
     */
    public static Path fresh(Path named) {
        Path folder = named == null ? RunFolder.unnamed() : named;
        try {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new UsageException("--out " + folder + " is not empty; name another folder, or remove it");
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UsageException("--out " + folder + " cannot be written (" + e + "); name a folder that can");
        }
    }
}
