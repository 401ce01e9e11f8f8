package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FalseDiscoveryTest {
    /** The example of Benjamini and Hochberg's paper, section 4: 15 p-values, of which the first four are picked at 5%. */
    @Test
    void picksWhatThePaperPicks() {
        double[] p = {
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0000
        };

        double[] adjusted = FalseDiscovery.adjusted(p);

        assertThat(Arrays.stream(adjusted).filter(q -> q <= 0.05).count()).isEqualTo(4);
        assertThat(adjusted[0]).isEqualTo(0.0015);
        assertThat(adjusted).isSorted();
    }

    @Test
    void theOrderDoesNotMatter() {
        assertThat(FalseDiscovery.adjusted(new double[] {0.5, 0.001, 0.02})).containsExactly(0.5, 0.003, 0.03);
        assertThat(FalseDiscovery.adjusted(new double[] {1e-4, 1e-4})).containsExactly(1e-4, 1e-4);
        assertThat(FalseDiscovery.adjusted(new double[0])).isEmpty();
    }

    @Test
    void whatCannotBeCalledCounts() {
        assertThat(FalseDiscovery.adjusted(new double[] {0.002, 1, 0.001, 1})).containsExactly(0.004, 1, 0.004, 1);
    }
}
