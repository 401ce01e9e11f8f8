package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.MetricNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of runs; single runs are in {@link ComparisonTest}. */
class SuiteTest {
    @TempDir
    Path directory;

    @Test
    void poolsTheForksOfAFolderOfRuns() throws IOException {
        new Results().add("b.A.m", List.of(List.of(1.0), List.of(2.0))).in(directory.resolve("1"), "results.json");
        new Results()
                .add("b.A.m", List.of(List.of(6.0)))
                .add("b.B.m", List.of(List.of(5.0)))
                .in(directory.resolve("2"), "results.json");
        Files.createDirectories(directory.resolve("logs"));

        Suite suite = Suite.read(directory, Settings.DEFAULT);

        assertThat(suite.samples()).hasSize(2);
        Sample pooled = suite.samples().values().iterator().next();
        assertThat(pooled.launches()).extracting(Sample.Launch::median).containsExactly(1000.0, 2000.0, 6000.0);
        assertThat(pooled.launches()).extracting(Sample.Launch::place).containsExactly(0, 1, 2);
        assertThat(pooled.score()).isEqualTo(3);
    }

    @Test
    void ofALaunchItsMedianAndMeanAreKept() throws IOException {
        Path file = new Results()
                .add("b.A.m", List.of(List.of(4.0, 1.0, 10.0), List.of(1.0, 2.0, 3.0, 6.0)))
                .in(directory, "results.json");
        Sample sample =
                Suite.read(file, Settings.DEFAULT).samples().values().iterator().next();

        assertThat(sample.launches()).extracting(Sample.Launch::median).containsExactly(4000.0, 2500.0);
        assertThat(sample.launches()).extracting(Sample.Launch::mean).containsExactly(5000.0, 3000.0);
        assertThat(sample.launches()).allMatch(launch -> launch.probed().isEmpty());
        assertThat(sample.iterations()).isEqualTo(7);
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> Suite.read(directory, Settings.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void refusesToPoolWhatRanOtherwise() throws IOException {
        assertRefused("results.json or journal.jsonl");
        Results one = new Results().add("b.A.m", List.of(List.of(1.0)));
        one.in(directory.resolve("1"), "results.json");
        one.with("measurementBatchSize", 200).in(directory.resolve("2"), "results.json");
        assertRefused("200 operations per iteration instead of", "b.A.m");
    }

    @Test
    void whereARowIsTwiceBothPlacesAreNamedHoweverManyMetricsStandBefore() throws IOException {
        Map<String, ?> slowest = Map.of("score", 1, "scoreUnit", "us/op", "rawData", List.of(List.of(1.0)));
        Results results = new Results();
        for (String method : List.of("first", "second", "third", "second")) {
            results.add("b.A." + method, List.of(List.of(1.0)))
                    .with("secondaryMetrics", Map.of(MetricNames.SLOWEST, slowest));
        }
        results.in(directory, "results.json");
        assertRefused("/3: expected every row once, found a second b.A.second", "after /1");
    }

    @Test
    void refusesToPoolMachines() throws IOException {
        for (String part : List.of("1", "2")) {
            new Results().add("b.A.m", List.of(List.of(1.0))).in(directory.resolve(part), "results.json");
            Files.writeString(
                    directory.resolve(part).resolve("environment.json"),
                    "{\"fields\":[{\"name\":\"CPU\",\"value\":\"CPU " + part + "\"}]}");
        }
        assertRefused("the processor of the runs before it, CPU 1", "CPU 2");
    }

    @Test
    void comparesTwoBenchmarksAsOne() throws IOException {
        Results results =
                new Results().add("b.A.m", Results.around(100, 5)).with("params", Map.of("bytes", "64", "depth", "2"));
        Suite base = Suite.read(results.in(directory, "base.json"), Settings.DEFAULT);
        Suite head = Suite.read(
                new Results()
                        .add("b.B.m", Results.around(200, 5))
                        .with("params", Map.of("bytes", "64"))
                        .in(directory, "head.json"),
                Settings.DEFAULT);

        Comparison comparison =
                Comparison.of(base.as("b.A.m", Set.of("bytes")), head.as("b.A.m", Set.of("bytes")), Settings.DEFAULT);
        assertThat(comparison.rows())
                .extracting(row -> row.id().text() + " " + row.verdict())
                .containsExactly("b.A.m(bytes=64) REGRESSED");

        results.add("b.A.m", Results.around(100, 5)).with("params", Map.of("bytes", "64", "depth", "3"));
        Suite two = Suite.read(results.in(directory, "two.json"), Settings.DEFAULT);
        assertThat(two.as("b.A.m", Set.of("bytes", "depth")).samples()).hasSize(2);
        assertThatThrownBy(() -> two.as("b.A.m", Set.of("bytes")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("b.A.m(bytes=64, depth=3)", "one value of each");
    }
}
