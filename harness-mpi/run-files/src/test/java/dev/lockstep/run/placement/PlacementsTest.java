package dev.lockstep.run.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.placement.Placements.Placement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementsTest {
    /** As the hypervisor here has it: 62 ns and 330, each within some percent. */
    private static double[] readings(int near, int far, double... others) {
        Random random = new Random(7);
        DoubleStream scattered = DoubleStream.concat(
                DoubleStream.generate(() -> 62 * (1 + 0.04 * random.nextGaussian()))
                        .limit(near),
                DoubleStream.generate(() -> 330 * (1 + 0.06 * random.nextGaussian()))
                        .limit(far));
        return DoubleStream.concat(scattered, DoubleStream.of(others)).toArray();
    }

    private static String place(Placements placements, double before, double after) {
        return placements.place(List.of(before), List.of(after));
    }

    @Test
    void readingsFarApartAreOfDifferentPlacements() {
        Placements placements = Placements.of(readings(300, 200));

        assertThat(placements.all()).extracting(Placement::name).containsExactly("near", "far");
        assertThat(placements.all().get(0).nanos()).isCloseTo(62, within(2.0));
        assertThat(placements.all().get(1).nanos()).isCloseTo(330, within(5.0));
        assertThat(place(placements, 60, 64)).isEqualTo("near");
        assertThat(place(placements, 320, 350)).isEqualTo("far");
        assertThat(place(placements, 61, 340)).isEqualTo(Placements.MOVED);
        assertThat(place(placements, 340, 61)).isEqualTo(Placements.MOVED);
        assertThat(placements.all().get(0)).hasToString("near (62 ns)");
    }

    @Test
    void namesGoOnFromTheNearest() {
        Placements placements = Placements.of(640, 640, 80, 80, 160, 160, 20, 20, 320, 320, 40, 40);

        assertThat(placements.all()).extracting(Placement::name).isEmpty();
        placements = Placements.of(640, 640, 640, 80, 80, 80, 160, 160, 160, 20, 20, 20, 320, 320, 320, 40, 40, 40);
        assertThat(placements.all())
                .extracting(Placement::name)
                .containsExactly("near", "far", "third", "fourth", "5th", "6th");
        assertThat(placements.all())
                .extracting(Placement::nanos)
                .containsExactly(20.0, 40.0, 80.0, 160.0, 320.0, 640.0);
    }

    /** Where one ends and the next begins, the ratio alone decides, whatever the unit. */
    @ParameterizedTest
    @CsvSource({"1, 1.49, 1", "1, 1.5, 2", "1000, 1490, 1", "1000, 1501, 2"})
    void aGapIsARatio(double low, double high, int placements) {
        assertThat(Placements.of(low, low, low, high, high, high).all()).hasSize(placements);
    }

    /** A slow drift is one placement: nowhere in it is there a gap. */
    @Test
    void readingsWithoutAGapAreOfOnePlacement() {
        double[] drift = DoubleStream.iterate(60, x -> x * 1.01).limit(200).toArray();

        assertThat(Placements.of(drift).all())
                .singleElement()
                .satisfies(one -> assertThat(one.high() / one.low()).isGreaterThan(4));
    }

    @Test
    void anOddReadingMakesNoPlacementAndCountsAsMissing() {
        Placements placements = Placements.of(readings(300, 200, 3100, 20, 150));

        assertThat(placements.all()).extracting(Placement::name).containsExactly("near", "far");
        assertThat(placements.at(3100)).isEmpty();
        assertThat(place(placements, 62, 3100)).isEqualTo("near");
        assertThat(place(placements, 150, 330)).isEqualTo("far");
        assertThat(place(placements, 3100, 20)).isEmpty();
    }

    /** Each is less than 1.5 times from the next, so that a rule of gaps alone would see one placement here. */
    @Test
    void oddReadingsFillNoGap() {
        double[] bridged = readings(300, 200, 90, 120, 160, 210, 270);

        assertThat(Placements.of(bridged).all()).extracting(Placement::name).containsExactly("near", "far");
        assertThat(place(Placements.of(bridged), 80, 80))
                .as("nearer than a gap")
                .isEqualTo("near");
    }

    /** Three of three hundred are a placement, three of three thousand are not: one in a hundred is wanted. */
    @Test
    void aPlacementHasOneReadingInAHundred() {
        assertThat(Placements.of(readings(297, 3)).all()).hasSize(2);
        assertThat(Placements.of(readings(298, 2)).all()).hasSize(1);
        assertThat(Placements.of(readings(3000, 3)).all()).hasSize(1);
        assertThat(Placements.of(readings(3000, 40)).all()).hasSize(2);
    }

    @Test
    void fewReadingsAreEnoughForARunOfFewIterations() {
        assertThat(place(Placements.of(62, 330), 62, 330)).isEqualTo(Placements.MOVED);
        assertThat(Placements.of(62, 330, 63, 320).all()).hasSize(2);
        assertThat(place(Placements.of(62, 61, 330), 62, 330)).isEqualTo("near");
        assertThat(place(Placements.of(330), Double.NaN, 330))
                .as("the only one there is")
                .isEqualTo("near");
    }

    /** Rings of four hops, of which none to all are far: by their means of 62 to 330 ns three and four would be one placement. */
    @Test
    void severalHopsAreTakenOneByOne() {
        double[] near = readings(200, 0);
        double[] far = readings(0, 200);
        List<List<Double>> rings = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            List<Double> ring = new ArrayList<>();
            for (int hop = 0; hop < 4; hop++) {
                ring.add(hop < i % 5 ? far[(i + 50 * hop) % 200] : near[(i + 50 * hop) % 200]);
            }
            Collections.rotate(ring, i);
            rings.add(ring);
        }
        Placements placements = Placements.of(rings);

        assertThat(placements.all())
                .extracting(Placement::name)
                .containsExactly("near", "3 near + 1 far", "2 near + 2 far", "1 near + 3 far", "far");
        assertThat(placements.all().get(2).nanos()).isCloseTo(196, within(6.0));
        assertThat(placements.at(rings.get(3)))
                .hasValueSatisfying(there -> assertThat(there.name()).isEqualTo("1 near + 3 far"));
        assertThat(placements.place(rings.get(0), rings.get(5))).isEqualTo("near");
        assertThat(placements.place(rings.get(0), rings.get(1))).isEqualTo(Placements.MOVED);
        assertThat(placements.place(List.of(62.0, 62.0, Double.NaN, 330.0), rings.get(4)))
                .as("one hop is not known")
                .isEqualTo("far");
    }

    @Test
    void aMixThatHardlyEverComesIsNoPlacementAndARankWithoutANeighbourHasNoHop() {
        List<List<Double>> rings = new ArrayList<>(Collections.nCopies(300, List.of(62.0, 63.0, Double.NaN)));
        rings.addAll(Collections.nCopies(300, List.of(330.0, 331.0, Double.NaN)));
        List<Double> mixed = List.of(62.0, 330.0, Double.NaN);
        rings.add(mixed);
        Placements placements = Placements.of(rings);

        assertThat(placements.all()).extracting(Placement::words).containsExactly("near, 63 ns", "far, 331 ns");
        assertThat(placements.at(mixed)).isEmpty();
        assertThat(placements.place(rings.get(0), mixed))
                .as("one of them had moved by then")
                .isEqualTo(Placements.MOVED);
        assertThat(placements.place(List.of(62.0, Double.NaN, Double.NaN), rings.get(0)))
                .as("what is not known is no move")
                .isEqualTo("near");
    }

    /** What scripts/placements recorded while a machine stayed: five probes lost a core, and read up to 3.5 ms. */
    @Test
    void aMachineThatStayedHasOnePlacementWhateverItsOddReadings() throws IOException {
        double[] stayed = recorded();
        Placements placements = Placements.of(stayed);
        assertThat(placements.all()).singleElement().satisfies(near -> {
            assertThat(near.nanos()).isBetween(84.0, 94.0);
            assertThat(near.high()).isLessThan(150);
        });
        assertThat(Arrays.stream(stayed)
                        .filter(nanos -> placements.at(nanos).isEmpty())
                        .boxed())
                .hasSize(5)
                .allMatch(nanos -> nanos > 300)
                .contains(3499936.5);
    }

    /** As scripts/placements writes it. */
    private static double[] recorded() throws IOException {
        try (InputStream in = PlacementsTest.class.getResourceAsStream("/placements/stayed.csv")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .skip(1)
                    .mapToDouble(line -> Double.parseDouble(line.split(",")[1]))
                    .toArray();
        }
    }

    @Test
    void readingsMayBeMissing() {
        Placements none = Placements.of(Double.NaN, 0, -1, Double.POSITIVE_INFINITY);

        assertThat(none.all()).isEmpty();
        assertThat(place(none, 62, 330)).isEmpty();
        Placements placements = Placements.of(readings(10, 10, Double.NaN, 0));
        assertThat(placements.all()).hasSize(2);
        assertThat(place(placements, Double.NaN, 330)).isEqualTo("far");
        assertThat(place(placements, 62, Double.NaN)).isEqualTo("near");
        assertThat(place(placements, Double.NaN, Double.NaN)).isEmpty();
    }
}
