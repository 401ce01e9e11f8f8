package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    private static final Path SUITE = Path.of("src/test/resources/runs/suite");

    @TempDir
    private Path directory;

    @Test
    void readsAllFilesOfARun() throws IOException {
        RunData run = RunDirectory.read(SUITE);

        assertThat(run.notes()).isEmpty();
        assertThat(run.files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("results.json", "ranks.csv", "environment.json", "journal.jsonl");
        assertThat(run.results()).hasSize(35);
        assertThat(run.samples()).isNotEmpty();
        assertThat(run.environment().orElseThrow().find("cpu")).contains("AMD EPYC 7B13");
        assertThat(run.environment().orElseThrow().find("governor")).isEmpty();
        assertThat(run.leftOut()).singleElement().satisfies(left -> {
            assertThat(left.what()).isEqualTo("comm mpj");
            assertThat(left.remedy()).contains("MPJ_HOME");
        });
    }

    @Test
    void readsDistributionsAndWhyOneIsNotThere() throws IOException {
        RunData run = RunDirectory.read(Path.of("src/test/resources/runs/distributions"));

        assertThat(run.notes()).isEmpty();
        assertThat(run.files()).last().asString().endsWith("distributions/distributions");
        assertThat(run.distributions()).hasSize(8).allSatisfy((key, distribution) -> {
            assertThat(distribution.slowest().p50().orElseThrow()).isPositive();
            assertThat(distribution.ranks()).hasSize(key.column().ranks());
            assertThat(distribution.ranks().values())
                    .allSatisfy(rank -> assertThat(rank.operations())
                            .isEqualTo(distribution.slowest().operations()));
            // No rank was ever slower than the slowest.
            assertThat(distribution.ranks().values())
                    .allSatisfy(rank -> assertThat(rank.p99().orElseThrow())
                            .isLessThanOrEqualTo(distribution.slowest().p99().orElseThrow()));
        });
        assertThat(run.failedDistributions()).hasSize(1).allSatisfy((key, reason) -> {
            assertThat(key.toString()).contains("PingPong", "bytes=65536", "openmpi");
            assertThat(reason).startsWith("fork 1: rank 1");
        });
    }

    @Test
    void saysWhichHistogramLogIsMissing() throws IOException {
        Files.writeString(
                directory.resolve("journal.jsonl"),
                "{\"event\":\"cell\",\"cell\":\"c\",\"benchmark\":\"a.b\",\"mode\":\"ss\",\"threads\":1}\n"
                        + "{\"event\":\"distribution\",\"cell\":\"c\",\"fork\":1,\"status\":\"ok\",\"file\":\"gone.hlog\"}\n");
        RunData run = RunDirectory.read(directory);

        assertThat(run.notes()).anyMatch(note -> note.startsWith("gone.hlog is missing"));
        assertThat(run.distributions()).isEmpty();
    }

    @Test
    void readsABareJmhFileAndSaysWhatIsNotKnown() throws IOException {
        RunData run = RunDirectory.read(SUITE.resolve("results.json"));

        assertThat(run.results()).hasSize(35);
        assertThat(run.journal()).isEmpty();
        assertThat(run.notes()).singleElement().asString().contains("bare JMH result file");
    }

    @Test
    void saysWhichFilesAreMissing() throws IOException {
        Files.writeString(directory.resolve("results.json"), "[]");

        assertThat(RunDirectory.read(directory).notes())
                .hasSize(3)
                .anyMatch(note -> note.startsWith("ranks.csv is missing"))
                .anyMatch(note -> note.startsWith("environment.json is missing"))
                .anyMatch(note -> note.startsWith("journal.jsonl is missing"));
    }

    @Test
    void refusesADirectoryWithoutARun() {
        assertThatThrownBy(() -> RunDirectory.read(directory))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("expected results.json or journal.jsonl");
    }

    @Test
    void toleratesAJournalThatBreaksOff() throws IOException {
        Files.writeString(
                directory.resolve("journal.jsonl"),
                "{\"event\":\"cell\",\"cell\":\"c1\",\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"comm\":\"local\",\"ranks\":2}\n"
                        + "{\"event\":\"from the future\",\"x\":1}\n"
                        + "{\"event\":\"pilot\",\"cell\":\"c1\",\"sta");

        RunData run = RunDirectory.read(directory);

        assertThat(run.journal().orElseThrow().events()).hasSize(1);
        assertThat(run.notes())
                .anyMatch(note -> note.contains("breaks off"))
                .anyMatch(note -> note.contains("has no end"));
        assertThat(LineUp.of(run).cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.status()).isEqualTo(new Status.Unfinished()));
    }

    @Test
    void namesTheLineOfABrokenJournal() throws IOException {
        Files.writeString(
                directory.resolve("journal.jsonl"), "{\"event\":\"end\"}\n{\"event\":\n{\"event\":\"end\"}\n");

        assertThatThrownBy(() -> RunDirectory.read(directory))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("journal.jsonl, line 2")
                .hasMessageContaining("well-formed JSON");
    }

    @Test
    void namesTheFieldThatIsWrongInAJournal() throws IOException {
        Files.writeString(
                directory.resolve("journal.jsonl"), "{\"event\":\"pilot\",\"cell\":\"c\",\"status\":\"fine\"}\n");

        assertThatThrownBy(() -> RunDirectory.read(directory))
                .hasMessageContaining("line 1, /status: expected \"ok\" or \"failed\", found \"fine\"");
    }
}
