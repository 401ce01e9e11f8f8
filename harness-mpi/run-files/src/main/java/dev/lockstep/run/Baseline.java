package dev.lockstep.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A paired comparison within a run: cells in which {@code name} has the value {@code value} are the base; every other
 * cell that differs from one of them in {@code name} only is compared with it. In each round of launches the base is
 * launched twice, before and after those that are compared with it, so that a steady drift of the machine cancels, and
 * so that the ratio of the two says what no difference looks like (docs/method.md, "Claims").
 *
 * @param name {@value #COMM}, {@value #RANKS}, {@value #THREADS}, {@value #THREAD_LEVEL}, or a benchmark's parameter
 * @param value of the base
 */
public record Baseline(String name, String value) {
    /** The parameter by which communicators are compared. */
    public static final String COMM = CellKey.COMM;

    /** The parameter by which numbers of ranks are compared. */
    public static final String RANKS = CellKey.RANKS;

    /** The parameter by which numbers of threads per rank are compared. */
    public static final String THREADS = "threads";

    /** Thread levels that ranks ask their library for are compared. */
    public static final String THREAD_LEVEL = "thread-level";

    /** Nothing is compared: no cell is a base. */
    public static final Baseline NONE = new Baseline("", "");

    /**
     * Writes numbers and levels in one way.
     *
     * @throws IllegalArgumentException if there is none where there must be one
     */
    public Baseline {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        if (name.equals(RANKS) || name.equals(THREADS)) {
            if (!value.matches("0*[1-9]\\d{0,6}")) {
                throw new IllegalArgumentException(name + " takes a number of at least 1, not '" + value + "'");
            }
            value = String.valueOf(Integer.parseInt(value));
        } else if (name.equals(THREAD_LEVEL)) {
            value = value.toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads a comparison as users write it.
     *
     * @param text such as {@code comm=local}
     * @throws IllegalArgumentException if it is none
     */
    public static Baseline parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException(
                    "takes a name and the value of the base, such as comm=local or bytes=64," + " not '" + text + "'");
        }
        return new Baseline(text.substring(0, equals), text.substring(equals + 1));
    }

    /** Whether nothing is compared. */
    @JsonIgnore
    public boolean isNone() {
        return equals(NONE);
    }

    /** The given values, with that of the base added if they belong to what is compared and lack it. */
    public List<String> among(String what, List<String> values) {
        if (!what.equals(name) || values.contains(value)) {
            return values;
        }
        List<String> all = new ArrayList<>(values);
        all.add(value);
        return all;
    }

    /** As {@link #among(String, List)}, for numbers. */
    public List<Integer> amongNumbers(String what, List<Integer> values) {
        return among(what, values.stream().map(String::valueOf).toList()).stream()
                .map(Integer::valueOf)
                .toList();
    }

    /** The value that a cell has of what is compared; empty when the cell has none. */
    public Optional<String> valueIn(CellKey cell) {
        return name.equals(THREADS)
                ? Optional.of(String.valueOf(cell.threads()))
                : Optional.ofNullable(cell.params().get(name));
    }

    /** Whether others are compared with this cell. */
    public boolean isBase(CellKey cell) {
        return !isNone() && valueIn(cell).filter(value::equals).isPresent();
    }

    /** The number of launches of a cell in each round. */
    public int launchesPerRound(CellKey cell) {
        return isBase(cell) ? 2 : 1;
    }

    /** The cell without what is compared: equal for a base and those that are compared with it. */
    public CellKey common(CellKey cell) {
        return name.equals(THREADS) ? new CellKey(cell.benchmark(), cell.mode(), cell.params(), 0) : cell.without(name);
    }

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
