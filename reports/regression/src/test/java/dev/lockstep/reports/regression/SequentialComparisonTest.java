package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void leavesAloneWhatIsDecidedAndGoesOnWithTheRest() throws IOException {
        Results base = new Results()
                .add("b.Same.m", Results.around(100, 5))
                .add("b.Slow.m", Results.around(100, 5))
                .add("b.Noisy.m", noisy(100, 0.2, 5));
        Results head = new Results()
                .add("b.Same.m", Results.around(100, 5))
                .add("b.Slow.m", Results.around(150, 5))
                .add("b.Noisy.m", noisy(100, 0.2, 5));
        sequential.look(suite(base), suite(head));

        assertThat(sequential.regressed()).extracting(RowId::benchmark).containsExactly("b.Slow.m");
        assertThat(sequential.undecided()).extracting(RowId::benchmark).containsExactly("b.Noisy.m");

        // What was decided stays so, whatever becomes of it.
        Results later = new Results()
                .add("b.Same.m", Results.around(200, 5))
                .add("b.Slow.m", Results.around(100, 5))
                .add("b.Noisy.m", Results.around(100, 5));
        sequential.look(suite(later), suite(later));

        Comparison result = sequential.result();
        assertThat(result.rows())
                .extracting(row -> row.id().benchmark(), Row::verdict)
                .containsExactly(
                        tuple("b.Slow.m", Verdict.REGRESSED),
                        tuple("b.Noisy.m", Verdict.NO_CHANGE),
                        tuple("b.Same.m", Verdict.NO_CHANGE));
        assertThat(result.rows().get(0).ratio().getAsDouble()).isCloseTo(1.5, within(1e-9));
        assertThat(result.settings().falseDiscoveryRate()).isEqualTo(0.01);
    }

    @Test
    void looksNoOftenerThanWasSaid() throws IOException {
        Suite suite = suite(new Results().add("b.Same.m", Results.around(100, 5)));
        assertThatThrownBy(() -> sequential.result()).isInstanceOf(IllegalStateException.class);
        for (int i = 0; i < LOOKS; i++) {
            sequential.look(suite, suite);
        }
        assertThatThrownBy(() -> sequential.look(suite, suite))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("3 looks");
    }

    @Test
    void whatIsNotSlowerWhenMeasuredAgainIsInconclusive() throws IOException {
        Results base = new Results().add("b.Chance.m", Results.around(100, 5)).add("b.Real.m", Results.around(100, 5));
        Results head = new Results().add("b.Chance.m", Results.around(120, 5)).add("b.Real.m", Results.around(120, 5));
        sequential.look(suite(base), suite(head));
        Results headAgain =
                new Results().add("b.Chance.m", Results.around(100, 5)).add("b.Real.m", Results.around(121, 5));

        Comparison confirmed = sequential.confirmed(suite(base), suite(headAgain));

        assertThat(confirmed.rows())
                .extracting(Row::verdict, Row::why)
                .containsExactly(
                        tuple(Verdict.REGRESSED, "again 1.210× (1.209…1.211)"),
                        tuple(Verdict.INCONCLUSIVE, "slower at first, measured again 1.000× (0.999…1.001)"));
        assertThat(confirmed.exitCode(false)).isEqualTo(Comparison.SLOWER);
    }

    @Test
    void whatCannotBeMeasuredAgainStaysRegressed() throws IOException {
        Results base = new Results().add("b.Real.m", Results.around(100, 5));
        sequential.look(suite(base), suite(new Results().add("b.Real.m", Results.around(120, 5))));
        Suite nothing = suite(new Results().add("b.Other.m", Results.around(100, 5)));

        Row row = sequential.confirmed(nothing, nothing).rows().get(0);

        assertThat(row.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(row.why()).isEqualTo("could not be measured again: no result");
    }

    /** 200 rows of base against itself, looked at after 5, 10 and 20 forks: all looks together err no oftener than one. */
    @Test
    void severalLooksDoNotAddToTheErrorRate() throws IOException {
        Results base = new Results();
        Results head = new Results();
        List<List<List<Double>>> forks = new ArrayList<>();
        for (int row = 0; row < 400; row++) {
            forks.add(noisy(100, 0.05, 20));
        }
        for (int look : new int[] {5, 10, 20}) {
            base = new Results();
            head = new Results();
            for (int row = 0; row < 200; row++) {
                base.add("b.R" + row + ".m", forks.get(2 * row).subList(0, look));
                head.add("b.R" + row + ".m", forks.get(2 * row + 1).subList(0, look));
            }
            sequential.look(suite(base), suite(head));
        }
        assertThat(sequential.regressed()).hasSizeLessThanOrEqualTo(2);
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
