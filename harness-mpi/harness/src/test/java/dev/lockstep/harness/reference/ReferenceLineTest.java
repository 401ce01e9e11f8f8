package dev.lockstep.harness.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.harness.link.Conditions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.IterationType;

class ReferenceLineTest {
    @Test
    void eachLineSaysWhatItSays() {
        assertThat(ReferenceLine.parse("library SERIALIZED Open MPI v4.1.4, ident: 4.1.4"))
                .isEqualTo(new ReferenceLine.Library("SERIALIZED", "Open MPI v4.1.4, ident: 4.1.4"));
        assertThat(ReferenceLine.parse("rank 1 node 42 0-3,8"))
                .isEqualTo(new ReferenceLine.Member(1, "node", "42", "0-3,8"));
        assertThat(ReferenceLine.parse("floor 24.5 180.0")).isEqualTo(new ReferenceLine.Floor(24.5, 180));
        assertThat(ReferenceLine.parse("floor 24.5 -")).isEqualTo(new ReferenceLine.Floor(24.5, Double.NaN));
        assertThat(ReferenceLine.parse("pilot 3 2 100.5 200 12 345 1"))
                .isEqualTo(new ReferenceLine.Cost(3, 2, 100.5, 200, 12, 345, true));
        assertThat(ReferenceLine.parse("failed 0 rank 1: byte 3 should be 5 and is 6"))
                .isEqualTo(new ReferenceLine.Failed(0, "rank 1: byte 3 should be 5 and is 6"));
        assertThat(ReferenceLine.parse("iteration warmup 2 10 20"))
                .isEqualTo(new ReferenceLine.Iteration(IterationType.WARMUP, 2, List.of(10L, 20L)));
        assertThat(ReferenceLine.parse("conditions 61.5 330.0 3.0 0.0 20.0 -1.0 -1.0 4.0 -1.0 20.0"))
                .isEqualTo(new ReferenceLine.Seen(
                        List.of(Conditions.of(61.5, 330, 3, 0, 20), Conditions.of(Double.NaN, Double.NaN, 4, -1, 20))));
        assertThat(ReferenceLine.parse("stamps 1 3 5000000000 7"))
                .isEqualTo(new ReferenceLine.Stamps(1, 3, 5_000_000_000L, 7));
        assertThat(ReferenceLine.parse("times 1 2 3 4")).isEqualTo(new ReferenceLine.Times(List.of(1L, 2L, 3L, 4L)));
        assertThat(ReferenceLine.parse("end 2")).isEqualTo(new ReferenceLine.End(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "library SERIALIZED",
                "rank one node 42 0",
                "rank 0 node 42",
                "floor nan",
                "floor NaN",
                "floor 24.5 NaN",
                "pilot 0 2 -1 5 1 1 1",
                "pilot 0 2 1 5",
                "pilot 0 2 1 Infinity 1 1 1",
                "iteration cooldown 1 5",
                "iteration warmup 1 5 -6",
                "iteration warmup 1 5it",
                "times 1 2 x 4",
                "times 1 2 3",
                "conditions 61.5 330.0 3.0 0.0 20.0 61.5",
                "conditions 61.5 330.0 three 0.0 20.0",
                "end"
            })
    void anythingElseIsRefusedAndShown(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReferenceLine.parse(line))
                .withMessage("the program of comm=c said what it never says: '" + line + "'");
    }
}
