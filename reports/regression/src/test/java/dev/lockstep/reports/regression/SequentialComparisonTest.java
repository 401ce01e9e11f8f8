package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SequentialComparisonTest {
    private static final int LOOKS = 3;

    @TempDir
    Path directory;

    private int files;

    private final SequentialComparison sequential = new SequentialComparison(Settings.DEFAULT, LOOKS);

    private Random random;

    @BeforeEach
    void seed() {
        random = new Random(20261120);
    }

    /** Rows {@code b.A.m}, {@code b.B.m} and so on of five forks each, all but alike around these means. */
    private Suite suite(double... means) throws IOException {
        Results results = new Results();
        for (int i = 0; i < means.length; i++) {
            results.add("b." + (char) ('A' + i) + ".m", Results.around(means[i], 5));
        }
        return suite(results);
    }

    private static List<String> verdicts(Comparison comparison) {
        return comparison.rows().stream()
                .map(row -> row.id().benchmark() + " " + row.verdict() + " " + row.why())
                .toList();
    }

    @Test
    void goesOnWithWhatIsNearlySlowerAndKeepsWhatWasCalled() throws IOException {
        List<List<Double>> wild = forks(100, 110, 120, 130, 140);
        Suite base = suite(new Results()
                .add("b.A.m", Results.around(100, 5))
                .add("b.Nearly.m", wild)
                .add("b.Same.m", Results.around(100, 5))
                .add("b.Wild.m", wild));
        Suite head = suite(new Results()
                .add("b.A.m", Results.around(150, 5))
                .add("b.Nearly.m", forks(112, 122, 132, 142, 152))
                .add("b.Same.m", Results.around(100, 5))
                .add("b.Wild.m", wild));
        sequential.look(base, head);

        assertThat(sequential.regressed()).extracting(RowId::benchmark).containsExactly("b.A.m");
        assertThat(sequential.undecided()).extracting(RowId::benchmark).containsExactly("b.Nearly.m");

        // What was called stays so, whatever becomes of it.
        Suite later =
                suite(new Results().add("b.A.m", Results.around(100, 5)).add("b.Nearly.m", Results.around(100, 5)));
        sequential.look(later, later);

        Comparison result = sequential.result();
        assertThat(verdicts(result)).containsExactly("b.A.m REGRESSED ", "b.Nearly.m NO_CHANGE ");
        assertThat(result.rows().get(0).ratio().getAsDouble()).isCloseTo(1.5, within(1e-9));
        assertThat(result.settings().falseDiscoveryRate()).isEqualTo(0.05);
    }

    private static List<List<Double>> forks(double... means) {
        return Arrays.stream(means).mapToObj(mean -> List.of(mean)).toList();
    }

    /** Later the rows scatter a half more, so that most are still like the others. */
    @Test
    void thePriorIsThatOfTheFirstLook() throws IOException {
        Suite first = several(0.01);
        Suite later = several(0.015);
        sequential.look(first, first);
        sequential.look(later, later);
        SequentialComparison anew = new SequentialComparison(Settings.DEFAULT, LOOKS);
        anew.look(later, later);

        assertThat(sequential.result().rows())
                .hasSize(20)
                .isNotEqualTo(anew.result().rows());
        Inference fitted = Inference.of(candidates(first));
        assertThat(sequential.result().rows())
                .extracting(row -> row.tested().orElseThrow().high())
                .containsExactlyInAnyOrderElementsOf(fitted.test(candidates(later), 0.05 / LOOKS).stream()
                        .map(Row.Tested::high)
                        .toList());
    }

    private Suite several(double spread) throws IOException {
        Results results = new Results();
        for (int row = 0; row < 20; row++) {
            results.add("b.R" + row + ".m", noisy(100, spread, 5));
        }
        return suite(results);
    }

    private static List<Inference.Candidate> candidates(Suite suite) {
        return suite.samples().values().stream()
                .map(sample -> sample.costs(Better.LOWER, Sample.Launch::median))
                .map(costs -> new Inference.Candidate(costs, costs, 0.03, "alone", false))
                .toList();
    }

    @Test
    void looksNoOftenerThanWasSaid() throws IOException {
        Suite suite = suite(100);
        assertThatThrownBy(sequential::result).isInstanceOf(IllegalStateException.class);
        for (int i = 0; i < LOOKS; i++) {
            sequential.look(suite, suite);
        }
        assertThatThrownBy(() -> sequential.look(suite, suite))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("3 looks");
    }

    @Test
    void whatIsNotSlowerWhenMeasuredAgainIsInconclusive() throws IOException {
        sequential.look(suite(100, 100, 100), suite(120, 120, 120));

        Comparison confirmed =
                sequential.confirmed(suite(100, 100), suite(100, 121), Map.of("b.C.m", "failed in head: it broke"));

        assertThat(verdicts(confirmed))
                .containsExactly(
                        "b.B.m REGRESSED again 1.210× (1.209…1.211)",
                        "b.C.m REGRESSED could not be measured again: failed in head: it broke",
                        "b.A.m INCONCLUSIVE slower at first, measured again 1.000× (0.999…1.001)");
        assertThat(confirmed.exitCode(false)).isEqualTo(Comparison.SLOWER);
    }

    /** By the launches that there are it would not be slower. */
    @Test
    void aLaunchThatBreaksDoesNotLetItPass() throws IOException {
        sequential.look(suite(100), suite(120));
        Suite fewer = suite(new Results().add("b.A.m", Results.around(100, 4)));

        assertThat(verdicts(sequential.confirmed(suite(100), fewer, Map.of())))
                .containsExactly("b.A.m REGRESSED could not be measured again: no result");
        assertThat(verdicts(sequential.confirmed(suite(100), suite(new Results()), Map.of())))
                .containsExactly("b.A.m REGRESSED could not be measured again: no result");
    }

    /** New launches need not lie beyond the floor: that the change does has been shown. */
    @Test
    void oneTestAtFivePercentConfirms() throws IOException {
        sequential.look(suite(100), suite(120));

        assertThat(verdicts(sequential.confirmed(suite(100), suite(100.2), Map.of())))
                .containsExactly("b.A.m REGRESSED again 1.002× (1.001…1.003)");
    }

    /** 200 rows of base against itself, looked at after 5, 10 and 15 forks: all looks together err no oftener than one. */
    @Test
    void severalLooksDoNotAddToTheErrorRate() throws IOException {
        List<List<List<Double>>> forks = new ArrayList<>();
        for (int row = 0; row < 400; row++) {
            forks.add(noisy(100, 0.05, 15));
        }
        for (int look : new int[] {5, 10, 15}) {
            Results base = new Results();
            Results head = new Results();
            for (int row = 0; row < 200; row++) {
                base.add("b.R" + row + ".m", forks.get(2 * row).subList(0, look));
                head.add("b.R" + row + ".m", forks.get(2 * row + 1).subList(0, look));
            }
            sequential.look(suite(base), suite(head));
        }
        assertThat(sequential.regressed()).hasSizeLessThanOrEqualTo(2);
        assertThat(sequential.undecided()).hasSizeLessThan(80);
    }

    private List<List<Double>> noisy(double mean, double spread, int forks) {
        List<List<Double>> all = new ArrayList<>();
        for (int f = 0; f < forks; f++) {
            double fork = mean * Math.exp(spread * random.nextGaussian());
            all.add(List.of(fork, fork * 1.001, fork * 0.999));
        }
        return all;
    }

    private Suite suite(Results results) throws IOException {
        return Suite.read(results.in(directory, "part-" + files++ + ".json"), Settings.DEFAULT);
    }
}
