package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Scored;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Reported;
import dev.lockstep.reports.Status;
import dev.lockstep.run.CellKey;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The harness writes which ranks are scored in words, and reports read them. */
class ScoredWordsTest {
    @ParameterizedTest
    @EnumSource
    void clientsAreAllRanksButTheFirst(Scored.Ranks ranks) {
        CellKey key = CellKey.of("a.B.c", "ss", Map.of("comm", "none", "ranks", "5"), 2);
        Cell.Conditions conditions = new Cell.Conditions(
                false,
                false,
                false,
                "continuous exchange",
                "",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                "",
                ranks.toString(),
                "",
                "",
                "");
        Cell cell = new Cell(key, new Status.Ok(), Optional.empty(), Optional.empty(), 1, conditions, Reported.ONE_WAY);
        assertThat(cell.hasClients()).isEqualTo(ranks == Scored.Ranks.CLIENTS);
        assertThat(cell.continuous()).isTrue();
        assertThat(cell.clients()).isEqualTo(8);
    }
}
