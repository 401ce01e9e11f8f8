package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.LaunchOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells how far a run is, on standard error: on a terminal one line that is rewritten, with the time left; elsewhere a
 * plain line for each launch.
 */
public final class Progress {
    /**
     * The bytes that clear a line: a stream that keeps the words of others from controlling a terminal lets bytes
     * through.
     */
    private static final byte[] CLEAR_LINE = {'\r', 0x1b, '[', 'K'};

    private final PrintStream out;
    private final int columns;
    private final long start = System.nanoTime();
    private int total;
    private int done;
    private double guessedSeconds;
    private long firstStep;
    private String widest = "";

    /**
     * Tells it on a stream, usually standard error.
     *
     * @param columns of the terminal that it is, which understands control characters; 0 if it is none
     */
    public Progress(PrintStream out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    /** Tells nobody, for a run that is part of another program. */
    public static Progress silent() {
        return new Progress(new PrintStream(OutputStream.nullOutputStream()), 0);
    }

    /** Expects so many launches, each with a first guess of its seconds. */
    public void expect(int steps, double secondsEach) {
        total = steps;
        guessedSeconds = secondsEach;
        firstStep = System.nanoTime();
    }

    /** Begins a step. */
    public void begin(String what) {
        if (columns > 0) {
            clearLine();
            // Of a line that goes on below, only the last part could be cleared.
            String line = head() + what;
            String more = " ...";
            out.print(line.substring(0, Math.max(0, Math.min(line.length(), columns - 1 - more.length()))) + more);
            out.flush();
        }
    }

    /** Ends a step. */
    public void end(String what, String outcome) {
        done++;
        clearLine();
        out.println(head() + what + ": " + outcome);
    }

    /** Sets the number of steps that are still to come. */
    public void remaining(int steps) {
        total = done + steps;
    }

    /** Half of the widest interval over its mean, of the cells that have one. */
    public void widest(double half) {
        widest = String.format(Locale.ROOT, ", widest %.0f%%", 100 * half);
    }

    /** Prints a line of its own. */
    public void say(String text) {
        clearLine();
        out.println(text);
    }

    private void clearLine() {
        if (columns > 0) {
            out.writeBytes(CLEAR_LINE);
        }
    }

    /** Announces a launch that a debugger may hold up. */
    public void debugging(LaunchOptions how, String launch) {
        how.debug()
                .ifPresent(debug -> say("debug: " + launch + ": rank " + debug.rank()
                        + " waits, on its host, for a debugger to attach to " + debug.address()
                        + "; any user of that host may attach there, too, and run code as you"));
    }

    /** Announces that a cell has no result, and will have none. */
    public void failed(Cell cell, String reason) {
        say("FAILED " + cell.label() + ": " + reason);
    }

    /** The time since the beginning, for people. */
    public String elapsed() {
        return format(Duration.ofNanos(System.nanoTime() - start));
    }

    private String head() {
        return String.format(Locale.ROOT, "[%d/%d, %s left%s] ", done, total, format(left()), widest);
    }

    private Duration left() {
        double each = done == 0 ? guessedSeconds : (System.nanoTime() - firstStep) / 1e9 / done;
        return Duration.ofMillis((long) (1000 * each * Math.max(0, total - done)));
    }

    private static String format(Duration d) {
        return d.toHours() > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", d.toHours(), d.toMinutesPart(), d.toSecondsPart())
                : String.format(Locale.ROOT, "%d:%02d", d.toMinutes(), d.toSecondsPart());
    }
}
