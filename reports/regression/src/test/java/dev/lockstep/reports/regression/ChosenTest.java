package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.placement.PlacementChoice.Wish;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.inference.FisherExactTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Like compared with like: near an operation takes 1 us, far 4. */
class ChosenTest {
    @TempDir
    private Path directory;

    /** So many launches near, then so many far, of a cell on C. */
    private static Results side(double slower, int near, int far) {
        return add(new Results(), "c", true, slower, near, far);
    }

    private static Results add(Results results, String comm, boolean probed, double slower, int near, int far) {
        List<List<Double>> scores = new ArrayList<>();
        List<List<Double>> probes = new ArrayList<>();
        for (int fork = 0; fork < near + far; fork++) {
            double score = (fork < near ? 1 : 4) * slower * (1 + 0.0005 * fork);
            scores.add(List.of(score, score * 1.0003, score, score * 1.0003, score));
            probes.add(Collections.nCopies(5, fork < near ? 62.0 : 330.0));
        }
        return results.add("a.B.c", scores)
                .with("params", Map.of("comm", comm, "ranks", "2"))
                .with(
                        "secondaryMetrics",
                        probed
                                ? Map.of(
                                        "ranks.max", metric("us/op", scores),
                                        "probe.before", metric("ns", probes),
                                        "probe.after", metric("ns", probes))
                                : Map.of());
    }

    private static Map<String, Object> metric(String unit, List<List<Double>> raw) {
        return Map.of("score", 1, "scoreError", "NaN", "scoreUnit", unit, "rawData", raw);
    }

    private Comparison compared(Results base, Results head) throws IOException {
        return compared(base, head, Wish.COMMON);
    }

    private Comparison compared(Results base, Results head, Wish wish) throws IOException {
        return compared(base, head, wish, true);
    }

    private Comparison compared(Results base, Results head, Wish wish, boolean inTurns) throws IOException {
        Settings settings = Settings.DEFAULT.in(wish);
        return Comparison.of(
                Suite.read(base.in(directory, "base.json"), settings),
                Suite.read(head.in(directory, "head.json"), settings),
                settings,
                Inference::of,
                inTurns);
    }

    private static Row score(Comparison comparison) {
        return comparison.rows().stream()
                .filter(row -> row.id().metric().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatDiffersInPlacementOnlyDoesNotDiffer() throws IOException {
        Results base = side(1, 5, 1);
        Results head = side(1, 5, 5);
        Comparison near = compared(base, head);

        assertThat(near.rows()).extracting(Row::verdict).containsOnly(Verdict.NO_CHANGE);
        assertThat(score(near).base().orElseThrow().forks()).isEqualTo(5);
        assertThat(score(near).head().orElseThrow().score()).isCloseTo(1, within(0.01));
        assertThat(near.notes())
                .contains("Rows of 2 ranks are compared near, 62 ns: 5 of 6 launches of base and 5 of 10 of head ran"
                        + " there.");
        Comparison all = compared(base, head, Wish.ALL);
        assertThat(score(all).ratio().orElseThrow()).isGreaterThan(1.5);
        assertThat(score(all).head().orElseThrow().forks()).isEqualTo(10);
        assertThat(all.notes()).noneMatch(note -> note.contains("compared near"));
    }

    @Test
    void aSlowdownIsFoundWithinThePlacement() throws IOException {
        Results base = side(1, 5, 3);
        Results head = side(1.2, 5, 2);

        assertThat(compared(base, head).rows()).extracting(Row::verdict).containsOnly(Verdict.REGRESSED);
    }

    /** The choice is over both sides: by itself head would be compared far. */
    @Test
    void theChoiceIsMadeOverBothSides() throws IOException {
        Results base = add(add(side(1, 5, 0), "ffm", true, 1, 1, 0), "ucx", true, 1, 1, 0);
        Results head = add(add(side(1, 5, 1), "ffm", true, 1, 0, 1), "ucx", true, 1, 0, 1);
        Comparison comparison = compared(base, head);

        assertThat(comparison.rows())
                .filteredOn(row -> !row.id().text().contains("comm=c"))
                .hasSize(4)
                .allSatisfy(row -> {
                    assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                    assertThat(row.why()).isEqualTo("no launch of head ran near, 62 ns");
                    assertThat(row.head()).isEmpty();
                    assertThat(row.ratio()).isEmpty();
                });
        assertThat(comparison.rows())
                .filteredOn(row -> row.id().text().contains("comm=c"))
                .extracting(Row::verdict)
                .containsOnly(Verdict.NO_CHANGE);
    }

    @Test
    void whereSharesDifferClearlyNothingIsConcluded() throws IOException {
        Results base = side(1, 10, 1);
        Row biased = score(compared(base, side(1.5, 3, 9)));

        assertThat(biased.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(biased.why())
                .isEqualTo(
                        "base ran near, 62 ns in 10 of 11 launches of 2 ranks, head in 3 of 12: what changed may decide"
                                + " where it runs");
        Comparison hours = compared(base, side(1.5, 5, 9), Wish.COMMON, false);
        assertThat(score(hours).verdict()).as("not in turns").isEqualTo(Verdict.REGRESSED);
        assertThat(hours.notes()).anyMatch(note -> note.contains("10 of 11 launches of base and 5 of 14 of head"));
        assertThat(score(compared(base, side(1.5, 7, 5))).verdict())
                .as("p is 0.16")
                .isEqualTo(Verdict.REGRESSED);
    }

    /** By itself no row shows it: p is 0.2 of each, and 0.0001 of those of two ranks together. */
    @Test
    void sharesAreThoseOfAllRowsOfALayout() throws IOException {
        Results base = new Results();
        Results head = new Results();
        for (String comm : List.of("c", "ffm", "ucx", "mpj")) {
            add(base, comm, true, 1, 5, 3);
            add(head, comm, true, 1.5, 8, 0);
        }
        for (Results side : List.of(base, head)) {
            add(side, "c", true, side == base ? 1 : 1.5, side == base ? 5 : 8, side == base ? 3 : 0)
                    .with("params", Map.of("comm", "c", "ranks", "4"));
        }
        Comparison comparison = compared(base, head);

        assertThat(comparison.rows())
                .filteredOn(row -> row.id().cell().ranks() == 2)
                .hasSize(8)
                .allSatisfy(row -> {
                    assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                    assertThat(row.why())
                            .isEqualTo("base ran near, 62 ns in 20 of 32 launches of 2 ranks, head in 32 of 32: what"
                                    + " changed may decide where it runs");
                    assertThat(row.tested()).isPresent();
                });
        assertThat(comparison.rows())
                .filteredOn(row -> row.id().cell().ranks() == 4)
                .extracting(Row::verdict)
                .containsExactly(Verdict.REGRESSED, Verdict.REGRESSED);
    }

    @Test
    void whereLaunchesAreLeftOutItTakesFiveOfEitherSide() throws IOException {
        Row three = score(compared(side(1, 3, 2), side(1.5, 3, 2)));
        assertThat(three.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(three.why()).isEqualTo("3 forks near, 62 ns; it takes 5");
        assertThat(three.ratio().orElseThrow()).isCloseTo(1.5, within(1e-9));
        assertThat(three.tested()).isEmpty();
        assertThat(score(compared(side(1, 4, 0), side(1.5, 5, 1))).why())
                .as("of head only")
                .isEqualTo("4 forks near, 62 ns; it takes 5");
        assertThat(score(compared(side(1, 5, 2), side(1.5, 5, 1))).verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(score(compared(side(1, 3, 0), side(1.5, 3, 0))).verdict())
                .as("none left out")
                .isEqualTo(Verdict.REGRESSED);
        Results base = add(side(1, 3, 0), "ffm", true, 1, 5, 1);
        Results head = add(side(1.5, 3, 0), "ffm", true, 1.5, 5, 1);
        assertThat(compared(base, head).rows())
                .as("none left out of three")
                .extracting(Row::verdict)
                .containsOnly(Verdict.REGRESSED);
    }

    @Test
    void theTestOfSharesIsFishers() {
        FisherExactTest theirs = FisherExactTest.withDefaults();
        for (int[][] table :
                new int[][][] {{{10, 1}, {3, 9}}, {{5, 0}, {0, 5}}, {{7, 3}, {7, 3}}, {{0, 4}, {6, 2}}, {{3, 0}, {5, 0}}
                }) {
            assertThat(Chosen.fisher(table)).isCloseTo(theirs.test(table).getPValue(), within(1e-9));
        }
    }

    @Test
    void whereOneSideWasNotProbedItIsComparedAsItIsAndMarked() throws IOException {
        Results base = add(new Results(), "c", false, 1, 5, 0);
        Row row = score(compared(base, side(1, 5, 5)));

        assertThat(row.why()).isEqualTo("all placements: base has no probes");
        assertThat(row.head().orElseThrow().forks()).isEqualTo(10);
        assertThat(row.ratio().orElseThrow()).isGreaterThan(1.5);
        assertThat(score(compared(base, side(1, 5, 0))).why()).isEmpty();
    }

    /** JMH would give each iteration the same weight. */
    @Test
    void aForkCountsOnceHoweverManyIterationsItHad() throws IOException {
        Results ragged = new Results()
                .add("a.B.c", List.of(List.of(1.0, 1.0, 1.0, 1.0), List.of(2.0), List.of(3.0)))
                .with("mode", "avgt");
        assertThat(Compared.single(directory, ragged, ragged)
                        .base()
                        .orElseThrow()
                        .score())
                .isEqualTo(2);
    }

    @Test
    void whatWasStillChangingIsInconclusive() throws IOException {
        List<List<Double>> falling =
                List.of(List.of(1.5, 1.3, 1.15, 1.0), List.of(1.51, 1.3, 1.14, 1.0), List.of(1.5, 1.31, 1.15, 1.01));
        Row row = Compared.single(
                directory, new Results().add("a.B.c", Results.around(1, 5)), new Results().add("a.B.c", falling));

        assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(row.why()).isEqualTo("head was still changing while it was measured");
    }

    /** Turns are folders of their own; what they ran in is chosen over all of them. */
    @Test
    void turnsAreChosenForTogether() throws IOException {
        for (String turn : List.of("1", "2", "3", "4")) {
            Results launch = turn.equals("4") ? side(1, 0, 1) : side(1, 1, 0);
            launch.in(directory.resolve("base").resolve(turn), "results.json");
            launch.in(directory.resolve("head").resolve(turn), "all.json");
            new Results().in(directory.resolve("head").resolve(turn), "results.json");
        }
        Comparison comparison = Comparison.of(
                Suite.read(directory.resolve("base"), Settings.DEFAULT),
                Suite.read(directory.resolve("head"), Settings.DEFAULT),
                Settings.DEFAULT);

        assertThat(score(comparison).head().orElseThrow().forks()).isEqualTo(3);
        assertThat(score(comparison).ratio().orElseThrow()).isCloseTo(1, within(1e-3));
        assertThat(comparison.notes()).anyMatch(note -> note.contains("3 of 4 launches of base and 3 of 4 of head"));
    }
}
