package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {
    @TempDir
    private Path directory;

    @Test
    void anEmptyFileChangesNothing() throws IOException {
        assertThat(read("")).isEqualTo(Settings.DEFAULT);
        assertThat(read("# nothing yet\n")).isEqualTo(Settings.DEFAULT);
        assertThat(read("{}")).isEqualTo(Settings.DEFAULT);
    }

    @Test
    void readsEverything() throws IOException {
        Settings settings = read("floor: 5%\nfalseDiscoveryRate: 0.05\nstatistic: mean\nallow: [jdk, flags]\n"
                + "ignoreFlags: ['^-Djava.io.tmpdir=']\n"
                + "overrides:\n- {benchmark: AllReduce, floor: 10%}\n- {benchmark: 'AllReduce.*bytes=4\\b', floor: 20%}\n"
                + "metrics:\n- {metric: gc.alloc.rate.norm, floor: 1%}\n- {metric: hits, better: higher}\n");

        assertThat(settings.floor()).isEqualTo(0.05);
        assertThat(settings.falseDiscoveryRate()).isEqualTo(0.05);
        assertThat(settings.statistic()).isEqualTo(Settings.Statistic.MEAN);
        assertThat(settings.allowed()).containsExactlyInAnyOrder(Settings.Difference.JDK, Settings.Difference.FLAGS);
        assertThat(settings.ignoredFlags()).hasSize(1);
        assertThat(settings.floor(row("a.Other.run", "4", ""))).isEqualTo(0.05);
        assertThat(settings.floor(row("a.AllReduce.run", "8", ""))).isEqualTo(0.1);
        assertThat(settings.floor(row("a.AllReduce.run", "4", ""))).isEqualTo(0.2);
        assertThat(settings.floor(row("a.AllReduce.run", "4", "gc.alloc.rate.norm")))
                .isEqualTo(0.01);
        assertThat(settings.rule("hits").orElseThrow().better()).isEqualTo(Optional.of(Better.HIGHER));
        assertThat(settings.rule("ranks.max")).isPresent();
        assertThat(settings.rule("gc.count")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            flor: 3%                               | /flor: expected one of allow, falseDiscoveryRate, floor, ignoreFlags, metrics, overrides, statistic
            floor: three                           | /floor: expected a share such as 3% or 0.03, found "three"
            floor: 300%                            | /floor: expected a share above 0% and below 100%
            floor: 0                               | /floor: expected a share above 0%
            statistic: mode                        | /statistic: expected one of [median, mean]
            allow: [gpu]                           | /allow/0: expected one of [jdk, flags, cpu, ops]
            allow: jdk                             | /allow: expected an array
            ignoreFlags: ['(']                     | /ignoreFlags/0: expected a regular expression (Unclosed group)
            overrides: [{benchmark: x}]            | /overrides/0/floor: expected a share
            overrides: [{benchmark: x, flor: 3%}]  | /overrides/0/flor: expected one of benchmark, floor
            metrics: [{metric: x, better: faster}] | /metrics/0/better: expected one of [lower, higher]
            metrics: [{better: lower}]             | /metrics/0/metric: expected a string, found nothing
            [1, 2]                                 | the top level: expected an object
            'floor: {'                             | expected well-formed YAML
            """)
    void refusesWhatItDoesNotUnderstand(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("settings.yaml, ")
                .hasMessageContaining(message);
    }

    @Test
    void refusesOneThingSaidTwice() {
        assertThatThrownBy(() -> read("floor: 3%\nfloor: 4%\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("floor");
    }

    private static RowId row(String benchmark, String bytes, String metric) {
        TreeMap<String, String> params = new TreeMap<>();
        params.put("bytes", bytes);
        return new RowId(CellKey.of(benchmark, "ss", params, 1), metric);
    }

    private Settings read(String yaml) throws IOException {
        return SettingsReader.read(Files.writeString(directory.resolve("settings.yaml"), yaml));
    }
}
