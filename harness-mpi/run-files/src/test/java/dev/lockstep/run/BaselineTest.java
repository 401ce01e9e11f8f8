package dev.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is compared with what. */
class BaselineTest {
    private static CellKey cell(String comm, int ranks, int threads, String kind) {
        return CellKey.of("a.B.c", "ss", Map.of("comm", comm, "ranks", String.valueOf(ranks), "kind", kind), threads);
    }

    private static final CellKey BASE = cell("local", 2, 1, "x");

    @ParameterizedTest
    @CsvSource({
        "comm, local, mpj, 2, 1, x",
        "ranks, 2, local, 4, 1, x",
        "threads, 1, local, 2, 3, x",
        "kind, x, local, 2, 1, y"
    })
    void whatDiffersInNothingElseIsCompared(
            String name, String value, String comm, int ranks, int threads, String kind) {
        Baseline versus = new Baseline(name, value);
        CellKey head = cell(comm, ranks, threads, kind);
        assertThat(versus.isBase(BASE)).isTrue();
        assertThat(versus.isBase(head)).isFalse();
        assertThat(versus.common(head)).isEqualTo(versus.common(BASE));
        assertThat(versus.valueIn(BASE)).contains(value);
        assertThat(versus.launchesPerRound(BASE)).isEqualTo(2);
        CellKey other = cell(comm, ranks + 1, threads + 1, kind + "z");
        assertThat(versus.common(other)).isNotEqualTo(versus.common(BASE));
    }

    @Test
    void whatIsNotThereIsNotCompared() {
        CellKey plain = CellKey.of("a.B.c", "ss", Map.of("kind", "x"), 1);
        assertThat(new Baseline("comm", "local").valueIn(plain)).isEmpty();
        assertThat(new Baseline("ranks", "2").valueIn(plain)).isEmpty();
        assertThat(new Baseline("bytes", "8").isBase(plain)).isFalse();
        assertThat(new Baseline("comm", "local").isBase(plain)).isFalse();
        assertThat(Baseline.NONE.isBase(BASE)).isFalse();
        assertThat(Baseline.NONE.common(BASE)).isEqualTo(BASE);
        assertThat(Baseline.NONE.launchesPerRound(BASE)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'', takes a name and the value of the base",
        "comm, takes a name and the value of the base",
        "=local, takes a name and the value of the base",
        "comm=, takes a name and the value of the base",
        "ranks=two, takes a number of at least 1",
        "ranks=0, takes a number of at least 1",
        "threads=-1, takes a number of at least 1",
        "threads=99999999999, takes a number of at least 1"
    })
    void whatIsNoNameAndValueIsRefused(String text, String why) {
        assertThatThrownBy(() -> Baseline.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(why, "'");
        assertThat(Baseline.parse("kind=a=b"))
                .isEqualTo(new Baseline("kind", "a=b"))
                .hasToString("kind=a=b");
    }
}
