package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.ring.Waiting;
import dev.lockstep.transport.support.Apart;
import dev.lockstep.transport.support.Folders;
import dev.lockstep.transport.support.Tcp;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** A media driver in this process: one thread, and a folder of its own in memory that the processes of a host share. */
final class Driver {
    /** Counters are freed some seconds after a connection has closed: enough for a thousand opened in a second. */
    private static final int COUNTERS_BYTES = 4 << 20;

    /** Those, four times as much for their labels, and what else the driver maps as it starts. */
    private static final long BYTES = 5L * COUNTERS_BYTES + (6L << 20);

    private static final long TIMER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How soon it is seen that a process has ended: half the default, which is far more than a JVM pauses. */
    private static final long LIVENESS_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Five of these are waited for after the end of a stream. */
    private static final long STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long REUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private Driver() {}

    /** Where the driver has its files, in the folder that is hosted. */
    static Path directory(Path folder) {
        return folder.resolve("driver");
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "lockstep-aeron");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts one, whose folder is its text.
     *
     * @throws IOException if it does not start; says how much memory is needed, and where
     */
    static Hosted host(Setting setting) throws IOException {
        Path folder = Files.createTempDirectory(setting.folder(), "aeron-");
        try {
            requireSpace(Files.getFileStore(folder), folder, BYTES, "Aeron's driver");
            MediaDriver.Context context = context(folder, Waiting.of(setting.options()));
            MediaDriver driver = Apart.call(() -> MediaDriver.launch(context));
            Hosted hosted = new Hosted(folder.toString(), () -> {
                Apart.run(driver::close);
                Folders.delete(folder);
            });
            try {
                touch(directory(folder));
            } catch (IOException e) {
                hosted.close();
                throw e;
            }
            return hosted;
        } catch (IOException e) {
            Folders.delete(folder);
            throw e;
        } catch (RuntimeException e) {
            Folders.delete(folder);
            throw new IOException("Aeron's driver does not start in " + folder + ": " + Tcp.reason(e), e);
        }
    }

    private static MediaDriver.Context context(Path folder, Waiting waiting) {
        return new MediaDriver.Context()
                .aeronDirectoryName(directory(folder).toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(Guard.idle(waiting))
                .sharedThreadFactory(Driver::daemon)
                .asyncExecutorEnabled(false)
                .termBufferSparseFile(false)
                .performStorageChecks(true)
                .lowStorageWarningThreshold(0)
                .counterValuesBufferLength(COUNTERS_BYTES)
                .counterFreeToReuseTimeoutNs(REUSE_NANOS)
                .timerIntervalNs(TIMER_NANOS)
                .clientLivenessTimeoutNs(LIVENESS_NANOS)
                .publicationUnblockTimeoutNs(2 * LIVENESS_NANOS)
                .publicationConnectionTimeoutNs(SILENCE_NANOS)
                .imageLivenessTimeoutNs(SILENCE_NANOS)
                .statusMessageTimeoutNs(STATUS_NANOS);
    }

    /**
     * Requires that there is so much memory.
     *
     * @throws IOException if there is not; names the folder, and what is needed for what
     */
    static void requireSpace(FileStore memory, Path folder, long bytes, String what) throws IOException {
        long free = memory.getUsableSpace();
        if (free < bytes) {
            throw new IOException(bytes + " bytes of shared memory are needed in " + folder + ", and " + free
                    + " are free, for " + what);
        }
    }

    /** Has all memory of the driver's files given by the system now: what lacks when it is first used ends the JVM. */
    private static void touch(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.dat")) {
            for (Path file : files) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    channel.map(MapMode.READ_WRITE, 0, channel.size()).load();
                }
            }
        }
    }
}
