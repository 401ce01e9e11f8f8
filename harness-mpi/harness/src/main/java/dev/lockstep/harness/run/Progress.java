package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.LaunchOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells how far a run is, on standard error: on a terminal one line that is rewritten, with the time left; elsewhere a plain line for each launch.
 */
public final class Progress {
    /** As bytes: a stream that keeps the words of others from controlling a terminal lets those through. */
    private static final byte[] CLEAR_LINE = {'\r', 0x1b, '[', 'K'};

    private final PrintStream out;
    private final boolean terminal;
    private final long start = System.nanoTime();
    private int total;
    private int done;
    private double guessedSeconds;
    private long firstStep;

    /**
     * Where to tell it.
     *
     * @param out usually standard error
     * @param terminal whether it understands control characters
     */
    public Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /**
     * Tells nobody.
     *
     * @return for a run that is part of another program
     */
    public static Progress silent() {
        return new Progress(new PrintStream(OutputStream.nullOutputStream()), false);
    }

    /**
     * Says what is to come.
     *
     * @param steps how many launches
     * @param secondsEach a first guess
     */
    public void expect(int steps, double secondsEach) {
        total = steps;
        guessedSeconds = secondsEach;
        firstStep = System.nanoTime();
    }

    /**
     * A step begins.
     *
     * @param what for people
     */
    public void begin(String what) {
        if (terminal) {
            clearLine();
            out.print(head() + what + " ...");
            out.flush();
        }
    }

    /**
     * A step is over.
     *
     * @param what as when it began
     * @param outcome for people
     */
    public void end(String what, String outcome) {
        done++;
        clearLine();
        out.println(head() + what + ": " + outcome);
    }

    /**
     * How many steps are still to come, after all.
     *
     * @param steps from now on
     */
    public void remaining(int steps) {
        total = done + steps;
    }

    /**
     * A line of its own.
     *
     * @param text what to say
     */
    public void say(String text) {
        clearLine();
        out.println(text);
    }

    private void clearLine() {
        if (terminal) {
            out.writeBytes(CLEAR_LINE);
        }
    }

    /** Before a launch that a debugger may hold up. */
    public void debugging(LaunchOptions how, String launch) {
        how.debug()
                .ifPresent(debug -> say("debug: " + launch + ": rank " + debug.rank()
                        + " waits, on its host, for a debugger to attach to " + debug.address()
                        + "; any user of that host may attach there, too, and run code as you"));
    }

    /** A cell has no result, and will have none. */
    public void failed(Cell cell, String reason) {
        say("FAILED " + cell.label() + ": " + reason);
    }

    /**
     * Since the beginning.
     *
     * @return for people
     */
    public String elapsed() {
        return format(Duration.ofNanos(System.nanoTime() - start));
    }

    private String head() {
        return String.format(Locale.ROOT, "[%d/%d, %s left] ", done, total, format(left()));
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
