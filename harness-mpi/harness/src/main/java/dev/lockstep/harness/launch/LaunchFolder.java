package dev.lockstep.harness.launch;

import dev.lockstep.harness.link.JobKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The folder of one launch: script, key, logs, numbers. Only its owner may enter. */
public final class LaunchFolder {
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Path path;

    private LaunchFolder(Path path) {
        this.path = path;
    }

    /** Makes the folder, or takes an existing one, and shuts it to others. */
    public static LaunchFolder create(Path path) throws IOException {
        Files.createDirectories(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        return new LaunchFolder(path.toAbsolutePath());
    }

    /** The absolute path of the folder. */
    public Path path() {
        return path;
    }

    /** The file with every rank's numbers, in the shape of ranks.csv. */
    public Path rows() {
        return path.resolve("ranks.csv");
    }

    Path script() {
        return path.resolve("launch.sh");
    }

    Path key() {
        return path.resolve("key");
    }

    /** Writes the key where the script finds it and nobody else may read. */
    public void writeKey(JobKey key) throws IOException {
        Files.deleteIfExists(key());
        Files.createFile(key(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key(), key.hex());
    }

    /** Deletes the key, which is no longer valid. */
    void deleteKey() throws IOException {
        Files.deleteIfExists(key());
    }

    /** Tells the script that every result has arrived, so that it may end well. */
    public void markComplete() throws IOException {
        Files.writeString(path.resolve("complete"), "");
    }

    /**
     * Removes what the launcher of a failed launch would have removed itself, and the rest. Continues after errors.
     *
     * @param launcher that it was started by
     * @param sharedMemory its folder there
     */
    public void clearAway(Launcher launcher, Optional<Path> sharedMemory) {
        launcherPid()
                .ifPresent(pid -> Leftovers.attempt("tidy up after " + launcher.name(), () -> launcher.tidyUp(pid)));
        clear(sharedMemory);
    }

    /** Removes what no launch may leave, however it ended: its key, and its folder in shared memory. */
    public void clear(Optional<Path> sharedMemory) {
        Leftovers.attempt("delete the key of a launch that is over", this::deleteKey);
        sharedMemory.ifPresent(Leftovers::remove);
    }

    /** Ends the launcher and all that it started: asks first, then makes sure. */
    public void killLauncher() {
        killLauncher(GRACE);
    }

    void killLauncher(Duration grace) {
        Optional<ProcessHandle> launcher = launcher().filter(ProcessHandle::isAlive);
        launcher.ifPresent(process -> {
            var descendants = process.descendants().toList();
            // The script's guard would ask as well, and mpirun takes that for impatience.
            Leftovers.attempt("tell the launch script", () -> Files.writeString(path.resolve("ending"), ""));
            process.destroy();
            if (!hasEnded(process, grace)) {
                process.destroyForcibly();
            }
            descendants.forEach(ProcessHandle::destroyForcibly);
        });
    }

    /**
     * The end of the launcher, or of the script that waits for it, in words, with the exit code where that is known;
     * empty if it has not started, or not ended.
     */
    public Optional<String> launcherEnd() {
        Optional<Long> launcher = launcherPid();
        if (launcher.isEmpty()) {
            return Optional.empty();
        }
        if (!isAlive(launcher.get())) {
            return Optional.of("the launcher has ended"
                    + launcherExit().map(code -> " with exit code " + code).orElse(""));
        }
        return number("script.pid").filter(pid -> !isAlive(pid)).map(pid -> "the launch script has ended");
    }

    /** The launcher's exit code; empty if it has not ended, or the script did not live to see it. */
    public Optional<Long> launcherExit() {
        return number("launcher.exit");
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** The launcher's process id, also when it has ended; empty if it has not started. */
    public Optional<Long> launcherPid() {
        return number("launcher.pid");
    }

    /**
     * The port of JMH's host, which is the last word of the command that was launched.
     *
     * @throws IOException if the script has not been given one
     */
    public int jmhPort() throws IOException {
        return number("jmh.port")
                .map(Math::toIntExact)
                .orElseThrow(() -> new IOException("the launched command does not end with a port"));
    }

    private Optional<ProcessHandle> launcher() {
        return launcherPid().flatMap(ProcessHandle::of);
    }

    private Optional<Long> number(String file) {
        try {
            return Optional.of(
                    Long.parseLong(Files.readString(path.resolve(file)).strip()));
        } catch (IOException | NumberFormatException e) {
            // It is not there yet, or never will be.
            return Optional.empty();
        }
    }

    private static boolean hasEnded(ProcessHandle process, Duration grace) {
        try {
            process.onExit().get(grace.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (java.util.concurrent.TimeoutException | java.util.concurrent.ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
