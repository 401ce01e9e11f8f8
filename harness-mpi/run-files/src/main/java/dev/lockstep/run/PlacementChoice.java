package dev.lockstep.run;

import dev.lockstep.run.Placements.Placement;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The placement whose iterations count, for each layout: a pure function of probes, in which scores have no part
 * (docs/method.md, Placements). A launch counts there with at least half of its iterations, and three of them if it has
 * as many.
 */
public final class PlacementChoice {
    /** The name of the metric of JMH's results with the readings before each iteration, in nanoseconds. */
    public static final String BEFORE = "probe.before";

    /** The name of that with the readings after it. */
    public static final String AFTER = "probe.after";

    private static final int LEAST = 3;

    private final Map<Layout, Placements> placements = new HashMap<>();
    private final Map<Layout, Placement> chosen = new HashMap<>();

    /**
     * A reader's wish.
     *
     * @param name {@code common}, {@code near}, {@code all}, or what the placement reads, such as {@code 62ns}
     * @param nanos of the last; NaN of the others
     */
    public record Wish(String name, double nanos) {
        /** The placement in which most cells have their launches; of several the nearest. */
        public static final Wish COMMON = new Wish("common", Double.NaN);

        /** The nearest. */
        public static final Wish NEAR = new Wish("near", Double.NaN);

        /** None: every iteration counts. */
        public static final Wish ALL = new Wish("all", Double.NaN);

        private static final Pattern READING = Pattern.compile("(\\d{1,6}) ?ns");

        /** The wish of a name; empty if it is none. */
        public static Optional<Wish> of(String name) {
            Matcher reading = READING.matcher(name);
            return reading.matches()
                    ? Optional.of(new Wish(name, Integer.parseInt(reading.group(1))))
                    : Stream.of(COMMON, NEAR, ALL)
                            .filter(wish -> wish.name.equals(name))
                            .findFirst();
        }
    }

    /**
     * The readings before and after an iteration, of several hosts the highest.
     *
     * @param before in nanoseconds; NaN if it is missing
     * @param after likewise
     */
    public record Probe(double before, double after) {}

    /**
     * Cells whose readings compare: a ring of more ranks reads another mean.
     *
     * @param ranks of the cell
     * @param threads per rank
     */
    public record Layout(int ranks, int threads) {
        /** The layout of a cell. */
        public static Layout of(CellKey cell) {
            return new Layout(cell.ranks(), cell.threads());
        }
    }

    /**
     * The readings of a cell.
     *
     * @param layout which
     * @param launches a probe for each iteration; none where a launch was not probed
     */
    public record Probed(Layout layout, List<List<Probe>> launches) {
        public Probed {
            launches = launches.stream().map(List::copyOf).toList();
        }

        /** Whether there is any reading. */
        public boolean isProbed() {
            return readings().anyMatch(nanos -> !Double.isNaN(nanos));
        }

        private DoubleStream readings() {
            return launches.stream()
                    .flatMap(List::stream)
                    .flatMapToDouble(probe -> DoubleStream.of(probe.before(), probe.after()));
        }
    }

    /** Chooses for all of these cells together. */
    public static PlacementChoice of(Wish wish, Collection<Probed> cells) {
        PlacementChoice choice = new PlacementChoice();
        if (!wish.equals(Wish.ALL)) {
            cells.stream()
                    .filter(Probed::isProbed)
                    .map(Probed::layout)
                    .distinct()
                    .forEach(layout -> {
                        List<Probed> alike = cells.stream()
                                .filter(cell -> cell.layout().equals(layout))
                                .toList();
                        choice.choose(wish, layout, alike);
                    });
        }
        return choice;
    }

    private void choose(Wish wish, Layout layout, List<Probed> cells) {
        Placements found =
                Placements.of(cells.stream().flatMapToDouble(Probed::readings).toArray());
        Map<Placement, Integer> votes = new HashMap<>();
        cells.forEach(cell -> mostOf(found, placement -> launches(found, placement, cell))
                .ifPresent(placement -> votes.merge(placement, 1, Integer::sum)));
        placements.put(layout, found);
        Optional<Placement> wanted = wish.equals(Wish.COMMON)
                ? mostOf(found, placement -> votes.getOrDefault(placement, 0))
                : Double.isNaN(wish.nanos())
                        ? Optional.empty()
                        : found.at(wish.nanos()).or(() -> Optional.of(nowhere(wish.nanos())));
        wanted.or(() -> found.all().stream().findFirst()).ifPresent(placement -> chosen.put(layout, placement));
    }

    /** A placement that was asked for, and that no iteration ran in. */
    private static Placement nowhere(double nanos) {
        return new Placement("as asked", nanos, nanos, nanos);
    }

    /** The placement with the highest count above 0; of several the nearest. */
    private static Optional<Placement> mostOf(Placements found, ToIntFunction<Placement> count) {
        int most = found.all().stream().mapToInt(count).max().orElse(0);
        return found.all().stream()
                .filter(placement -> most > 0 && count.applyAsInt(placement) == most)
                .findFirst();
    }

    private static int launches(Placements found, Placement placement, Probed cell) {
        return (int) cell.launches().stream()
                .filter(launch -> !there(found, placement, launch).isEmpty())
                .count();
    }

    /** The iterations of a launch that count, by their indices. */
    private static List<Integer> there(Placements found, Placement placement, List<Probe> launch) {
        List<Integer> there = IntStream.range(0, launch.size())
                .filter(i -> found.place(launch.get(i).before(), launch.get(i).after())
                        .equals(placement.name()))
                .boxed()
                .toList();
        return 2 * there.size() >= launch.size() && there.size() >= Math.min(LEAST, launch.size()) ? there : List.of();
    }

    /** The layouts that ran in another placement than the chosen one, so that there was something to choose. */
    public List<Layout> divided() {
        return chosen.keySet().stream()
                .filter(layout -> !placements.get(layout).all().equals(List.of(chosen.get(layout))))
                .sorted(Comparator.comparingInt(Layout::ranks).thenComparingInt(Layout::threads))
                .toList();
    }

    /** The placement that is chosen for a layout, though it be the only one; empty where nothing was read. */
    public Optional<Placement> wished(Layout layout) {
        return Optional.ofNullable(chosen.get(layout));
    }

    /** The placement of which a layout's numbers are; empty if every iteration counts. */
    public Optional<Placement> of(Layout layout) {
        return divided().contains(layout) ? Optional.of(chosen.get(layout)) : Optional.empty();
    }

    /**
     * The iterations that count, by launch. All do of a cell without any reading, and of a layout with one placement.
     *
     * @param iterations how many each launch has, as many launches as {@code cell} has
     * @return their indices, in ascending order; none of a launch that does not count
     */
    public List<List<Integer>> counting(Probed cell, List<Integer> iterations) {
        Optional<Placement> placement = cell.isProbed() ? of(cell.layout()) : Optional.empty();
        return IntStream.range(0, iterations.size())
                .mapToObj(i -> placement
                        .map(one -> there(
                                placements.get(cell.layout()),
                                one,
                                cell.launches().get(i)))
                        .orElseGet(() ->
                                IntStream.range(0, iterations.get(i)).boxed().toList()))
                .toList();
    }
}
