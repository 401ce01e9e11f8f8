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

    static JmhLock acquire() throws IOException {
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
        if (lock == null) {
            file.close();
            throw new UsageException("another benchmark is running on this machine (it holds " + path
                    + "); two at once would measure each other. Wait for it to end");
        }
        return new JmhLock(file);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
