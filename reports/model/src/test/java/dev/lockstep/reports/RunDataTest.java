package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDataTest {
    private static final Path SUITE = Path.of("src/test/resources/runs/suite");

    @TempDir
    private Path directory;

    @Test
    void readsAllFilesOfARun() throws IOException {
        RunData run = RunData.read(SUITE);

        assertThat(run.notes()).isEmpty();
        assertThat(run.files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("results.json", "ranks.csv", "environment.json", "journal.jsonl");
        assertThat(run.results()).hasSize(35);
        assertThat(run.ranks()).isNotEmpty();
        assertThat(run.environment().orElseThrow().find("cpu")).contains("AMD EPYC 7B13");
        assertThat(run.environment().orElseThrow().find("governor")).isEmpty();
        assertThat(run.leftOut()).singleElement().satisfies(left -> {
            assertThat(left.what()).isEqualTo("comm mpj");
            assertThat(left.remedy()).contains("MPJ_HOME");
        });
    }

    @Test
    void readsDistributionsAndWhyOneIsNotThere() throws IOException {
        RunData run = RunData.read(Path.of("src/test/resources/runs/distributions"));

        assertThat(run.notes()).isEmpty();
        assertThat(run.files()).last().asString().endsWith("distributions/distributions");
        assertThat(run.distributions()).hasSize(8).allSatisfy((key, distribution) -> {
            assertThat(distribution.slowest().p50().orElseThrow()).isPositive();
            assertThat(distribution.ranks()).hasSize(key.ranks());
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
        RunData run = RunData.read(directory);

        assertThat(run.notes()).anyMatch(note -> note.startsWith("gone.hlog is missing"));
        assertThat(run.distributions()).isEmpty();
    }

    @Test
    void readsABareJmhFileAndSaysWhatIsNotKnown() throws IOException {
        RunData run = RunData.read(SUITE.resolve("results.json"));

        assertThat(run.results()).hasSize(35);
        assertThat(run.state()).isEmpty();
        assertThat(run.notes()).singleElement().asString().contains("bare JMH result file");
    }

    @Test
    void saysWhichFilesAreMissing() throws IOException {
        Files.writeString(directory.resolve("results.json"), "[]");

        assertThat(RunData.read(directory).notes())
                .hasSize(3)
                .anyMatch(note -> note.startsWith("ranks.csv is missing"))
                .anyMatch(note -> note.startsWith("environment.json is missing"))
                .anyMatch(note -> note.startsWith("journal.jsonl is missing"));
    }

    @Test
    void refusesADirectoryWithoutARun() {
        assertThatThrownBy(() -> RunData.read(directory))
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

        RunData run = RunData.read(directory);

        assertThat(run.state().orElseThrow().cells()).containsExactly("c1");
        assertThat(run.notes())
                .anyMatch(note -> note.contains("breaks off"))
                .anyMatch(note -> note.contains("has no end"));
        assertThat(LineUp.of(run).cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.status()).isEqualTo(new Status.Unfinished()));
    }

    /** As after a crash at any moment: what is whole is shown, and what is missing is said. */
    @Test
    void readsAJournalThatBreaksOffAnywhere() throws IOException {
        byte[] whole = Files.readAllBytes(Path.of("src/test/resources/runs/small/journal.jsonl"));
        Path journal = directory.resolve("journal.jsonl");
        for (int length = 0; length < whole.length; length++) {
            Files.write(journal, Arrays.copyOf(whole, length));
            RunData run = RunData.read(directory);
            assertThat(run.unfinished()).as("cut at %d", length).isPresent();
            assertThat(LineUp.of(run).countOk()).isZero();
        }
        Files.write(journal, whole);
        RunData run = RunData.read(directory);
        assertThat(run.unfinished()).isEmpty();
        assertThat(run.notes()).noneMatch(note -> note.contains("incomplete"));
    }

    @Test
    void saysWhichCellsAreMissing() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/resources/runs/small/journal.jsonl"));
        int first = 0;
        while (!lines.get(first).contains("\"launch\",")) {
            first++;
        }
        Files.write(directory.resolve("journal.jsonl"), lines.subList(0, first + 1));
        assertThat(RunData.read(directory).unfinished())
                .hasValueSatisfying(text -> assertThat(text)
                        .contains(
                                "2 of 2 cells are not finished",
                                "(bytes=64) on one JVM, 2 ranks (1 of 2 forks)",
                                "--resume"));
        Files.write(directory.resolve("journal.jsonl"), lines.subList(0, 1));
        assertThat(RunData.read(directory).unfinished())
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("2 of 2 cells are not finished", "2 are not even named in the journal"));
    }

    @Test
    void aRunThatWasResumedHasNotEndedBefore() throws IOException {
        List<String> lines =
                new ArrayList<>(Files.readAllLines(Path.of("src/test/resources/runs/small/journal.jsonl")));
        lines.add("{\"event\":\"resume\"}");
        Path journal = Files.write(directory.resolve("journal.jsonl"), lines);
        assertThat(RunData.read(directory).unfinished()).isPresent();
        lines.add("{\"event\":\"end\",\"exit\":0}");
        Files.write(journal, lines);
        assertThat(RunData.read(directory).unfinished()).isEmpty();
    }

    @Test
    void aBudgetThatLeftOutCellsAndForksIsSaid() throws IOException {
        Files.writeString(directory.resolve("journal.jsonl"), """
                {"event":"start","cells":2}
                {"event":"cell","cell":"c1","benchmark":"a.B.c","mode":"ss","comm":"local","ranks":2}
                {"event":"cell","cell":"c2","benchmark":"a.B.d","mode":"ss","comm":"local","ranks":2}
                {"event":"cell","cell":"c3","benchmark":"a.B.e","mode":"ss","comm":"local","ranks":2}
                {"event":"plan","asked":5,"forks":2,"budgetSeconds":60,"cells":[{"cell":"c1","forks":2},{"cell":"c2","forks":0},{"cell":"c3","forks":2}]}
                {"event":"launch","cell":"c1","fork":1,"status":"ok"}
                {"event":"cut","cell":"c1","forks":1,"planned":2,"reason":"spent"}
                {"event":"cut","cell":"c3","forks":0,"planned":2,"reason":"spent"}
                {"event":"end","exit":0}
                """);
        Files.writeString(
                directory.resolve("results.json"),
                "[{\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"params\":{\"comm\":\"local\",\"ranks\":\"2\"},"
                        + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"us/op\",\"rawData\":[[1]]}}]");
        RunData run = RunData.read(directory);
        assertThat(run.notes()).contains("The budget of 60 s had room for 2 of 5 forks of each cell.");
        assertThat(LineUp.of(run).cells())
                .extracting(cell -> cell.flags().get(0))
                .containsExactlyInAnyOrder(Cell.Flag.FEWER_FORKS, Cell.Flag.LEFT_OUT, Cell.Flag.LEFT_OUT);
        assertThat(run.unfinished()).isEmpty();
    }

    @Test
    void aCollectiveOfLessThanFiveSkewsIsMarkedWhereTheSkewIsKnown() throws IOException {
        StringBuilder journal = new StringBuilder("{\"event\":\"start\",\"cells\":4}\n");
        StringBuilder results = new StringBuilder("[");
        cell(journal, results, "near", "barrier", "\"floorNanos\":25,\"skewNanos\":201,");
        cell(journal, results, "far", "barrier", "\"floorNanos\":25,\"skewNanos\":200,");
        cell(journal, results, "old", "barrier", "\"floorNanos\":25,");
        cell(journal, results, "pairs", "continuous exchange", "\"skewNanos\":900,");
        Files.writeString(directory.resolve("journal.jsonl"), journal + "{\"event\":\"end\",\"exit\":0}\n");
        Files.writeString(directory.resolve("results.json"), results.append(']'));
        LineUp lineUp = LineUp.of(RunData.read(directory));
        assertThat(lineUp.cells().filter(cell -> cell.flags().contains(Cell.Flag.SKEWED)))
                .extracting(cell -> cell.key().benchmark())
                .containsExactly("a.B.near");
        assertThat(lineUp.cells().map(cell -> cell.conditions().skewNanos()))
                .contains(OptionalDouble.of(201), OptionalDouble.empty());
    }

    /** One of a score of 1000 ns. */
    private static void cell(StringBuilder journal, StringBuilder results, String name, String held, String pilot) {
        journal.append("{\"event\":\"cell\",\"cell\":\"" + name + "\",\"benchmark\":\"a.B." + name
                + "\",\"mode\":\"ss\",\"comm\":\"local\",\"ranks\":2,\"synchronisation\":\"" + held + "\"}\n");
        journal.append("{\"event\":\"pilot\",\"cell\":\"" + name + "\",\"status\":\"ok\"," + pilot + "\"n\":5}\n");
        journal.append("{\"event\":\"launch\",\"cell\":\"" + name + "\",\"fork\":1,\"status\":\"ok\"}\n");
        results.append(results.length() > 1 ? "," : "");
        results.append("{\"benchmark\":\"a.B." + name
                + "\",\"mode\":\"ss\",\"params\":{\"comm\":\"local\",\"ranks\":\"2\"},"
                + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"us/op\",\"rawData\":[[1]]}}");
    }

    @Test
    void namesTheLineOfABrokenJournal() throws IOException {
        Files.writeString(
                directory.resolve("journal.jsonl"), "{\"event\":\"end\"}\n{\"event\":\n{\"event\":\"end\"}\n");

        assertThatThrownBy(() -> RunData.read(directory))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("journal.jsonl, line 2")
                .hasMessageContaining("well-formed JSON");
    }

    @Test
    void namesTheFieldThatIsWrongInAJournal() throws IOException {
        Files.writeString(
                directory.resolve("journal.jsonl"), "{\"event\":\"pilot\",\"cell\":\"c\",\"status\":\"fine\"}\n");

        assertThatThrownBy(() -> RunData.read(directory))
                .hasMessageContaining("line 1, /status: expected \"ok\" or \"failed\", found \"fine\"");
    }
}
