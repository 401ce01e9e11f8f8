package dev.lockstep.harness;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How ranks come to each operation of a {@link Synchronised} benchmark: held together by a barrier, and one of them
 * perhaps late. A benchmark hands it in with {@link Rank#arrive}; without that all come together, by the harness's own
 * barrier.
 *
 * @param sync what holds them together before the operation, untimed
 * @param late who comes late, after that; empty for nobody
 */
public record Arrival(Sync sync, Optional<Late> late) {
    /** The parameter that {@link #of} reads first. */
    public static final String SYNC = "sync";

    /** The value of {@link #SYNC} whose operations start by the clock. */
    public static final String WINDOW = "window";

    /** The parameter that {@link #of} reads second. */
    public static final String LATE = "late";

    private static final String NOBODY = "none";
    private static final Pattern PATTERN =
            Pattern.compile("(\\d{1,9}|rotate|random):(\\d{1,9})(ns|us|ms)(?::(\\d{1,9}))?");

    /** What holds ranks together. */
    public enum Sync {
        /** A dissemination barrier of the harness's own messages: the same on every library. */
        DISSEMINATION,
        /** The library's own barrier, as Ekanayake and Fox have it; it leaves ranks further apart than ours, or less far. */
        BARRIER,
        /** Nothing: ranks run into each other's operations, as OSU's Java suite has it. */
        NONE,
        /**
         * Nothing while they are timed one by one: each starts at a time that all ranks of one host know beforehand, and what
         * misses its window does not count. That is in launches for distributions; where scores come from nothing can be taken
         * back, and those have the barrier of {@link #DISSEMINATION}.
         */
        WINDOW
    }

    /**
     * One rank that is late, while the others wait for it in the operation: its delay is not in its own time, and in
     * theirs.
     *
     * @param rank which; {@value #ROTATE} for the next one each time, {@value #RANDOM} for any
     * @param nanos by how much; of a random rank by a random time, this on average
     * @param every in which operations: each, or one of so many
     */
    public record Late(int rank, long nanos, int every) {
        /** The next rank each time. */
        public static final int ROTATE = -1;

        /** Any rank, the same for all who ask. */
        public static final int RANDOM = -2;
    }

    /**
     * Reads a benchmark's parameters.
     *
     * @param sync {@code dissemination}, {@code barrier}, {@code none} or {@code window}
     * @param late {@code none}, or {@code WHO:TIME} or {@code WHO:TIME:EVERY}, for example {@code 0:1ms:100}: rank 0 is late
     *     by 1 ms in one of 100 operations. WHO is a rank, {@code rotate} or {@code random}
     * @throws IllegalArgumentException if it is none of these; says which there are
     */
    public static Arrival of(String sync, String late) {
        Sync held = Stream.of(Sync.values())
                .filter(one -> name(one).equals(sync))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no sync=" + sync + "; there are "
                        + Stream.of(Sync.values()).map(Arrival::name).collect(Collectors.joining(", "))));
        if (held == Sync.WINDOW && !late.equals(NOBODY)) {
            throw new IllegalArgumentException(
                    "sync=window late=" + late + ": who comes late misses the window, and what misses"
                            + " it does not count; take late=none, or another sync");
        }
        if (late.equals(NOBODY)) {
            return new Arrival(held, Optional.empty());
        }
        Matcher words = PATTERN.matcher(late);
        int every = words.matches() && words.group(4) != null ? Integer.parseInt(words.group(4)) : 1;
        if (!words.matches() || every < 1) {
            throw new IllegalArgumentException("late=" + late + ": it is none, or WHO:TIME[:EVERY] such as 0:1ms:100,"
                    + " rotate:100us or random:100us, where WHO is a rank, TIME in ns, us or ms, EVERY one or more");
        }
        int rank = words.group(1).equals("rotate")
                ? Late.ROTATE
                : words.group(1).equals("random") ? Late.RANDOM : Integer.parseInt(words.group(1));
        long unit = words.group(3).equals("ns") ? 1 : words.group(3).equals("us") ? 1_000 : 1_000_000;
        return new Arrival(held, Optional.of(new Late(rank, Integer.parseInt(words.group(2)) * unit, every)));
    }

    private static String name(Sync sync) {
        return sync.name().toLowerCase(Locale.ROOT);
    }
}
