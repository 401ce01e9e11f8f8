package dev.lockstep.harness.launch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Files and folders that a killed launch could not remove itself. */
public final class Leftovers {
    private Leftovers() {}

    /**
     * The folders of a pattern.
     *
     * @param parent where to look
     * @param names a glob
     * @return those that are there
     * @throws IOException if the parent cannot be read
     */
    static List<Path> matching(Path parent, String names) throws IOException {
        try (Stream<Path> found = Files.find(
                parent,
                1,
                (path, attributes) -> !path.equals(parent)
                        && parent.getFileSystem()
                                .getPathMatcher("glob:" + names)
                                .matches(path.getFileName()))) {
            return found.toList();
        }
    }

    /**
     * Removes them, with all that is in them; who is already gone is no error.
     *
     * @param paths of files and folders
     * @throws IOException if one cannot be removed
     */
    public static void remove(Collection<Path> paths) throws IOException {
        for (Path path : paths) {
            Files.walkFileTree(path, new Removal());
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
