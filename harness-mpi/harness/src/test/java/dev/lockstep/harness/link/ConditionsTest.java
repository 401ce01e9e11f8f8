package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Conditions SOME = new Conditions(61.5, Double.NaN, 3, 0, 20);

    @Test
    void whatIsWrittenIsRead() {
        assertThat(Conditions.parse(SOME.format())).isEqualTo(SOME);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conditions.parse(new byte[39]))
                .withMessage("conditions of 39 bytes, not 40");
    }

    @Test
    void thoseOfTwoThreadsAreTheProcesss() {
        assertThat(SOME.with(new Conditions(Double.NaN, 330, 4, 2, 30))).isEqualTo(new Conditions(61.5, 330, 7, 2, 30));
        assertThat(SOME.with(Conditions.UNKNOWN)).isEqualTo(new Conditions(61.5, Double.NaN, -1, -1, 20));
    }
}
