package dev.lockstep.cli.doctor;

import dev.lockstep.cli.options.OptionText;
import dev.lockstep.harness.placement.CacheLineBounce;
import dev.lockstep.harness.placement.SharedPage;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.run.placement.Placements;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Watches for {@code lockstep doctor} whether this machine moves its cores, and between what. */
public final class CoreWatch {
    private static final String NEVER = "0";
    private static final String USUAL = "10s";

    /** The time between two readings that are kept. Those between keep the cores awake. */
    private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            description = "how long to watch whether this machine moves its cores; 0: not at all (default: " + USUAL
                    + ", with --require " + NEVER + ")")
    String time;

    @Option(
            names = "--readings",
            paramLabel = "FILE",
            description = "write there what was read: seconds since the beginning, ns from core to core")
    Path file;

    /** What was read at some time after the beginning. */
    record Reading(double seconds, double nanos) {
        String line() {
            return String.format(Locale.ROOT, "%.3f,%.1f%n", seconds, nanos);
        }
    }

    /**
     * Watches, and prints what it saw.
     *
     * @param quick whether to watch only if that was asked for
     */
    public void watch(boolean quick, Progress progress, PrintStream out) throws IOException, InterruptedException {
        String asked = time == null ? (quick ? NEVER : USUAL) : time;
        if (asked.equals(NEVER)) {
            return;
        }
        long millis = OptionText.millis("--watch", asked);
        if (Runtime.getRuntime().availableProcessors() < 2) {
            out.println("cores      there is one: nothing can move");
            return;
        }
        List<Reading> readings = read(TimeUnit.MILLISECONDS.toNanos(millis), progress);
        if (file != null) {
            Files.writeString(
                    file, readings.stream().map(Reading::line).collect(Collectors.joining("", "seconds,nanos\n", "")));
        }
        long looks = TimeUnit.MILLISECONDS.toNanos(millis) / APART_NANOS;
        double[] nanos = readings.stream().mapToDouble(Reading::nanos).toArray();
        out.println(WordWrap.text("placements ", text(looks, nanos)));
    }

    /** Two threads, wherever the system puts them, as it does with ranks that are threads. */
    private static List<Reading> read(long nanos, Progress progress) throws InterruptedException {
        SharedPage page = SharedPage.ofThreads(CacheLineBounce.words(2));
        Thread other = new Thread(() -> follow(new CacheLineBounce(page, 1, 2)), "lockstep-core-watch");
        other.setDaemon(true);
        other.start();
        CacheLineBounce bounce = new CacheLineBounce(page, 0, 2);
        List<Reading> kept = new ArrayList<>();
        double reading = bounce.read(1);
        long start = System.nanoTime();
        long said = Long.MAX_VALUE;
        for (long number = 2, now = start; now - start < nanos && !bounce.isAlone(); number++) {
            if (!Double.isNaN(reading) && now - start >= kept.size() * APART_NANOS) {
                kept.add(new Reading((now - start) / 1e9, reading));
            }
            long left = Math.max(0, TimeUnit.NANOSECONDS.toSeconds(start + nanos - now));
            if (left != said) {
                said = left;
                progress.expect((int) left + 1, 1);
                progress.begin("watching the cores");
            }
            reading = bounce.read(number);
            now = System.nanoTime();
        }
        other.interrupt();
        other.join();
        progress.expect(1, 0);
        progress.end("watching the cores", kept.size() + " readings");
        return kept;
    }

    private static void follow(CacheLineBounce bounce) {
        for (long number = 1; !Thread.currentThread().isInterrupted(); number++) {
            bounce.read(number);
        }
    }

    /** Says what readings at equal distances show: {@code from core to core 62 ns in 58% of the time, 330 ns in 42%}. */
    static String text(long looks, double... readings) {
        String seen = text(readings);
        return readings.length == 0 || readings.length >= looks / 2
                ? seen
                : seen + ". But it is so busy that only " + readings.length + " of " + looks + " looks succeeded";
    }

    private static String text(double... readings) {
        Placements placements = Placements.of(readings);
        List<String> parts = new ArrayList<>();
        for (Placements.Placement placement : placements.all()) {
            long there = Arrays.stream(readings)
                    .filter(reading -> placements.at(reading).equals(Optional.of(placement)))
                    .count();
            String of = parts.isEmpty() ? " of the time" : "";
            parts.add(String.format(
                    Locale.ROOT, "%.0f ns in %.0f%%%s", placement.nanos(), 100.0 * there / readings.length, of));
        }
        return switch (parts.size()) {
            case 0 -> "unknown: no steady reading; is this machine busy?";
            case 1 -> "one while it was watched: from core to core " + parts.get(0);
            default ->
                "this machine moves: from core to core " + String.join(", ", parts)
                        + ". What ranks say to each other differs as much; docs/method.md says what helps";
        };
    }
}
