package dev.lockstep.run.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.placement.PlacementChoice.Layout;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import dev.lockstep.run.placement.PlacementChoice.Readings;
import dev.lockstep.run.placement.PlacementChoice.Shown;
import dev.lockstep.run.placement.PlacementChoice.Wish;
import dev.lockstep.run.placement.Placements.Placement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementChoiceTest {
    private static final Layout PAIR = new Layout(2, 1, 1);

    /** A cell of launches such as {@code nnnff}: iterations near, far, moved meanwhile, or of which nothing is known. */
    private static Probed cell(Layout layout, double factor, String... launches) {
        List<List<Readings>> all = new ArrayList<>();
        for (String launch : launches) {
            all.add(launch.chars()
                    .mapToObj(c -> switch (c) {
                        case 'n' -> Readings.of(62 * factor, 63 * factor);
                        case 'f' -> Readings.of(330 * factor, 332 * factor);
                        case 'm' -> Readings.of(62 * factor, 330 * factor);
                        default -> Readings.of(Double.NaN, Double.NaN);
                    })
                    .toList());
        }
        return new Probed(layout, all);
    }

    private static Probed cell(String... launches) {
        return cell(PAIR, 1, launches);
    }

    private static List<List<Integer>> counting(PlacementChoice choice, Probed cell) {
        return choice.counting(cell, cell.launches().stream().map(List::size).toList());
    }

    private static String chosen(Wish wish, Probed... cells) {
        return PlacementChoice.of(wish, List.of(cells))
                .of(PAIR)
                .map(Placement::name)
                .orElse("any");
    }

    @Test
    void mostCellsDecideAndTiesGoToTheNearer() {
        Probed near = cell("nnnnn", "nnnnn", "fffff");
        Probed far = cell("fffff", "fffff", "nnnnn");

        assertThat(chosen(Wish.COMMON, near, far, far)).isEqualTo("far");
        assertThat(chosen(Wish.COMMON, near, far)).isEqualTo("near");
        assertThat(chosen(Wish.NEAR, near, far, far)).isEqualTo("near");
        assertThat(chosen(Wish.ALL, near, far, far)).isEqualTo("any");
        assertThat(PlacementChoice.of(Wish.COMMON, List.of(far)).of(PAIR))
                .hasValueSatisfying(placement -> assertThat(placement.words()).isEqualTo("far, 331 ns"));
    }

    /** What was near yesterday may be all there is today, or may not be there at all. */
    @Test
    void aPlacementIsAskedForByWhatItReads() {
        Probed both = cell("nnnnn", "fffff");
        assertThat(chosen(Wish.of("300ns").orElseThrow(), both)).isEqualTo("far");
        assertThat(chosen(Wish.of("62 ns").orElseThrow(), both)).isEqualTo("near");

        Probed far = cell("fffff");
        assertThat(chosen(Wish.of("330ns").orElseThrow(), far)).isEqualTo("any");
        PlacementChoice missed = PlacementChoice.of(Wish.of("62ns").orElseThrow(), List.of(far));
        assertThat(missed.of(PAIR).orElseThrow().words()).isEqualTo("as asked, 62 ns");
        assertThat(counting(missed, far)).containsExactly(List.of());

        assertThat(Wish.of("near")).contains(Wish.NEAR);
        assertThat(Wish.of("62")).isEmpty();
        assertThat(Wish.of("nearest")).isEmpty();
    }

    @Test
    void aLaunchCountsWithHalfOfItsIterationsAndThreeOfThem() {
        Probed cell = cell("nnnnn", "nfnfn", "nnfff", "mnnmm", "nnnmmm", "?nnn?", "nn", "n", "?????", "fffff", "fffff");
        PlacementChoice choice = PlacementChoice.of(Wish.NEAR, List.of(cell));

        assertThat(counting(choice, cell))
                .isEqualTo(Arrays.asList(
                        List.of(0, 1, 2, 3, 4),
                        List.of(0, 2, 4),
                        List.of(),
                        List.of(),
                        List.of(0, 1, 2),
                        List.of(1, 2, 3),
                        List.of(0, 1),
                        List.of(0),
                        List.of(),
                        List.of(),
                        List.of()));
    }

    private static Shown shown(PlacementChoice choice, Probed cell) {
        return choice.shown(cell, cell.launches().stream().map(List::size).toList());
    }

    /** Of the chosen placement where it has three launches, or as many as in any other; else of its own; else of all. */
    @Test
    void everyCellIsShown() {
        Probed common = cell("nnnnn", "nnnnn", "nnnnn");
        Probed three = cell("nnnnn", "nnnnn", "nnnnn", "fffff", "fffff", "fffff", "fffff");
        Probed tie = cell("nnnnn", "fffff");
        Probed far = cell("nnnnn", "fffff", "ffffm");
        Probed moved = cell("mmmmm", "nnmff");
        PlacementChoice choice = PlacementChoice.of(Wish.NEAR, List.of(common, three, tie, far, moved));

        assertThat(List.of(common, three, tie)).allSatisfy(cell -> {
            assertThat(shown(choice, cell).elsewhere()).isFalse();
            assertThat(shown(choice, cell).iterations()).isEqualTo(counting(choice, cell));
        });
        assertThat(shown(choice, far).elsewhere()).isTrue();
        assertThat(shown(choice, far).placement().orElseThrow().name()).isEqualTo("far");
        assertThat(shown(choice, far).iterations())
                .containsExactly(List.of(), List.of(0, 1, 2, 3, 4), List.of(0, 1, 2, 3));
        assertThat(shown(choice, moved).elsewhere()).isTrue();
        assertThat(shown(choice, moved).placement()).isEmpty();
        assertThat(shown(choice, moved).iterations()).allMatch(launch -> launch.size() == 5);
        PlacementChoice missed = PlacementChoice.of(Wish.of("1000ns").orElseThrow(), List.of(common));
        assertThat(shown(missed, common).placement().orElseThrow().name()).isEqualTo("near");
    }

    /** An odd reading of a machine that stayed where it was is no reason to leave an iteration out. */
    @Test
    void withOnePlacementEverythingCounts() {
        Probed cell = cell("nnnnn", "nn?nn", "?????");
        PlacementChoice choice = PlacementChoice.of(Wish.COMMON, List.of(cell));

        assertThat(choice.divided()).isEmpty();
        assertThat(counting(choice, cell)).allMatch(launch -> launch.size() == 5);
    }

    @Test
    void layoutsAreChosenForByThemselvesAndWhatIsNotProbedCountsWhole() {
        Probed pair = cell("fffff", "fffff", "nnnnn");
        Probed ring = cell(new Layout(4, 1, 1), 0.5, "nnnnn", "nnnnn", "fffff");
        Probed unprobed = new Probed(PAIR, List.of(List.of(), List.of()));
        PlacementChoice choice = PlacementChoice.of(Wish.COMMON, List.of(pair, ring, unprobed));

        assertThat(choice.divided()).containsExactly(PAIR, new Layout(4, 1, 1));
        assertThat(choice.of(PAIR).orElseThrow().words()).isEqualTo("far, 331 ns");
        assertThat(choice.of(new Layout(4, 1, 1)).orElseThrow().words()).isEqualTo("near, 31 ns");
        assertThat(choice.of(new Layout(0, 1, 1))).isEmpty();
        assertThat(choice.counting(unprobed, List.of(3, 1))).containsExactly(List.of(0, 1, 2), List.of(0));
    }

    /** Four ranks bound to two sockets, two each: pairs are near, and the ring is never. */
    @Test
    void exchangesAreWhereTheHopsAreThatTheyUse() {
        Layout four = new Layout(4, 1, 1);
        Readings inPairs = new Readings(List.of(62.0, 63.0), List.of(61.0, 62.0));
        Readings ring = new Readings(List.of(62.0, 330.0, 63.0, 331.0), List.of(61.0, 329.0, 62.0, 330.0));
        Probed pairs = new Probed(four, List.of(Collections.nCopies(5, inPairs)));
        Probed collective = new Probed(four, List.of(Collections.nCopies(5, ring)));
        PlacementChoice choice = PlacementChoice.of(Wish.COMMON, List.of(pairs, collective));

        assertThat(choice.divided()).as("each stayed where it was").isEmpty();
        assertThat(choice.all(pairs.layout())).extracting(Placement::words).containsExactly("near, 62 ns");
        assertThat(choice.all(collective.layout()))
                .extracting(Placement::words)
                .containsExactly("2 near + 2 far, 196 ns");
        assertThat(pairs.layout().words()).isEqualTo("4 ranks in pairs");
        assertThat(collective.layout().words()).isEqualTo("4 ranks");
        assertThat(choice.nanos(collective.layout(), ring)).isEqualTo(196);
    }

    @Test
    void readingsSurviveAsMetrics() {
        Readings one = Readings.of(62, Double.NaN);
        Readings two = new Readings(List.of(62.0, Double.NaN), List.of(61.0, 329.0));

        assertThat(one.metrics()).containsOnlyKeys("probe.before", "probe.after");
        assertThat(two.metrics())
                .containsEntry("probe.before", 62.0)
                .containsEntry("probe.after", 195.0)
                .containsEntry("probe.after.2", 329.0);
        for (Readings each : List.of(one, two)) {
            assertThat(Readings.of(each.metrics()::get)).isEqualTo(each);
        }
    }

    /** Where cores moved during every iteration there is a choice, and nothing counts. */
    @Test
    void withoutALaunchThatCountsTheNearestIsChosen() {
        Probed cell = cell("mmmmm", "nnfff", "mmmmm");
        PlacementChoice choice = PlacementChoice.of(Wish.COMMON, List.of(cell("mmmmm", "mmmmm")));

        assertThat(choice.of(PAIR).orElseThrow().name()).isEqualTo("near");
        assertThat(counting(choice, cell("mmmmm", "mmmmm"))).allMatch(List::isEmpty);
        assertThat(chosen(Wish.COMMON, cell)).isEqualTo("far");
    }

    /**
     * 180 launches of a ping-pong by ffm, 64 B, in eight minutes, of four iterations each: the machine was near, then far, and
     * near again. In a third of them a message took three and a half times as long.
     */
    @Test
    void aMachineThatMovedIsTakenApart() throws IOException {
        Map<String, List<double[]>> launches = new LinkedHashMap<>();
        try (InputStream in = PlacementChoiceTest.class.getResourceAsStream("/placements/moved.csv")) {
            new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .skip(1)
                    .forEach(line -> {
                        String[] fields = line.split(",");
                        launches.computeIfAbsent(fields[0], fork -> new ArrayList<>())
                                .add(Arrays.stream(fields)
                                        .skip(1)
                                        .mapToDouble(Double::parseDouble)
                                        .toArray());
                    });
        }
        Probed cell = new Probed(
                PAIR,
                launches.values().stream()
                        .map(launch -> launch.stream()
                                .map(row -> Readings.of(row[0], row[1]))
                                .toList())
                        .toList());
        PlacementChoice choice = PlacementChoice.of(Wish.COMMON, List.of(cell));
        List<List<Integer>> counting = counting(choice, cell);
        List<List<double[]>> all = List.copyOf(launches.values());
        double[] near = IntStream.range(0, all.size())
                .filter(i -> !counting.get(i).isEmpty())
                .mapToDouble(i -> counting.get(i).stream()
                        .mapToDouble(k -> all.get(i).get(k)[2])
                        .average()
                        .orElseThrow())
                .toArray();

        assertThat(choice.all(PAIR)).extracting(Placement::words).containsExactly("near, 42 ns", "far, 197 ns");
        assertThat(counting.stream().filter(launch -> !launch.isEmpty())).hasSize(120);
        assertThat(scatter(near)).isLessThan(0.05);
        assertThat(scatter(all.stream()
                        .mapToDouble(launch -> launch.stream()
                                .mapToDouble(row -> row[2])
                                .average()
                                .orElseThrow())
                        .toArray()))
                .isGreaterThan(0.6);
        assertThat(IntStream.range(0, all.size())
                        .boxed()
                        .flatMap(i -> cell.launches().get(i).stream())
                        .filter(readings -> choice.place(PAIR, readings).equals(Placements.MOVED)))
                .hasSize(1);
    }

    /** The standard deviation over the mean. */
    private static double scatter(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
        return Math.sqrt(squares / (values.length - 1)) / mean;
    }
}
