package dev.lockstep.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.run.RunOptions.Effort;
import dev.lockstep.harness.run.UsageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    @Test
    void wordsAreSplitAtBlanksButNotWithinQuotes() {
        assertThat(OptionText.words("   ")).isEmpty();
        assertThat(OptionText.words(" -Xmx1g\t -Da=b ")).containsExactly("-Xmx1g", "-Da=b");
        assertThat(OptionText.words("--mca btl 'self,vader tcp' x \"it's one\" 'say \"two\"' ''"))
                .containsExactly("--mca", "btl", "self,vader tcp", "x", "it's one", "say \"two\"", "");
        assertThat(OptionText.words("-Dtitle='two words' -Dpath=\"/a b/c\"/d -Dplain=x"))
                .containsExactly("-Dtitle=two words", "-Dpath=/a b/c/d", "-Dplain=x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Dtitle='two words", "\"open", "it's"})
    void aQuoteThatIsNotClosedIsRefused(String text) {
        assertThatThrownBy(() -> OptionText.words(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("quote");
    }

    @ParameterizedTest
    @CsvSource({"1ms, 1", "200ms, 200", "3s, 3000", "5m, 300000", "999999m, 59999940000"})
    void timesAreInMillis(String text, long millis) {
        assertThat(OptionText.millis("--timeout", text)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "0ms", "0s", "-1s", "1.5s", "5h", " 5s", "ms", "99999999999999999999s"})
    void whatIsNoTimeIsRefusedWithWhatWouldBe(String text) {
        assertThatThrownBy(() -> OptionText.millis("--iteration-time", text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--iteration-time")
                .hasMessageContaining("200ms, 3s or 5m")
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void effortIsTheCommandsOwnUnlessSaidOtherwise() {
        EffortOptions effort = new EffortOptions();
        assertThat(effort.or(Effort.DEFAULT)).isEqualTo(Effort.DEFAULT);
        effort.forks = 7;
        effort.warmup = 0;
        assertThat(effort.or(Effort.DEFAULT))
                .isEqualTo(new Effort(7, 0, Effort.DEFAULT.iterations(), Effort.DEFAULT.iterationMillis(), 1));
        effort.iterations = 1;
        effort.iterationTime = "2s";
        effort.distributionForks = 0;
        assertThat(effort.or(Effort.DEFAULT)).isEqualTo(new Effort(7, 0, 1, 2000, 0));
    }

    @Test
    void parametersMayBeNamedAgainAndAreNotMeasuredTwice() {
        assertThat(CellOptions.values(List.of("bytes=64,65536", "kind=a=b", "bytes=4,64")))
                .isEqualTo(Map.of("bytes", List.of("64", "65536", "4"), "kind", List.of("a=b")));
    }
}
