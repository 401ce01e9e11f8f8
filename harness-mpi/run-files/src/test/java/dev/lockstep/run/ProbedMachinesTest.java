package dev.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.Placements.Placement;
import dev.lockstep.run.ProbedMachines.Layout;
import org.junit.jupiter.api.Test;

class ProbedMachinesTest {
    private final ProbedMachines machines = new ProbedMachines();

    private static RankRow row(
            String host, String ranks, int threads, int iteration, int rank, double before, double after) {
        return row("measurement", host, ranks, threads, iteration, rank, before, after);
    }

    private static RankRow row(
            String phase,
            String host,
            String ranks,
            int threads,
            int iteration,
            int rank,
            double before,
            double after) {
        return new RankRow(
                "a.B.c",
                "",
                "c",
                ranks,
                threads,
                1,
                1,
                phase,
                iteration,
                String.valueOf(rank),
                "0",
                host,
                "1",
                1.0,
                "us/op",
                null,
                null,
                null,
                before,
                after,
                "",
                "");
    }

    /** A ring of three ranks reads something else than two on the same machine, and another machine may be another. */
    @Test
    void readingsCompareOnOneMachineAndInOneLayoutOnly() {
        for (int i = 1; i <= 6; i++) {
            machines.add(row("h1", "2", 1, i, 0, 62, i % 2 == 0 ? 330 : 61));
            machines.add(row("h1", "3", 1, i, 0, 160, 165));
            machines.add(row("h2", "2", 1, i, 0, 25, 26));
            machines.add(row("h2", "2", 2, i, 0, 80, 80));
        }
        assertThat(machines.layouts())
                .containsExactly(
                        new Layout("h1", "2", 1),
                        new Layout("h1", "3", 1),
                        new Layout("h2", "2", 1),
                        new Layout("h2", "2", 2));
        assertThat(machines.of(new Layout("h1", "3", 1)).all())
                .singleElement()
                .extracting(Placement::name)
                .isEqualTo("near");
        assertThat(machines.place(row("h1", "2", 1, 9, 0, 330, 331))).isEqualTo("far");
        assertThat(machines.place(row("h2", "2", 1, 9, 0, 25, 25))).isEqualTo("near");
        assertThat(machines.place(row("h9", "2", 1, 9, 0, 25, 25))).isEmpty();
    }

    /** Sixteen ranks that all read it make one odd reading no placement. */
    @Test
    void whatAllRanksReadCountsOnce() {
        for (int i = 1; i <= 20; i++) {
            for (int rank = 0; rank < 16; rank++) {
                machines.add(row(rank % 2 == 0 ? "h1" : "h2", "16", 1, i, rank, 62, i == 7 ? 9000 : 62));
            }
        }
        assertThat(machines.of(new Layout("h1", "16", 1)).all()).hasSize(1);
        assertThat(machines.place(row("h1", "16", 1, 7, 0, 62, 9000))).isEqualTo("near");
        assertThat(machines.readings(row("h1", "16", 1, 7, 0, 62, 9000))).containsExactly(62.0);
    }

    /** A probe that is interpreted reads another time each time, and none of them is a placement. */
    @Test
    void warmupMakesNoPlacementButHasOne() {
        for (int i = 1; i <= 6; i++) {
            machines.add(row("warmup", "h1", "2", 1, i, 0, 570, i < 4 ? 570 : 62));
            machines.add(row("h1", "2", 1, i, 0, 62, 62));
        }
        assertThat(machines.of(new Layout("h1", "2", 1)).all()).hasSize(1);
        assertThat(machines.place(row("warmup", "h1", "2", 1, 4, 0, 570, 62))).isEqualTo("near");
        assertThat(machines.place(row("warmup", "h1", "2", 1, 1, 0, 570, 570))).isEmpty();
    }

    @Test
    void rowsOfAnEarlierVersionHaveNoPlace() {
        RankRow old = row("h1", "2", 1, 1, 0, Double.NaN, Double.NaN);
        machines.add(old);
        assertThat(machines.isEmpty()).isTrue();
        assertThat(machines.place(old)).isEmpty();
        assertThat(machines.readings(old)).isEmpty();
    }
}
