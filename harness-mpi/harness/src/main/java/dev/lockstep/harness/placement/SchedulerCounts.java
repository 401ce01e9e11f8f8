package dev.lockstep.harness.placement;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * What Linux counts of a thread and of its host. Each is -1 if it cannot be read.
 *
 * @param switches how often the thread was taken off its core though it had more to do
 * @param migrations how often it was moved to another core
 * @param stolenMillis how long a hypervisor has kept the host's cores from running, all together, in milliseconds
 */
public record SchedulerCounts(long switches, long migrations, long stolenMillis) {
    /** Nothing is known. */
    public static final SchedulerCounts UNKNOWN = new SchedulerCounts(-1, -1, -1);

    /** What the line of all processors is in. */
    private static final int TICK_MILLIS = 10;

    /** Where a thread reads its counts from. Files stay open, for opening them takes longer than a probe, and reading by channels. */
    public static final class Source {
        private static final int WHOLE = 1 << 13;
        private static final int BEGINNING = 1 << 9;

        private final byte[] text = new byte[WHOLE];
        private final Optional<RandomAccessFile> status;
        private final Optional<RandomAccessFile> sched;
        private final Optional<RandomAccessFile> stat;

        /** Of the calling thread. */
        public Source() {
            this(Path.of("/proc/thread-self"), Path.of("/proc/stat"));
        }

        Source(Path thread, Path stat) {
            this.status = open(thread.resolve("status"));
            this.sched = open(thread.resolve("sched"));
            this.stat = open(stat);
        }

        private static Optional<RandomAccessFile> open(Path file) {
            try {
                return Optional.of(new RandomAccessFile(file.toFile(), "r"));
            } catch (IOException e) {
                // This system does not have it.
                return Optional.empty();
            }
        }

        /** The counts now. */
        public SchedulerCounts now() {
            long ticks = number(stat, BEGINNING, "cpu ", 8);
            return new SchedulerCounts(
                    number(status, WHOLE, "nonvoluntary_ctxt_switches", 1),
                    number(sched, BEGINNING, "nr_migrations", 1),
                    ticks < 0 ? -1 : TICK_MILLIS * ticks);
        }

        /**
         * A number after a word, in its line, within the first bytes. This is called too rarely to be compiled: regular
         * expressions are slow, and so is looking from the beginning for what stands at the end.
         */
        private long number(Optional<RandomAccessFile> file, int bytes, String word, int which) {
            if (file.isEmpty()) {
                return -1;
            }
            try {
                file.get().seek(0);
                int length = Math.max(0, file.get().read(text, 0, bytes));
                String all = new String(text, 0, length, StandardCharsets.ISO_8859_1);
                int begin = all.lastIndexOf(word);
                int end = all.indexOf('\n', begin);
                if (begin < 0 || end < 0) {
                    return -1;
                }
                StringTokenizer words = new StringTokenizer(all.substring(begin, end), " \t:");
                String last = "";
                for (int i = 0; i <= which; i++) {
                    last = words.nextToken();
                }
                return Long.parseLong(last);
            } catch (IOException | NoSuchElementException | NumberFormatException e) {
                // This system does not count it.
                return -1;
            }
        }
    }

    /** How much has been added to earlier counts of the same thread. */
    public SchedulerCounts since(SchedulerCounts earlier) {
        return new SchedulerCounts(
                added(switches, earlier.switches),
                added(migrations, earlier.migrations),
                added(stolenMillis, earlier.stolenMillis));
    }

    private static long added(long now, long earlier) {
        return now < 0 || earlier < 0 ? -1 : now - earlier;
    }
}
