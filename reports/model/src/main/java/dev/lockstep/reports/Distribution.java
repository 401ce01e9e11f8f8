package dev.lockstep.reports;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The times of single operations of a cell, in nanoseconds, in the launches that timed each of them (docs/method.md,
 * point 9). Those launches have no part in the cell's score.
 *
 * @param slowest of each operation the rank that took longest
 * @param ranks each rank's own operations, by rank
 * @param curve the slowest rank's time by percentile, rising; its last point is the maximum
 * @param room how many of the calls could be kept; empty if all were
 * @param missed how many operations missed their window; a percentile that they may be part of is empty, and the longest may be one of them
 * @param meeting of operations that ranks met in: who was slowest, and who came last
 * @param samples every rank's part in every operation of a launch, if a run kept them
 * @param elsewhere the placement it is of, if other cells' numbers are of another one (docs/method.md, Placements); else empty
 */
public record Distribution(
        Percentiles slowest,
        SortedMap<Integer, Percentiles> ranks,
        List<Point> curve,
        Optional<Room> room,
        long missed,
        Meeting meeting,
        Optional<Samples> samples,
        String elsewhere) {
    public Distribution {
        ranks = Collections.unmodifiableSortedMap(new TreeMap<>(ranks));
        curve = List.copyOf(curve);
    }

    /**
     * Some percentiles. A percentile is empty if fewer than ten operations took longer: a single late one would be all it says.
     *
     * @param operations how many there were
     * @param mean of them
     * @param p50 the median
     * @param p90 nine of ten operations took no longer
     * @param p99 99 of 100 operations took no longer
     * @param p999 999 of 1000 operations took no longer
     * @param max the longest
     */
    public record Percentiles(
            long operations,
            double mean,
            OptionalDouble p50,
            OptionalDouble p90,
            OptionalDouble p99,
            OptionalDouble p999,
            double max) {}

    /**
     * What is known of operations in which ranks met; nothing where each met nobody, or a run did not note it.
     *
     * @param sinceLast the time from when the last rank had begun to when the last had ended; empty where ranks have several clocks
     * @param slowest by rank, the operations in which it was the slowest
     * @param last by rank, how much later than the first one it began, in those operations in which it was the last
     */
    public record Meeting(
            Optional<Percentiles> sinceLast,
            SortedMap<Integer, Percentiles> slowest,
            SortedMap<Integer, Percentiles> last) {
        /** Of ranks that met nobody. */
        public static final Meeting NONE =
                new Meeting(Optional.empty(), Collections.emptySortedMap(), Collections.emptySortedMap());

        public Meeting {
            slowest = Collections.unmodifiableSortedMap(new TreeMap<>(slowest));
            last = Collections.unmodifiableSortedMap(new TreeMap<>(last));
        }
    }

    /**
     * A point of a percentile curve.
     *
     * @param oneIn one of so many operations took longer; for the maximum, how many operations there were
     * @param nanos how long the others took at most
     */
    public record Point(double oneIn, double nanos) {}

    /**
     * The share of the calls whose times were kept.
     *
     * @param kept per thread and launch: the first ones of each iteration
     * @param of so many
     */
    public record Room(long kept, long of) {}
}
