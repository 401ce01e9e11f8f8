package dev.lockstep.run.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
 *
 * <p>Exchanges of more than two ranks use several <em>hops</em>, each of which is read. Their placement is how many of the
 * hops are near and how many far, for a mean would take one far hop of eight for a slow near one.
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
    /** Of single hops. */
    private final List<Placement> hops;
    /** The hops that are ever read: a rank that is alone on its host has none. */
    private final BitSet read;

    /**
     * A placement: how far apart the cores are for as long as the hypervisor leaves them there.
     *
     * @param name {@code near}, {@code far}, {@code third} … from the nearest on; of several hops that differ {@code 3 near +
     *     1 far}
     * @param nanos one way, the median of its readings, which are means over hops
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

    private Placements(List<Placement> all, List<Placement> hops, BitSet read) {
        this.all = List.copyOf(all);
        this.hops = List.copyOf(hops);
        this.read = read;
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
                all.add(of(name, Arrays.copyOfRange(agreed, begin, i)));
                begin = i;
            }
        }
        BitSet one = new BitSet();
        one.set(0);
        return new Placements(all, all, one);
    }

    /**
     * Finds the placements of one machine and layout, of as many hops each time.
     *
     * @param readings of all hops together; NaN where one is missing
     */
    public static Placements of(Collection<List<Double>> readings) {
        List<Placement> hops = of(readings.stream()
                        .flatMapToDouble(ring -> ring.stream().mapToDouble(nanos -> nanos))
                        .toArray())
                .all;
        BitSet read = new BitSet();
        readings.forEach(ring -> IntStream.range(0, ring.size())
                .filter(hop -> isReading(ring.get(hop)))
                .forEach(read::set));
        Placements single = new Placements(hops, hops, read);
        Map<String, List<Double>> mixes = readings.stream()
                .filter(ring -> single.mix(ring).isPresent())
                .collect(Collectors.groupingBy(
                        ring -> single.mix(ring).orElseThrow(),
                        Collectors.mapping(Placements::mean, Collectors.toList())));
        int enough = enough(mixes.values().stream().mapToInt(List::size).sum());
        List<Placement> all = mixes.entrySet().stream()
                .filter(mix -> mix.getValue().size() >= enough)
                .map(mix -> of(
                        mix.getKey(),
                        mix.getValue().stream()
                                .mapToDouble(nanos -> nanos)
                                .sorted()
                                .toArray()))
                .sorted(Comparator.comparingDouble(Placement::nanos))
                .toList();
        return read.cardinality() > 1 ? new Placements(all, hops, read) : single;
    }

    private static Placement of(String name, double... sorted) {
        int n = sorted.length;
        return new Placement(name, (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
    }

    private static int enough(int readings) {
        return Math.max(Math.min(ENOUGH, (readings + 1) / 2), (readings + ONE_IN - 1) / ONE_IN);
    }

    /** The mean over those hops that were read; NaN if none was. */
    public static double mean(List<Double> hops) {
        return hops.stream()
                .mapToDouble(nanos -> nanos)
                .filter(Placements::isReading)
                .average()
                .orElse(Double.NaN);
    }

    /** How many hops are where, in words; empty if that is not known of each. */
    private Optional<String> mix(List<Double> readings) {
        List<String> names = read.stream()
                .filter(hop -> hop < readings.size())
                .mapToObj(readings::get)
                .flatMap(nanos -> at(nanos, hops).stream())
                .map(Placement::name)
                .toList();
        if (names.size() < read.cardinality() || names.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                names.stream().distinct().count() == 1
                        ? names.get(0)
                        : hops.stream()
                                .map(Placement::name)
                                .filter(names::contains)
                                .map(name -> Collections.frequency(names, name) + " " + name)
                                .collect(Collectors.joining(" + ")));
    }

    /** The readings that are not odd. */
    private static double[] agreed(double[] sorted) {
        int enough = enough(sorted.length);
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

    /** The placement that a reading was taken in, of several hops their mean; empty if it is missing or odd. */
    public Optional<Placement> at(double reading) {
        return at(reading, all);
    }

    /** The placement that readings of some hops were taken in; empty if one is missing or odd. */
    public Optional<Placement> at(List<Double> readings) {
        return mix(readings)
                .flatMap(name -> all.stream()
                        .filter(placement -> placement.name.equals(name))
                        .findFirst());
    }

    private static Optional<Placement> at(double reading, List<Placement> some) {
        return some.stream()
                .filter(placement -> isReading(reading) && placement.away(reading) < GAP)
                .min((a, b) -> Double.compare(a.away(reading), b.away(reading)));
    }

    /**
     * The place of an iteration.
     *
     * @param before the readings of its hops before it, in nanoseconds; NaN where one is missing
     * @param after the readings after it
     * @return the name of the placement of both readings, or of the one that there is; {@value #MOVED} if they lie in
     *     different ones; empty if nothing is known
     */
    public String place(List<Double> before, List<Double> after) {
        if (isRare(before) || isRare(after)) {
            return MOVED;
        }
        Optional<Placement> then = at(before);
        Optional<Placement> later = at(after).or(() -> then);
        return then.or(() -> later)
                .map(placement -> later.get().equals(placement) ? placement.name() : MOVED)
                .orElse("");
    }

    /** Whether it is known where each hop was, and hardly any other reading is of that mix. */
    private boolean isRare(List<Double> readings) {
        return mix(readings).isPresent() && at(readings).isEmpty();
    }
}
