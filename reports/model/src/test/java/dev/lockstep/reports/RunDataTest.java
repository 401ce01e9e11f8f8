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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDataTest {
    private static final Path RUNS = Path.of("src/test/resources/runs");
    private static final Path SUITE = RUNS.resolve("suite");
    private static final Path SMALL = RUNS.resolve("small/journal.jsonl");

    @TempDir
    private Path directory;

    private Path journal;

    @BeforeEach
    void place() {
        journal = directory.resolve("journal.jsonl");
    }

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
        RunData run = RunData.read(RUNS.resolve("distributions"));

        assertThat(run.notes()).isEmpty();
        assertThat(run.files()).last().asString().endsWith("distributions/distributions");
        assertThat(run.distributions()).hasSize(8).allSatisfy((key, distribution) -> {
            assertThat(distribution.slowest().p50().orElseThrow()).isPositive();
            assertThat(distribution.ranks()).hasSize(key.ranks());
            // No rank was ever slower than the slowest.
            assertThat(distribution.ranks().values()).allSatisfy(rank -> {
                assertThat(rank.operations()).isEqualTo(distribution.slowest().operations());
                assertThat(rank.p99().orElseThrow())
                        .isLessThanOrEqualTo(distribution.slowest().p99().orElseThrow());
            });
        });
        assertThat(run.failedDistributions()).hasSize(1).allSatisfy((key, reason) -> {
            assertThat(key.toString()).contains("PingPong", "bytes=65536", "openmpi");
            assertThat(reason).startsWith("fork 1: rank 1");
        });
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        assertThatThrownBy(() -> RunData.read(directory))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("expected results.json or journal.jsonl, found neither");
        assertThat(RunData.read(SUITE.resolve("results.json")).notes())
                .singleElement()
                .asString()
                .contains("bare JMH result file");
        Files.writeString(
                journal,
                "{\"event\":\"cell\",\"cell\":\"c\",\"benchmark\":\"a.b\",\"mode\":\"ss\",\"threads\":1}\n"
                        + "{\"event\":\"distribution\",\"cell\":\"c\",\"fork\":1,\"status\":\"ok\",\"file\":\"gone.hlog\"}\n");
        RunData run = RunData.read(directory);
        assertThat(run.notes()).anyMatch(note -> note.startsWith("gone.hlog is missing"));
        assertThat(run.distributions()).isEmpty();
        assertThat(run.notes())
                .anyMatch(note -> note.startsWith("results.json is missing"))
                .anyMatch(note -> note.contains("has no end"));
        Files.delete(journal);
        Files.writeString(directory.resolve("results.json"), "[]");
        assertThat(RunData.read(directory).notes())
                .extracting(note -> note.split(" is ")[0])
                .containsExactlyInAnyOrder("ranks.csv", "environment.json", "journal.jsonl");
    }

    /** As after a crash at any moment: what is whole is shown, and what is missing is said. */
    @Test
    void readsAJournalThatBreaksOffAnywhere() throws IOException {
        byte[] whole = Files.readAllBytes(SMALL);
        for (int length = 0; length < whole.length; length += 3) {
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
    void saysWhatOfAJournalThatBreaksOffIsMissing() throws IOException {
        Files.writeString(
                journal,
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

        List<String> lines = new ArrayList<>(Files.readAllLines(SMALL));
        int first = 0;
        while (!lines.get(first).contains("\"launch\",")) {
            first++;
        }
        Files.write(journal, lines.subList(0, first + 1));
        assertThat(RunData.read(directory).unfinished().orElseThrow())
                .contains("2 of 2 cells are not finished", "(bytes=64) on one JVM, 2 ranks (1 of 2 forks)", "--resume");
        Files.write(journal, lines.subList(0, 1));
        assertThat(RunData.read(directory).unfinished().orElseThrow())
                .contains("2 of 2 cells are not finished", "2 are not even named in the journal");
        // A run that was resumed has not ended before.
        lines.add("{\"event\":\"resume\"}");
        Files.write(journal, lines);
        assertThat(RunData.read(directory).unfinished()).isPresent();
        lines.add("{\"event\":\"end\",\"exit\":0}");
        Files.write(journal, lines);
        assertThat(RunData.read(directory).unfinished()).isEmpty();
    }

    @Test
    void aBudgetThatLeftOutCellsAndForksIsSaid() throws IOException {
        Files.writeString(journal, """
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
        Files.writeString(directory.resolve("results.json"), "[" + result("a.B.c") + "]");
        RunData run = RunData.read(directory);
        assertThat(run.notes()).contains("The budget of 60 s had room for 2 of 5 forks of each cell.");
        assertThat(LineUp.of(run).cells())
                .extracting(cell -> cell.flags().get(0))
                .containsExactlyInAnyOrder(Cell.Flag.FEWER_FORKS, Cell.Flag.LEFT_OUT, Cell.Flag.LEFT_OUT);
        assertThat(run.unfinished()).isEmpty();
    }

    /** A score of 1000 ns. */
    private static String result(String benchmark) {
        return "{\"benchmark\":\"" + benchmark + "\",\"mode\":\"ss\",\"params\":{\"comm\":\"local\",\"ranks\":\"2\"},"
                + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"us/op\",\"rawData\":[[1]]}}";
    }

    @Test
    void aCollectiveOfLessThanFiveSkewsIsMarkedWhereTheSkewIsKnown() throws IOException {
        StringBuilder events = new StringBuilder("{\"event\":\"start\",\"cells\":4}\n");
        List<String> results = new ArrayList<>();
        for (String[] cell : new String[][] {
            {"near", "barrier", "201"},
            {"far", "barrier", "200"},
            {"hosts", "barrier", "\"NaN\""},
            {"pairs", "continuous exchange", "900"}
        }) {
            events.append("{\"event\":\"cell\",\"cell\":\"" + cell[0] + "\",\"benchmark\":\"a.B." + cell[0]
                    + "\",\"mode\":\"ss\",\"comm\":\"local\",\"ranks\":2,\"synchronisation\":\"" + cell[1] + "\"}\n"
                    + "{\"event\":\"pilot\",\"cell\":\"" + cell[0] + "\",\"status\":\"ok\",\"n\":5}\n"
                    + "{\"event\":\"launch\",\"cell\":\"" + cell[0] + "\",\"fork\":1,\"status\":\"ok\"}\n");
            results.add(result("a.B." + cell[0])
                    .replaceFirst(
                            "}$",
                            ",\"secondaryMetrics\":{\"ranks.skew\":{\"score\":" + cell[2]
                                    + ",\"scoreUnit\":\"ns\",\"rawData\":[[" + cell[2] + "]]}}}"));
        }
        Files.writeString(journal, events + "{\"event\":\"end\",\"exit\":0}\n");
        Files.writeString(directory.resolve("results.json"), results.toString());
        LineUp lineUp = LineUp.of(RunData.read(directory));
        assertThat(lineUp.cells().filter(cell -> cell.flags().contains(Cell.Flag.SKEWED)))
                .extracting(cell -> cell.key().benchmark())
                .containsExactly("a.B.near");
        assertThat(lineUp.cells().map(cell -> cell.conditions().skewNanos()))
                .contains(OptionalDouble.of(201), OptionalDouble.empty());
    }

    @Test
    void namesThePlaceInABrokenJournal() throws IOException {
        Files.writeString(journal, "{\"event\":\"end\"}\n{\"event\":\n{\"event\":\"end\"}\n");
        assertThatThrownBy(() -> RunData.read(directory))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("journal.jsonl, line 2", "well-formed JSON");
        Files.writeString(journal, "{\"event\":\"pilot\",\"cell\":\"c\",\"status\":\"fine\"}\n");
        assertThatThrownBy(() -> RunData.read(directory))
                .hasMessageContaining("line 1, /status: expected \"ok\" or \"failed\", found \"fine\"");
    }
}
