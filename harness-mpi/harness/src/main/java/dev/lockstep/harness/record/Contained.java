package dev.lockstep.harness.record;

import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;

/** Checks that a run's folder, which may come from anybody, contains all that is read of it and written to it. */
final class Contained {
    /** In these folders ranks leave what they like; a resumed run reads and writes nothing there. */
    private static final Pattern OF_RANK = Pattern.compile("rank-\\d+");

    private Contained() {}

    /**
     * Refuses a folder with ways out of it.
     *
     * @throws UsageException if it holds a link, or anything else that is neither a folder nor a plain file
     */
    static void require(Path folder) throws IOException {
        Path launches = folder.toRealPath().resolve(RunFolder.LAUNCHES);
        Files.walkFileTree(folder.toRealPath(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.startsWith(launches) && isOfRank(directory.getFileName())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            /** A running run has just replaced this file. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!attributes.isRegularFile()) {
                    throw new UsageException(file + " is a " + (attributes.isSymbolicLink() ? "link" : "special file")
                            + ", and a run's folder has none: it could lead out of it. Remove it, or put in its place"
                            + " what it stands for");
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Whether a path that a journal names stays below a folder, and out of those of ranks. */
    static boolean isBelow(Path folder, String named) {
        Path path;
        try {
            path = Path.of(named);
        } catch (InvalidPathException e) {
            return false;
        }
        if (!path.equals(path.normalize()) || !path.startsWith(folder) || path.equals(folder)) {
            return false;
        }
        for (Path name : path) {
            if (isOfRank(name)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfRank(Path name) {
        return OF_RANK.matcher(name.toString()).matches();
    }
}
