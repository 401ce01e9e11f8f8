package dev.lockstep.run.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The placements of a machine's cores, as a cache line that is bounced between them tells them: readings (ns one way)
 * are of different placements only where a gap of {@value #GAP} times or more lies between them. Scores have no part in
 * it.
 *
 * <p>A reading that is nearly alone is <em>odd</em>: within the square root of {@value #GAP} on either side of it there
 * are fewer than three, or fewer than one in a hundred, as after a probe that lost its core. It makes no placement, and
 * fills no gap between others. It belongs to a placement that is less than {@value #GAP} times away; otherwise it is
 * taken for missing. Of fewer than six readings half are enough instead of three.
 */
public final class Placements {
    /** The name of an iteration's place whose two readings lie in different placements. */
    public static final String MOVED = "moved";

    /** The least ratio between neighbouring readings of different placements. */
    public static final double GAP = 1.5;

    private static final double NEIGHBOUR = Math.sqrt(GAP);
    private static final int ENOUGH = 3;
    private static final int ONE_IN = 100;
    private static final List<String> NAMES = List.of("near", "far", "third", "fourth");

    private final List<Placement> all;

    /**
     * A placement: how far apart the cores are for as long as the hypervisor leaves them there.
     *
     * @param name {@code near}, {@code far}, {@code third} … from the nearest on
     * @param nanos one way, the median of its readings
     * @param low the least of its readings
     * @param high the greatest of its readings
     */
    public record Placement(String name, double nanos, double low, double high) {
        /** How many times away a reading is: 1 for one that lies within. */
        private double away(double reading) {
            return Math.max(1, Math.max(low / reading, reading / high));
        }

        /** The placement by what it reads, within a sentence: {@code near, 62 ns}. */
        public String words() {
            return String.format(Locale.ROOT, "%s, %.0f ns", name, nanos);
        }

        /** The placement with its time: {@code near (62 ns)}. */
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s (%.0f ns)", name, nanos);
        }
    }

    private Placements(List<Placement> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Finds the placements of one machine and layout.
     *
     * @param readings in nanoseconds, in any order; NaN where one is missing
     */
    public static Placements of(double... readings) {
        double[] sorted =
                Arrays.stream(readings).filter(Placements::isReading).sorted().toArray();
        double[] agreed = agreed(sorted);
        List<Placement> all = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= agreed.length; i++) {
            if (i == agreed.length || agreed[i] >= GAP * agreed[i - 1]) {
                String name = all.size() < NAMES.size() ? NAMES.get(all.size()) : all.size() + 1 + "th";
                double median = (agreed[(begin + i - 1) / 2] + agreed[(begin + i) / 2]) / 2;
                all.add(new Placement(name, median, agreed[begin], agreed[i - 1]));
                begin = i;
            }
        }
        return new Placements(all);
    }

    /** The readings that are not odd. */
    private static double[] agreed(double[] sorted) {
        int enough = Math.max(Math.min(ENOUGH, (sorted.length + 1) / 2), (sorted.length + ONE_IN - 1) / ONE_IN);
        int[] first = new int[sorted.length];
        int[] last = new int[sorted.length];
        for (int i = 0, from = 0, to = 0; i < sorted.length; i++) {
            while (sorted[from] * NEIGHBOUR < sorted[i]) {
                from++;
            }
            while (to + 1 < sorted.length && sorted[to + 1] <= sorted[i] * NEIGHBOUR) {
                to++;
            }
            first[i] = from;
            last[i] = to;
        }
        return IntStream.range(0, sorted.length)
                .filter(i -> last[i] - first[i] + 1 >= enough)
                .mapToDouble(i -> sorted[i])
                .toArray();
    }

    private static boolean isReading(double nanos) {
        return nanos > 0 && Double.isFinite(nanos);
    }

    /** The placements, the nearest first; none without readings. */
    public List<Placement> all() {
        return all;
    }

    /** The placement that a reading was taken in; empty if it is missing or odd. */
    public Optional<Placement> at(double reading) {
        return all.stream()
                .filter(placement -> isReading(reading) && placement.away(reading) < GAP)
                .min((a, b) -> Double.compare(a.away(reading), b.away(reading)));
    }

    /**
     * The place of an iteration.
     *
     * @param before the reading before it, in nanoseconds; NaN if it is missing
     * @param after the reading after it
     * @return the name of the placement of both readings, or of the one that there is; {@value #MOVED} if they lie in
     *     different ones; empty if nothing is known
     */
    public String place(double before, double after) {
        Optional<Placement> then = at(before);
        Optional<Placement> later = at(after).or(() -> then);
        return then.or(() -> later)
                .map(placement -> later.get().equals(placement) ? placement.name() : MOVED)
                .orElse("");
    }
}
