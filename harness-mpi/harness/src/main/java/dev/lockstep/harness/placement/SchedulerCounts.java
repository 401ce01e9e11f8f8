package dev.lockstep.harness.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
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

    private static final Path THREAD = Path.of("/proc/thread-self");

    /** What the line of all processors is in. */
    private static final int TICK_MILLIS = 10;

    /** The counts of the calling thread, now. */
    public static SchedulerCounts now() {
        return of(THREAD, Path.of("/proc/stat"));
    }

    static SchedulerCounts of(Path thread, Path stat) {
        long ticks = number(stat, "cpu ", 8);
        return new SchedulerCounts(
                number(thread.resolve("status"), "nonvoluntary_ctxt_switches", 1),
                number(thread.resolve("sched"), "nr_migrations", 1),
                ticks < 0 ? -1 : TICK_MILLIS * ticks);
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

    /** A number after a word, in its line. Regular expressions are slow here: this is called too rarely to be compiled. */
    private static long number(Path file, String word, int which) {
        try {
            String text = Files.readString(file);
            int begin = text.indexOf(word);
            int end = text.indexOf('\n', begin);
            if (begin < 0 || end < 0) {
                return -1;
            }
            StringTokenizer words = new StringTokenizer(text.substring(begin, end), " \t:");
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
