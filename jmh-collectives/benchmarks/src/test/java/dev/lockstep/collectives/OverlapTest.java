package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.collectives.OverlapBenchmark.Overlap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverlapTest {
    /** Figures by hand, from OSU's and IMB's definitions. */
    @ParameterizedTest
    @CsvSource({
        // all hidden; none; half
        "100, 100, 100, 0, 100, 100",
        "100, 200, 100, 0, 0, 0",
        "100, 150, 100, 0, 50, 50",
        // worse than one after the other: neither goes below none
        "100, 250, 100, 0, 0, 0",
        // tests: OSU counts them against it
        "100, 120, 120, 20, 80, 83.333",
        // longer work
        "100, 400, 400, 0, 100, 25",
    })
    void overlapIsOsusAndImbs(double pure, double overall, double compute, double test, double osu, double imb) {
        Overlap found = new Overlap(pure, overall, compute, test);
        assertThat(found.osu()).isEqualTo(osu);
        assertThat(found.imb()).isCloseTo(imb, org.assertj.core.data.Offset.offset(0.001));
    }

    @Test
    void aCollectiveThatIsNoneIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new OverlapBenchmark.Rule().obstacle(Map.of("collective", "allreduc", "comm", "local"), 1))
                .withMessageContainingAll("collective=allreduc", "for example AllReduce");
    }
}
