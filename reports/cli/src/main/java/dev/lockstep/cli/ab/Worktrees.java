package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Worktrees of a git repository, in a temporary folder, removed at the end. */
final class Worktrees implements AutoCloseable {
    private static final int ABBREVIATED = 10;

    /** A build or ranks that still write there are being ended at the same time. */
    private static final String REMOVAL = """
            for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                git -C "$2" worktree remove --force --force "$1/$3"
                rm -rf "$1" && exit
                sleep 1
            done
            """;

    private final Path repository;
    private final Map<String, String> commits = new HashMap<>();
    private final List<Path> checkouts = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::remove, "lockstep-worktrees");

    Worktrees(Path repository) {
        this.repository = repository;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Checks a revision out.
     *
     * @param role names the folder
     * @param revision a commit, branch or tag
     * @throws UsageException if the repository does not have it
     */
    Path checkOut(String role, String revision) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("lockstep-ab-");
        Path checkout = folder.resolve(role);
        synchronized (checkouts) {
            checkouts.add(checkout);
        }
        Path log = folder.resolve("git.log");
        // After --end-of-options nothing is taken for an option, whatever a branch is called.
        int known = git(log, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}");
        if (known != 0) {
            throw new UsageException(
                    role + ", " + revision + ", is neither a jar nor a folder, nor a commit, branch or tag of "
                            + repository.toAbsolutePath().normalize() + said(log));
        }
        String commit = Child.lastWords(log).strip();
        commits.put(revision, commit.substring(0, Math.min(ABBREVIATED, commit.length())));
        if (git(log, "worktree", "add", "--detach", checkout.toString(), commit) != 0) {
            throw new UsageException(role + ", " + revision + ", cannot be checked out" + said(log));
        }
        return checkout;
    }

    /** The abbreviated commit of a revision that was checked out. */
    Optional<String> commit(String revision) {
        return Optional.ofNullable(commits.get(revision));
    }

    private static String said(Path log) throws IOException {
        return Files.size(log) == 0 ? "" : ": " + Child.lastWords(log);
    }

    private int git(Path log, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
        command.addAll(List.of(arguments));
        return Child.run(command, Path.of(""), log);
    }

    private void remove() {
        if (closed.getAndSet(true)) {
            return;
        }
        List<Path> all;
        synchronized (checkouts) {
            all = List.copyOf(checkouts);
        }
        all.forEach(this::remove);
    }

    /** Removes a checkout; if that fails, names it and goes on with the others. */
    private void remove(Path checkout) {
        Path folder = checkout.getParent();
        try {
            Process removal = new ProcessBuilder(
                            "sh",
                            "-c",
                            REMOVAL,
                            "sh",
                            folder.toString(),
                            repository.toString(),
                            checkout.getFileName().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (removal.waitFor() != 0) {
                System.err.println("lockstep: " + folder + " cannot be removed");
            }
        } catch (IOException e) {
            System.err.println("lockstep: " + folder + " cannot be removed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook finds nothing left to do.
        }
    }
}
