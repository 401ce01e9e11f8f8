package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValuesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "=",
                "&",
                "a=b&c=d",
                "%",
                "%3D",
                "+",
                "two words",
                "line\nline\r\n",
                "'\"\\`$(rm)",
                ";:,|",
                "\u0000\u0007",
                "åß漢\uD83D\uDE00"
            })
    void anyValueAndAnyKeyButTheEmptyOneSurvive(String hostile) {
        Map<String, String> asValue = Map.of("k", hostile);
        assertThat(KeyValues.parse(KeyValues.format(asValue))).isEqualTo(asValue);
        Map<String, String> asKey = Map.of("k" + hostile, "v");
        assertThat(KeyValues.parse(KeyValues.format(asKey))).isEqualTo(asKey);
        assertThat(KeyValues.format(asValue)).doesNotContainAnyWhitespaces().doesNotContain("'", "\"", ";", "\\", "$");
    }

    @Test
    void theOrderIsKept() {
        Map<String, String> ordered = new LinkedHashMap<>();
        ordered.put("z", "1");
        ordered.put("a", "2");
        ordered.put("m", "3");
        assertThat(KeyValues.parse(KeyValues.format(ordered)).keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void nothingIsNothing() {
        assertThat(KeyValues.format(Map.of())).isEmpty();
        assertThat(KeyValues.parse("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"word", "a=1&word", "=v", "a=%zz", "a=%4"})
    void whatIsNoListOfPairsIsRefused(String line) {
        assertThatThrownBy(() -> KeyValues.parse(line)).isInstanceOf(IllegalArgumentException.class);
    }
}
