package dev.lockstep.harness.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.lockstep.harness.Counts;
import java.util.Map;
import java.util.OptionalInt;

/** How many invocations an iteration has. */
public sealed interface Ops {

    /** As many as fill the iteration's time, found by the pilot. */
    record Calibrated() implements Ops {}

    /**
     * A number of the user's.
     *
     * @param n at least 1
     */
    record Fixed(int n) implements Ops {}

    /**
     * Those that benchmarks declare.
     *
     * @param by whose they are, as {@link Counts#by} has it
     */
    record Declared(String by) implements Ops {
        private int count(Cell cell) {
            Counts counts = cell.benchmark().counts().stream()
                    .filter(declared -> declared.by().equals(by))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--ops " + by + ": "
                            + cell.benchmark().shortName() + " declares no counts by " + by
                            + " (@Counts); take auto, or"
                            + " benchmarks that do"));
            return bytes(cell) <= counts.limit() ? counts.small() : counts.large();
        }
    }

    /**
     * Those of an earlier run.
     *
     * @param file its results
     * @param byCell {@link Cell#id()} to count
     * @param warmups {@link Cell#id()} to warm-up iterations of that count
     * @param calibrated whether cells that it does not have are calibrated; otherwise they are refused
     */
    record Repeated(
            String file,
            Map<String, Integer> byCell,
            @JsonIgnore Map<String, Integer> warmups,
            boolean calibrated) implements Ops {}

    /**
     * Reads what the user wrote.
     *
     * @param text {@code auto}, {@code osu}, {@code paper}, {@code from:FILE}, {@code like:FILE} or a number
     * @return the rule
     * @throws UsageException if it is none of these
     */
    static Ops parse(String text) {
        if (text.equals("auto")) {
            return new Calibrated();
        } else if (text.equals(Counts.OSU) || text.equals(Counts.PAPER)) {
            return new Declared(text);
        } else if (text.startsWith("from:")) {
            return BaseRun.read(text.substring("from:".length()), false);
        } else if (text.startsWith("like:")) {
            return BaseRun.read(text.substring("like:".length()), true);
        }
        try {
            int n = Integer.parseInt(text);
            if (n >= 1) {
                return new Fixed(n);
            }
        } catch (NumberFormatException e) {
            // Said below, as for numbers that are too small.
        }
        throw new UsageException(
                "--ops takes auto, osu, paper, from:FILE, like:FILE or a positive number, not '" + text + "'");
    }

    /**
     * The count for a cell.
     *
     * @param cell which
     * @param nanosPerInvocation what the pilot found, untimed barriers included
     * @param iterationMillis how long an iteration should last
     * @return at least 1
     */
    default int count(Cell cell, double nanosPerInvocation, long iterationMillis) {
        if (this instanceof Fixed fixed) {
            return fixed.n;
        } else if (this instanceof Declared declared) {
            return declared.count(cell);
        } else if (this instanceof Repeated repeated) {
            Integer n = repeated.byCell.get(cell.id());
            if (n == null && repeated.calibrated) {
                return filling(cell, nanosPerInvocation, iterationMillis);
            }
            if (n == null) {
                throw new UsageException(
                        repeated.file + " has no count for " + cell.id() + "; it has " + repeated.byCell.keySet());
            }
            return n;
        }
        return filling(cell, nanosPerInvocation, iterationMillis);
    }

    /**
     * Whether a cell's count is the pilot's to find, so that it may be shared or mended.
     *
     * @param cell which
     * @return false if it was given
     */
    default boolean calibrates(Cell cell) {
        return this instanceof Calibrated
                || this instanceof Repeated repeated && repeated.calibrated && !repeated.byCell.containsKey(cell.id());
    }

    /**
     * The warm-up that goes with a count of an earlier run.
     *
     * @param cell which
     * @return iterations; empty if they are the pilot's to find
     */
    default OptionalInt warmupIterations(Cell cell) {
        Integer iterations = this instanceof Repeated repeated ? repeated.warmups.get(cell.id()) : null;
        return iterations == null ? OptionalInt.empty() : OptionalInt.of(iterations);
    }

    /**
     * Checks, before anything is measured, that a cell's count can be told.
     *
     * @param cell which
     * @throws UsageException if it cannot
     */
    default void require(Cell cell) {
        if (!cell.benchmark().ranked() || calibrates(cell)) {
            return;
        }
        int n = count(cell, Double.NaN, 0);
        if ((long) n * cell.benchmark().operationsPerCall() > Integer.MAX_VALUE) {
            throw new UsageException("--ops " + n + " is too many for " + cell.id() + ": each of them is "
                    + cell.benchmark().operationsPerCall() + " operations, and JMH counts them in an int");
        }
    }

    /**
     * How it was chosen, for the record.
     *
     * @return a few words
     */
    default String chosenBy() {
        if (this instanceof Fixed) {
            return "given";
        } else if (this instanceof Declared declared) {
            return "table " + declared.by;
        } else if (this instanceof Repeated repeated) {
            return "as in " + repeated.file;
        }
        return "calibrated";
    }

    private static int bytes(Cell cell) {
        String bytes = cell.params().getOrDefault("bytes", "0");
        try {
            return Integer.parseInt(bytes);
        } catch (NumberFormatException e) {
            throw new UsageException(
                    "a table of operations goes by message size, and bytes=" + bytes + " is no number");
        }
    }

    private static int filling(Cell cell, double nanosPerInvocation, long iterationMillis) {
        return atLeast(cell, OperationCount.count(nanosPerInvocation, iterationMillis));
    }

    /**
     * A count that was found, of two calls at least in a continuous exchange: the first only opens the clock where single
     * calls are timed.
     *
     * @param cell which
     * @param n that was found
     * @return {@code n} or 2
     */
    static int atLeast(Cell cell, int n) {
        boolean continuous = cell.benchmark().ranked() && !cell.benchmark().synchronised();
        return Math.max(continuous ? 2 : 1, n);
    }
}
