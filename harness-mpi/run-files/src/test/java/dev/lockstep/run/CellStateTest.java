package dev.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellStateTest {
    /** A launch that got faster while it counted is {@code w}, one that did not is {@code s}, and one that failed is {@code f}. */
    @ParameterizedTest
    @CsvSource({
        "'', false",
        "s, false",
        "w, true",
        "sw, true",
        "ssw, false",
        "sww, true",
        "sssww, false",
        "fw, true",
        "f, false"
    })
    void aCellIsStillWarmingIfHalfOfItsLaunchesAre(String launches, boolean expected) {
        CellState cell = new CellState();
        for (int i = 0; i < launches.length(); i++) {
            char how = launches.charAt(i);
            RunEvent.Outcome status = how == 'f' ? RunEvent.Outcome.failed : RunEvent.Outcome.ok;
            RunEvent.Score score = new RunEvent.Score(1.0, "us/op", how == 'w', "");
            cell.accept(new RunEvent.Launch("c", i + 1, "", 1, status, score, null));
        }
        assertThat(cell.isWarmupFalling()).isEqualTo(expected);
    }
}
