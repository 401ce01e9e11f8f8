package dev.lockstep.harness.execute;

import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.openjdk.jmh.runner.Runner;

/**
 * Holds JMH's own lock for a whole run. JMH takes it for each of its runners, so it would be free between two launches and another benchmark could slip in; here JMH is
 * told to ignore it until the run is over, and it is held once. In a program that has used JMH's {@link Runner} before, JMH has made up its mind already: there it
 * takes the lock for each launch.
 *
 * <p>Anybody may write where the file is. So no link is followed, and what is there already is not changed; if it is nothing that can be locked, the run says so and goes
 * on without.
 */
final class JmhLock implements AutoCloseable {
    private static final String IGNORE = "jmh.ignoreLock";

    private final Optional<Lockable> file;
    private final String ignoredBefore;

    private JmhLock(Optional<Lockable> file, String ignoredBefore) {
        this.file = file;
        this.ignoredBefore = ignoredBefore;
    }

    /** The file, open. A shared lock keeps those away that may write it, and is all that is to be had of a file that may only be read. */
    private record Lockable(FileChannel channel, boolean shared) {
        FileLock tryLock() throws IOException {
            try {
                return channel.tryLock(0, Long.MAX_VALUE, shared);
            } catch (OverlappingFileLockException e) {
                return null;
            }
        }
    }

    /**
     * Takes it.
     *
     * @param await whether to wait while another benchmark has it; how long that will be is not known
     * @param progress where to say so
     * @throws UsageException if another benchmark has it, and nobody waits
     */
    static JmhLock acquire(boolean await, Progress progress) throws IOException {
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        Optional<Lockable> file = open(path);
        if (file.isPresent()) {
            lock(file.get(), path, await, progress);
        } else {
            progress.say("warning: " + path + " cannot be locked, for it is a link, another user's or no file: should"
                    + " another benchmark run on this machine, the two will measure each other. Remove it");
        }
        JmhLock held = new JmhLock(file, System.setProperty(IGNORE, "true"));
        if (!isIgnoredByJmh()) {
            held.unlock();
        }
        return held;
    }

    private static Optional<Lockable> open(Path path) throws IOException {
        try {
            FileChannel created = FileChannel.open(
                    path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            // Benchmarks of all users lock it.
            Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setPermissions(PosixFilePermissions.fromString("rw-rw-rw-"));
            return Optional.of(new Lockable(created, false));
        } catch (FileAlreadyExistsException e) {
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? openExisting(path) : Optional.empty();
        }
    }

    private static Optional<Lockable> openExisting(Path path) throws IOException {
        try {
            return Optional.of(new Lockable(
                    FileChannel.open(
                            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    false));
        } catch (AccessDeniedException e) {
            return Files.isReadable(path)
                    ? Optional.of(new Lockable(
                            FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS), true))
                    : Optional.empty();
        }
    }

    private static void lock(Lockable file, Path path, boolean await, Progress progress) throws IOException {
        FileLock lock = file.tryLock();
        if (lock == null && await) {
            progress.say("waiting for another benchmark on this machine to end; nobody knows how long (it holds " + path
                    + ")");
            lock = file.channel().lock(0, Long.MAX_VALUE, file.shared());
        }
        if (lock == null) {
            file.channel().close();
            throw new UsageException("another benchmark is running on this machine (it holds " + path
                    + "); two at once would measure each other. Wait for it to end, or say --wait");
        }
    }

    /** JMH reads the property once, when its Runner is first used. */
    private static boolean isIgnoredByJmh() {
        try {
            Field ignored = Runner.class.getDeclaredField("JMH_LOCK_IGNORE");
            ignored.setAccessible(true);
            return (Boolean) ignored.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JMH locks otherwise than those that Lockstep was tested with", e);
        }
    }

    private void unlock() throws IOException {
        if (file.isPresent()) {
            file.get().channel().close();
        }
    }

    @Override
    public void close() throws IOException {
        if (ignoredBefore == null) {
            System.clearProperty(IGNORE);
        } else {
            System.setProperty(IGNORE, ignoredBefore);
        }
        unlock();
    }
}
