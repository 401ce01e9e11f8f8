package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PilotPlanTest {
    @Test
    void hostileIdsAndParametersSurvive() {
        PilotPlan plan = new PilotPlan(
                "open\nmpi&=",
                true,
                PilotLimits.of(100, true),
                77,
                List.of(
                        new PilotPlan.Cell("id\nwith=a&line%0A", "a.B.c", Map.of("p", "x=1&y\n=2", "q r", "%&")),
                        new PilotPlan.Cell("plain", "a.B.d", Map.of())));
        assertThat(PilotPlan.parse(plan.format())).isEqualTo(plan);
    }

    @Test
    void aPlanWithoutCellsSurvives() {
        PilotPlan plan = new PilotPlan("local", false, PilotLimits.of(5, false), 1, List.of());
        assertThat(PilotPlan.parse(plan.format())).isEqualTo(plan);
    }
}
