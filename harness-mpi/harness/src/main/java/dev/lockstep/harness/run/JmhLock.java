package dev.lockstep.harness.run;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import org.openjdk.jmh.runner.Runner;

/**
 * Holds JMH's own lock for a whole run. JMH takes it for each of its runners, so it would be free between two launches and another benchmark could slip in; here JMH is
 * told to ignore it until the run is over, and it is held once. In a program that has used JMH's {@link Runner} before, JMH has made up its mind already: there it
 * takes the lock for each launch.
 */
final class JmhLock implements AutoCloseable {
    private static final String IGNORE = "jmh.ignoreLock";

    private final RandomAccessFile file;
    private final String ignoredBefore;

    private JmhLock(RandomAccessFile file, String ignoredBefore) {
        this.file = file;
        this.ignoredBefore = ignoredBefore;
    }

    /**
     * Takes it.
     *
     * @param await whether to wait while another benchmark has it; how long that will be is not known
     * @param progress where to say so
     * @throws UsageException if another benchmark has it, and nobody waits
     */
    static JmhLock acquire(boolean await, Progress progress) throws IOException {
        File path = new File(System.getProperty("java.io.tmpdir"), "jmh.lock");
        RandomAccessFile file = new RandomAccessFile(path, "rw");
        path.setWritable(true, false);
        FileLock lock;
        try {
            lock = file.getChannel().tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null && await) {
            progress.say("waiting for another benchmark on this machine to end; nobody knows how long (it holds " + path
                    + ")");
            lock = file.getChannel().lock();
        }
        if (lock == null) {
            file.close();
            throw new UsageException("another benchmark is running on this machine (it holds " + path
                    + "); two at once would measure each other. Wait for it to end, or say --wait");
        }
        JmhLock held = new JmhLock(file, System.setProperty(IGNORE, "true"));
        if (!isIgnoredByJmh()) {
            file.close();
        }
        return held;
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

    @Override
    public void close() throws IOException {
        if (ignoredBefore == null) {
            System.clearProperty(IGNORE);
        } else {
            System.setProperty(IGNORE, ignoredBefore);
        }
        file.close();
    }
}
