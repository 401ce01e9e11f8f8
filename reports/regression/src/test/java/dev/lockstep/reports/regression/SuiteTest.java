package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        assertThat(pooled.forks()).isDeepEqualTo(new double[][] {{1000}, {2000}, {6000}});
        assertThat(pooled.score()).isEqualTo(3);
    }

    @Test
    void refusesToPoolWhatRanOtherwise() throws IOException {
        new Results().add("b.A.m", List.of(List.of(1.0))).in(directory.resolve("1"), "results.json");
        new Results()
                .add("b.A.m", List.of(List.of(6.0)))
                .with("measurementBatchSize", 200)
                .in(directory.resolve("2"), "results.json");

        assertThatThrownBy(() -> Suite.read(directory, Settings.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("200 operations per iteration instead of")
                .hasMessageContaining("b.A.m");
    }

    @Test
    void aFolderWithoutRunsIsRefused() throws IOException {
        Files.createDirectories(directory.resolve("empty"));
        assertThatThrownBy(() -> Suite.read(directory, Settings.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("results.json or journal.jsonl");
    }

    @Test
    void refusesToPoolMachines() throws IOException {
        for (String part : List.of("1", "2")) {
            new Results().add("b.A.m", List.of(List.of(1.0))).in(directory.resolve(part), "results.json");
            Files.writeString(
                    directory.resolve(part).resolve("environment.json"),
                    "{\"fields\":[{\"name\":\"CPU\",\"value\":\"CPU " + part + "\"}]}");
        }
        assertThatThrownBy(() -> Suite.read(directory, Settings.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the processor of the runs before it, CPU 1")
                .hasMessageContaining("CPU 2");
    }
}
