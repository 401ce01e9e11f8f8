package dev.lockstep.harness.reference;

import dev.lockstep.harness.link.Conditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.IterationType;

/** A line that the program's rank 0 writes. Durations are in nanoseconds. */
public sealed interface ReferenceLine {
    /**
     * What MPI it runs on.
     *
     * @param threadLevel that was granted
     * @param name and version, in its own words
     */
    record Library(String threadLevel, String name) implements ReferenceLine {}

    /**
     * A rank.
     *
     * @param number of it
     * @param host where it runs
     * @param pid its process
     * @param cpus that it may use
     */
    record Member(int number, String host, String pid, String cpus) implements ReferenceLine {}

    /**
     * What an empty synchronised operation read after the iteration that comes next.
     *
     * @param nanos of one
     * @param skewNanos how far apart ranks leave the barrier before it; NaN if they have no clock in common
     */
    record Floor(double nanos, double skewNanos) implements ReferenceLine {}

    /**
     * What a pilot found.
     *
     * @param cell its number, from 0
     * @param checks how many ranks passed the self-check
     * @param nanosPerCall by the clock reads around the operation
     * @param wallNanosPerCall with its untimed barrier
     * @param calls until it was steady
     * @param nanos until it was steady
     * @param steady false if it was still getting faster when the time was up
     */
    record Cost(
            int cell, int checks, double nanosPerCall, double wallNanosPerCall, long calls, long nanos, boolean steady)
            implements ReferenceLine {}

    /**
     * A self-check that failed.
     *
     * @param cell its number, from 0
     * @param reason with the rank
     */
    record Failed(int cell, String reason) implements ReferenceLine {}

    /** Another iteration begins; what it takes is said when the last one is over. */
    record Alive() implements ReferenceLine {}

    /**
     * What was seen of the machine in the iteration that comes next.
     *
     * @param ofRanks of each rank
     */
    record Seen(List<Conditions> ofRanks) implements ReferenceLine {}

    /**
     * What an iteration took.
     *
     * @param phase of the run
     * @param number from 1
     * @param nanos of each rank's whole batch
     */
    record Iteration(IterationType phase, int number, List<Long> nanos) implements ReferenceLine {}

    /**
     * A rank's stamps follow.
     *
     * @param rank whose
     * @param clock by which it tells when calls began
     * @param calls that it made
     * @param recorded how many of them it kept the times of
     */
    record Stamps(int rank, long clock, long calls, int recorded) implements ReferenceLine {}

    /**
     * Some of the times of the rank that was named last.
     *
     * @param calls of each when it began, and how long it took, as {@link dev.lockstep.harness.link.OpTimesChunk} has it
     */
    record Times(List<Long> calls) implements ReferenceLine {}

    /**
     * All is done.
     *
     * @param ranks that did it
     */
    record End(int ranks) implements ReferenceLine {}

    /**
     * Reads one.
     *
     * @param line as it came
     * @return what it says
     * @throws IllegalArgumentException if it is none
     */
    static ReferenceLine parse(String line) {
        String[] words = line.split(" ");
        try {
            return switch (words[0]) {
                case "library" -> new Library(words[1], line.split(" ", 3)[2]);
                case "rank" -> new Member(integer(words[1]), words[2], words[3], words[4]);
                case "floor" ->
                    new Floor(notNegative(words[1]), words[2].equals("-") ? Double.NaN : positive(words[2]));
                case "pilot" ->
                    new Cost(
                            integer(words[1]),
                            integer(words[2]),
                            positive(words[3]),
                            positive(words[4]),
                            number(words[5]),
                            number(words[6]),
                            integer(words[7]) == 1);
                case "failed" -> new Failed(integer(words[1]), line.split(" ", 3)[2]);
                case "conditions" -> new Seen(conditions(words));
                case "iteration" ->
                    new Iteration(
                            IterationType.valueOf(words[1].toUpperCase(Locale.ROOT)),
                            integer(words[2]),
                            numbers(words, 3));
                case "alive" -> new Alive();
                case "stamps" -> new Stamps(integer(words[1]), number(words[2]), number(words[3]), integer(words[4]));
                case "times" -> new Times(pairs(words));
                case "end" -> new End(integer(words[1]));
                default -> throw new IllegalArgumentException("no such word");
            };
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the program of comm=" + ReferenceProvider.NAME
                    + " said what it never says: '" + line.substring(0, Math.min(line.length(), 200)) + "'");
        }
    }

    private static List<Long> pairs(String[] words) {
        if (words.length % 2 == 0) {
            throw new IllegalArgumentException("no pairs");
        }
        return Arrays.stream(words).skip(1).map(Long::valueOf).toList();
    }

    private static List<Long> numbers(String[] words, int first) {
        return Arrays.stream(words).skip(first).map(ReferenceLine::number).toList();
    }

    /** Five numbers of each rank; what it does not know is below 0. */
    private static List<Conditions> conditions(String[] words) {
        List<Conditions> all = new ArrayList<>();
        for (int i = 1; i < words.length; i += 5) {
            double before = Double.parseDouble(words[i]);
            double after = Double.parseDouble(words[i + 1]);
            all.add(Conditions.of(
                    before < 0 ? Double.NaN : before,
                    after < 0 ? Double.NaN : after,
                    (long) Double.parseDouble(words[i + 2]),
                    (long) Double.parseDouble(words[i + 3]),
                    (long) Double.parseDouble(words[i + 4])));
        }
        return all;
    }

    private static long number(String word) {
        long value = Long.parseLong(word);
        if (value < 0) {
            throw new IllegalArgumentException("negative");
        }
        return value;
    }

    private static int integer(String word) {
        return Math.toIntExact(number(word));
    }

    private static double notNegative(String word) {
        double value = Double.parseDouble(word);
        return value == 0 ? value : positive(word);
    }

    private static double positive(String word) {
        double value = Double.parseDouble(word);
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("no duration");
        }
        return value;
    }
}
