package dev.lockstep.harness.run;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;

/**
 * Holds JMH's own lock for a whole run. JMH takes it for each of its runners, so it would be free between two launches and another benchmark could slip in; here JMH is
 * told to ignore it, and it is held once.
 */
final class JmhLock implements AutoCloseable {
    private final RandomAccessFile file;

    private JmhLock(RandomAccessFile file) {
        this.file = file;
    }

    /**
     * Takes it.
     *
     * @param await whether to wait while another benchmark has it; how long that will be is not known
     * @param progress where to say so
     * @throws UsageException if another benchmark has it, and nobody waits
     */
    static JmhLock acquire(boolean await, Progress progress) throws IOException {
        System.setProperty("jmh.ignoreLock", "true");
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
        return new JmhLock(file);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
