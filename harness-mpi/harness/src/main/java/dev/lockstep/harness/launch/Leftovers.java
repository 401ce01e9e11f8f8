package dev.lockstep.harness.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.function.Predicate;

/**
 * Clears away what a killed launch could not remove itself. Nothing here throws, for a run goes on whatever stays
 * behind: standard error names it. Only what belongs to this user is removed, and no link is followed: each folder is
 * held open, so that whatever is put in its place meanwhile is safe.
 */
public final class Leftovers {
    private final UserPrincipal user;

    private Leftovers(UserPrincipal user) {
        this.user = user;
    }

    /** Part of a clean-up. */
    public interface Step {
        /** Does the part. */
        void run() throws IOException;
    }

    /**
     * Does a part of a clean-up; a failure is printed, and nothing else.
     *
     * @param what it does, for people
     * @param step the part
     */
    public static void attempt(String what, Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            System.err.println("lockstep: cannot " + what + ": " + e);
        }
    }

    /** Removes a file, or a folder with everything in it, if it exists. */
    public static void remove(Path path) {
        remove(path.getParent(), List.of(path.getFileName().toString()::equals));
    }

    /**
     * Removes files and folders by their names.
     *
     * @param parent where to look; it may be gone
     * @param names for each level below it, which names to look at; what is on the last one goes, with all that is
     *     in it
     */
    static void remove(Path parent, List<Predicate<String>> names) {
        attempt("look for leftovers in " + parent, () -> {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
                if (!(entries instanceof SecureDirectoryStream<Path> folder)) {
                    throw new IOException("this system does not let a folder be held open");
                }
                new Leftovers(Files.getOwner(Path.of("/proc/self"))).remove(folder, parent, names);
            } catch (NoSuchFileException e) {
                // Without a folder there are no leftovers in it.
            }
        });
    }

    private void remove(SecureDirectoryStream<Path> folder, Path path, List<Predicate<String>> names) {
        for (Path entry : folder) {
            Path name = entry.getFileName();
            if (names.get(0).test(name.toString())) {
                attempt("remove " + path.resolve(name), () -> remove(folder, name, path.resolve(name), names));
            }
        }
    }

    private void remove(SecureDirectoryStream<Path> folder, Path name, Path path, List<Predicate<String>> names)
            throws IOException {
        boolean last = names.size() == 1;
        try {
            PosixFileAttributes entry = folder.getFileAttributeView(
                            name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
            if (!entry.owner().equals(user)) {
                return;
            }
            if (entry.isDirectory()) {
                try (SecureDirectoryStream<Path> inside = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                    remove(inside, path, last ? List.of(any -> true) : names.subList(1, names.size()));
                }
            }
            if (last && entry.isDirectory()) {
                folder.deleteDirectory(name);
            } else if (last) {
                folder.deleteFile(name);
            }
        } catch (NoSuchFileException e) {
            // It went by itself.
        }
    }
}
