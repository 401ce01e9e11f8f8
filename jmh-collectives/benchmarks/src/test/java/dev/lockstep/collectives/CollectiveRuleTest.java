package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveRuleTest {
    private final CollectiveRule rule = new CollectiveRule();

    @ParameterizedTest
    @CsvSource({
        "type, char, 'int, long, float, double'",
        "op, avg, 'sum, min, max, prod'",
        "root, last, rotate",
        "root, -1, rotate",
        "reuse, cold, 'same, rotated, rewritten'",
        "blocks, odd, 'equal, uneven'",
        "sync, window, 'dissemination, barrier, none'",
        "late, 0, '0:1ms:100'",
        "inPlace, yes, 'false, true'",
    })
    void aValueThatIsNoneIsRefusedByName(String param, String value, String there) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.obstacle(Map.of(param, value, "comm", "local"), 1))
                .withMessageContainingAll(param + "=" + value, there);
    }

    @Test
    void elementsAreWhole() {
        assertThat(rule.obstacle(Map.of("bytes", "12", "type", "double", "comm", "local"), 1))
                .hasValueSatisfying(
                        o -> assertThat(o.reason()).isEqualTo("bytes=12 is no multiple of 8, a double's size"));
        assertThat(rule.obstacle(Map.of("bytes", "12", "type", "float", "comm", "local"), 1))
                .isEmpty();
        assertThat(rule.obstacle(Map.of("bytes", "1", "comm", "local"), 1)).isEmpty();
    }

    @Test
    void whatALibraryLacksInPlaceIsLeftOut() {
        Map<String, String> inPlace = Map.of("inPlace", "true", "comm", "openmpi");
        assertThat(rule.obstacle(inPlace, 1)).isEmpty();
        assertThat(new CollectiveRule.AllToAll().obstacle(inPlace, 1))
                .hasValueSatisfying(o -> assertThat(o.reason()).startsWith("inPlace=true on comm openmpi: "));
    }
}
