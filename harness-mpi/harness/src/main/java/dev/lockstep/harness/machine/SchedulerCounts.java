package dev.lockstep.harness.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern SWITCHES = Pattern.compile("nonvoluntary_ctxt_switches:\\s*(\\d+)");
    private static final Pattern MIGRATIONS = Pattern.compile("nr_migrations\\s*:\\s*(\\d+)");

    /** The eighth number of the line of all processors, in hundredths of a second. */
    private static final Pattern STOLEN = Pattern.compile("^cpu\\s+(?:\\d+\\s+){7}(\\d+)");

    private static final int TICK_MILLIS = 10;

    /** The counts of the calling thread, now. */
    public static SchedulerCounts now() {
        return of(THREAD, Path.of("/proc/stat"));
    }

    static SchedulerCounts of(Path thread, Path stat) {
        long ticks = number(stat, STOLEN);
        return new SchedulerCounts(
                number(thread.resolve("status"), SWITCHES),
                number(thread.resolve("sched"), MIGRATIONS),
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

    private static long number(Path file, Pattern pattern) {
        try {
            Matcher matcher = pattern.matcher(Files.readString(file));
            return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
        } catch (IOException e) {
            // This system does not count it.
            return -1;
        }
    }
}
