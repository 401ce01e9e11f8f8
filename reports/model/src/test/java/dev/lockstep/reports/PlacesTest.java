package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.RankRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static final CellKey CELL = CellKey.of("a.B.c", "", Map.of(CellKey.COMM, "c", CellKey.RANKS, "2"), 1);

    /** The number of an iteration in which rank 1 is not scored. */
    private static final int UNSCORED_IN = 13;

    private final List<RankRow> rows = new ArrayList<>();

    private void iteration(int number, String phase, double score, Double... hosts) {
        iteration("c", number, phase, score, hosts);
    }

    private void iteration(String comm, int number, String phase, double score, Double... hosts) {
        for (int rank = 0; rank < 2; rank++) {
            int host = rank * (hosts.length / 2 - 1);
            rows.add(new RankRow(
                    "a.B.c",
                    "",
                    comm,
                    "2",
                    1,
                    1,
                    1 + number / 10,
                    phase,
                    number,
                    String.valueOf(rank),
                    "0",
                    "h" + host,
                    "1",
                    score + rank,
                    "us/op",
                    null,
                    null,
                    null,
                    hosts[2 * host],
                    hosts[2 * host + 1],
                    "",
                    number == UNSCORED_IN && rank == 1 ? RankRow.UNSCORED : ""));
        }
    }

    @Test
    void anIterationIsWhereItsReadingsAre() {
        for (int i = 1; i <= 6; i++) {
            iteration(i, "measurement", 1, 62.0, 63.0);
        }
        for (int i = 11; i <= 13; i++) {
            iteration(i, "measurement", 4, 330.0, 332.0);
        }
        iteration(14, "measurement", 3, 62.0, 330.0);
        iteration(15, "warmup", 9, 330.0, 330.0);
        iteration(16, "measurement", 9, 1700.0, Double.NaN);
        Places places = Places.of(rows);

        assertThat(places.iterations().get(CELL)).hasSize(10);
        assertThat(places.iterations().get(CELL).get(6)).isEqualTo(new Places.Iteration(2, 11, "far", 331, 4500));
        assertThat(places.iterations().get(CELL).get(8).score()).isEqualTo(4000);
        assertThat(places.iterations().get(CELL).get(9).place()).isEqualTo("moved");
        assertThat(places.machines()).singleElement().satisfies(machine -> {
            assertThat(machine.counts()).isEqualTo(Map.of("near", 6, "far", 3, "moved", 1));
            assertThat(machine.share("near")).isCloseTo(0.6, within(1e-9));
            assertThat(machine.share("elsewhere")).isZero();
            assertThat(machine.moved()).isTrue();
        });
    }

    /** Processes that are bound to cores far apart, and threads that are not: a name is the same distance for both. */
    @Test
    void communicatorsOnDifferentCoresAreNoMove() {
        for (int i = 1; i <= 6; i++) {
            iteration("c", i, "measurement", 4, 330.0, 331.0);
            iteration("local", i, "measurement", 1, 62.0, 63.0);
        }
        assertThat(Places.of(rows).machines()).singleElement().satisfies(machine -> {
            assertThat(machine.counts()).isEqualTo(Map.of("near", 6, "far", 6));
            assertThat(machine.moved()).isFalse();
        });
        assertThat(Places.of(rows).iterations().get(CELL))
                .extracting(Places.Iteration::place)
                .containsOnly("far");
        iteration("local", 7, "measurement", 1, 331.0, 332.0);
        assertThat(Places.of(rows).machines())
                .singleElement()
                .extracting(Places.Machine::moved)
                .isEqualTo(true);
    }

    /** Ranks on two machines: each has placements of its own, and the iteration is in both. */
    @Test
    void eachHostsProbeCounts() {
        for (int i = 1; i <= 4; i++) {
            iteration(i, "measurement", 1, 62.0, 62.0, 25.0, 25.0);
        }
        for (int i = 5; i <= 8; i++) {
            iteration(i, "measurement", 1, 330.0, 330.0, 25.0, 25.0);
        }
        Places places = Places.of(rows);

        assertThat(places.machines())
                .extracting(machine -> machine.layout().host())
                .containsExactly("h0", "h1");
        assertThat(places.iterations().get(CELL))
                .extracting(Places.Iteration::place)
                .containsOnly("near", "far+near")
                .filteredOn("near"::equals)
                .hasSize(4);
    }

    @Test
    void nothingIsSaidOfARunThatWasNotProbed() {
        iteration(1, "measurement", 1, Double.NaN, Double.NaN);

        assertThat(Places.of(rows)).isEqualTo(new Places(List.of(), Map.of()));
    }
}
