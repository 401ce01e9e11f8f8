package dev.lockstep.run.placement;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.lockstep.run.placement.Placements.Placement;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The placement whose iterations count, for each layout: a pure function of probes, in which scores have no part
 * (docs/method.md, Placements). A launch counts there with at least half of its iterations, and three of them if it has
 * as many.
 */
public final class PlacementChoice {
    /**
     * The name of the metric of JMH's results with the readings before each iteration, in nanoseconds: the mean over the hops
     * that the exchange uses. Where these are several, {@code probe.before.1} and so on have each.
     */
    public static final String BEFORE = "probe.before";

    /** The name of that with the readings after it. */
    public static final String AFTER = "probe.after";

    /** So many launches there are enough to show a cell as it ran in the chosen placement; so many iterations, for a launch to count. */
    public static final int LEAST = 3;

    private static final Placements NOWHERE = Placements.of();

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
     * The readings before and after an iteration.
     *
     * @param before of each hop that its exchange uses, in nanoseconds; NaN where it is missing. In journals from before there
     *     were several, a number
     * @param after likewise
     */
    public record Readings(
            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<Double> before,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<Double> after) {
        public Readings {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }

        /** The readings of one hop. */
        public static Readings of(double before, double after) {
            return new Readings(List.of(before), List.of(after));
        }

        /**
         * The readings that metrics hold.
         *
         * @param metric an iteration's value of a metric; null if there is no such metric
         */
        public static Readings of(Function<String, Double> metric) {
            return new Readings(hops(BEFORE, metric), hops(AFTER, metric));
        }

        private static List<Double> hops(String name, Function<String, Double> metric) {
            List<Double> hops = Stream.iterate(1, hop -> hop + 1)
                    .map(hop -> metric.apply(name + "." + hop))
                    .takeWhile(Objects::nonNull)
                    .toList();
            return hops.isEmpty() ? List.of(metric.apply(name)) : hops;
        }

        /** The metrics that hold them. */
        public Map<String, Double> metrics() {
            Map<String, Double> metrics = new LinkedHashMap<>();
            Map.of(BEFORE, before, AFTER, after).forEach((name, hops) -> {
                metrics.put(name, Placements.mean(hops));
                for (int hop = 1; hops.size() > 1 && hop <= hops.size(); hop++) {
                    metrics.put(name + "." + hop, hops.get(hop - 1));
                }
            });
            return metrics;
        }
    }

    /**
     * Cells whose readings compare.
     *
     * @param ranks of the cell
     * @param threads per rank
     * @param hops from core to core that its exchange uses, and that are read: one of two ranks, of pairs one each, or those of
     *     a ring
     */
    public record Layout(int ranks, int threads, int hops) {
        /** The layout in words: {@code 2 ranks of 4 threads}. */
        public String words() {
            return ranks + " ranks" + (threads > 1 ? " of " + threads + " threads" : "")
                    + (hops > 1 && hops < ranks * threads ? " in pairs" : "");
        }

        private Layout with(List<List<Readings>> launches) {
            return launches.stream()
                    .flatMap(List::stream)
                    .findFirst()
                    .map(first -> new Layout(ranks, threads, first.before().size()))
                    .orElse(this);
        }
    }

    /**
     * The readings of a cell.
     *
     * @param layout which, with as many hops as were read
     * @param launches a probe for each iteration; none where a launch was not probed
     */
    public record Probed(Layout layout, List<List<Readings>> launches) {
        public Probed {
            layout = layout.with(launches);
            launches = launches.stream().map(List::copyOf).toList();
        }

        /** A cell all of whose launches were probed; if one was not, none counts as probed. */
        public static Probed whole(Layout layout, List<List<Readings>> launches) {
            return launches.stream().noneMatch(List::isEmpty)
                    ? new Probed(layout, launches)
                    : new Probed(layout, Collections.nCopies(launches.size(), List.of()));
        }

        /** Whether there is any reading. */
        public boolean isProbed() {
            return readings().flatMap(List::stream).anyMatch(nanos -> !Double.isNaN(nanos));
        }

        private Stream<List<Double>> readings() {
            return launches.stream().flatMap(List::stream).flatMap(probe -> Stream.of(probe.before(), probe.after()));
        }
    }

    /**
     * What is shown of a cell.
     *
     * @param iterations by their indices, by launch; none of a launch that is not shown
     * @param placement in which they ran; empty if all are shown
     * @param elsewhere whether it has too few launches in the placement that was chosen, so that the numbers are of another
     *     one and compare with no other cell's
     */
    public record Shown(List<List<Integer>> iterations, Optional<Placement> placement, boolean elsewhere) {}

    /** Chooses for all of these cells together. */
    public static PlacementChoice of(Wish wish, Collection<Probed> cells) {
        return of(wish, cells, List.of());
    }

    /** Chooses for these cells, and finds the placements of these others too. */
    public static PlacementChoice of(Wish wish, Collection<Probed> cells, Collection<Probed> others) {
        PlacementChoice choice = new PlacementChoice();
        Map<Layout, List<Probed>> alike = Stream.concat(cells.stream(), others.stream())
                .filter(Probed::isProbed)
                .collect(Collectors.groupingBy(Probed::layout));
        alike.forEach((layout, all) -> {
            Placements found =
                    Placements.of(all.stream().flatMap(Probed::readings).toList());
            choice.placements.put(layout, found);
            if (!wish.equals(Wish.ALL)) {
                choice.choose(
                        wish,
                        layout,
                        found,
                        cells.stream()
                                .filter(cell -> cell.layout().equals(layout))
                                .toList());
            }
        });
        return choice;
    }

    private void choose(Wish wish, Layout layout, Placements found, List<Probed> cells) {
        Map<Placement, Integer> votes = new HashMap<>();
        cells.forEach(cell -> mostOf(found, placement -> launches(found, placement, cell))
                .ifPresent(placement -> votes.merge(placement, 1, Integer::sum)));
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
        return launches(there(found, placement, cell));
    }

    private static int launches(List<List<Integer>> iterations) {
        return (int) iterations.stream().filter(launch -> !launch.isEmpty()).count();
    }

    private static List<List<Integer>> there(Placements found, Placement placement, Probed cell) {
        return cell.launches().stream()
                .map(launch -> there(found, placement, launch))
                .toList();
    }

    /** The iterations of a launch that count, by their indices. */
    private static List<Integer> there(Placements found, Placement placement, List<Readings> launch) {
        List<Integer> there = IntStream.range(0, launch.size())
                .filter(i -> found.place(launch.get(i).before(), launch.get(i).after())
                        .equals(placement.name()))
                .boxed()
                .toList();
        return 2 * there.size() >= launch.size() && there.size() >= Math.min(LEAST, launch.size()) ? there : List.of();
    }

    /** The placements of a layout, the nearest first; none where nothing was read. */
    public List<Placement> all(Layout layout) {
        return placements.getOrDefault(layout, NOWHERE).all();
    }

    /** The place of an iteration, as {@link Placements#place} names it. */
    public String place(Layout layout, Readings probe) {
        return placements.getOrDefault(layout, NOWHERE).place(probe.before(), probe.after());
    }

    /** The mean of those readings of an iteration that have a placement; NaN if none has. */
    public double nanos(Layout layout, Readings probe) {
        return Stream.of(probe.before(), probe.after())
                .filter(hops ->
                        placements.getOrDefault(layout, NOWHERE).at(hops).isPresent())
                .mapToDouble(Placements::mean)
                .average()
                .orElse(Double.NaN);
    }

    /** The layouts that ran in another placement than the chosen one, so that there was something to choose. */
    public List<Layout> divided() {
        return chosen.keySet().stream()
                .filter(layout -> !placements.get(layout).all().equals(List.of(chosen.get(layout))))
                .sorted(Comparator.comparingInt(Layout::ranks)
                        .thenComparingInt(Layout::threads)
                        .thenComparingInt(Layout::hops))
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
        return choiceOf(cell)
                .map(placement -> there(placements.get(cell.layout()), placement, cell))
                .orElseGet(() -> all(iterations));
    }

    private Optional<Placement> choiceOf(Probed cell) {
        return cell.isProbed() ? of(cell.layout()) : Optional.empty();
    }

    private static List<List<Integer>> all(List<Integer> iterations) {
        return iterations.stream()
                .map(count -> IntStream.range(0, count).boxed().toList())
                .toList();
    }

    /**
     * What is shown of a cell: the iterations that count, if three launches have some, or no other placement has more
     * launches; else those of the placement that has most; all of them if there is no such launch.
     *
     * @param iterations as for {@link #counting}
     */
    public Shown shown(Probed cell, List<Integer> iterations) {
        List<List<Integer>> counting = counting(cell, iterations);
        Optional<Placement> placement = choiceOf(cell);
        int there = launches(counting);
        if (placement.isEmpty() || there >= LEAST) {
            return new Shown(counting, placement, false);
        }
        Placements found = placements.get(cell.layout());
        Optional<Placement> own = mostOf(found, one -> launches(found, one, cell));
        if (there > 0 && there >= launches(found, own.orElseThrow(), cell)) {
            return new Shown(counting, placement, false);
        }
        return new Shown(own.map(one -> there(found, one, cell)).orElseGet(() -> all(iterations)), own, true);
    }
}
