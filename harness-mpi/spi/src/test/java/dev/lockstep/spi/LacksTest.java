package dev.lockstep.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LacksTest {
    private enum Skill {
        TALL_JUMPS,
        SINGING,
        DANCING
    }

    @Test
    void whatOneReasonExplainsStandsTogetherInTheOrderOfTheCapabilities() {
        assertThat(Lacks.of(Map.of(
                        Skill.DANCING, "it has no legs",
                        Skill.SINGING, "it has no voice",
                        Skill.TALL_JUMPS, "it has no legs")))
                .containsExactly(
                        new Lacks("it has no legs", List.of("tall jumps", "dancing")),
                        new Lacks("it has no voice", List.of("singing")));
        assertThat(Lacks.of(Map.<Skill, String>of())).isEmpty();
    }
}
