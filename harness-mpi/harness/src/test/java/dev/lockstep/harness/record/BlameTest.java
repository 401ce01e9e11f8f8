package dev.lockstep.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlameTest {
    @ParameterizedTest
    @CsvSource({
        "rank 12 (pid 3 on h): boom; rank 3 too, 12",
        "no ranks at all, ",
        "'no rank has shown progress (rank 0, rank 1)', ",
        "'first\nrank 4: x', 4"
    })
    void theFirstRankThatIsNamedHasFailed(String reason, Integer rank) {
        assertThat(Blame.of(reason).rank()).isEqualTo(rank);
        assertThat(Blame.of(reason).reason()).isEqualTo(reason);
    }
}
