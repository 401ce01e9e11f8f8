package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Child;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that are plain processes: 2 and 3 of them, with two threads each, no MPI in reach. */
@Tag("default")
class NoneIT {
    @TempDir
    static Path scratch;

    private static Conducted run;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        Child child = new Child(scratch).with("LOCKSTEP_MPIRUN", "/nowhere/mpirun");
        run = Conducted.by(
                        child,
                        scratch.resolve("out"),
                        List.of(),
                        "none",
                        "2,3",
                        "2",
                        "1",
                        "OwnTransportBenchmark",
                        "OddBenchmark.(broadcasts|waits)")
                .ended(1);
    }

    @Test
    void benchmarksWithoutMessagesAreCheckedAndMeasured() throws IOException {
        assertThat(run.pilots("OwnTransportBenchmark")).hasSize(4).allSatisfy(pilot -> {
            assertThat(pilot.get("status").asText()).as("%s", pilot).isEqualTo("ok");
            assertThat(pilot.get("selfCheck").asText()).isEqualTo("passed");
        });
        assertThat(run.results("together")).hasSize(2).allSatisfy(entry -> {
            assertThat(entry.at("/secondaryMetrics/floor/score").asDouble()).isPositive();
            assertThat(entry.at("/secondaryMetrics/ranks.skew/score").asDouble())
                    .isPositive();
        });
        assertThat(run.results(""))
                .hasSize(4)
                .allSatisfy(entry -> assertThat(entry.get("threads").asInt()).isEqualTo(2));
    }

    /** Whose barrier it is, and in which section of a report it belongs. */
    @ParameterizedTest
    @CsvSource({
        "together, barrier of the relay before each operation, samples, together",
        "alone, continuous exchange, '', ''"
    })
    void theRecordSaysWhatABenchmarkDeclares(String benchmark, String barrier, String section, String stage) {
        assertThat(run.events("cell", benchmark)).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.get("synchronisation").asText()).isEqualTo(barrier);
            assertThat(cell.get("section").asText()).isEqualTo(section);
            assertThat(cell.get("stage").asText()).isEqualTo(stage);
        });
    }

    @ParameterizedTest
    @CsvSource({"together, 2", "together, 3", "alone, 2", "alone, 3"})
    void everyRankIsAProcessOfItsOwn(String benchmark, int ranks) throws IOException {
        List<RankRow> rows = run.rows().stream()
                .filter(row ->
                        row.benchmark().endsWith("." + benchmark) && row.ranks().equals(String.valueOf(ranks)))
                .toList();
        assertThat(rows.stream().map(RankRow::pid).distinct()).hasSize(ranks);
        assertThat(rows.stream().map(row -> row.pid() + " " + row.rank()).distinct())
                .hasSize(ranks);
    }

    @Test
    void whatNeedsMessagesAfterAllFailsWithWhatIsMissing() {
        assertThat(run.events("pilot", "broadcasts"))
                .hasSize(2)
                .allSatisfy(pilot -> assertThat(pilot.get("reason").asText())
                        .contains("BROADCAST is not supported", "comm=none has no message passing"));
    }

    /** Its own exception, not that nobody has shown progress. */
    @Test
    void aRankThatFailsIsNamedAndNobodyWaitsForIt() {
        assertThat(run.events("pilot", "waits")).hasSize(2).allSatisfy(pilot -> {
            assertThat(pilot.get("reason").asText()).contains("rank 1 has other plans");
            assertThat(pilot.get("rank").asInt()).isEqualTo(1);
        });
    }

    @Test
    void theEnvironmentNamesTheRelayAndHowRanksWereStarted() throws IOException {
        assertThat(Files.readString(run.out().resolve("environment.json")))
                .containsPattern("\"library of comm=none\",\\s*\"value\" : \"[^\"]*relay")
                .containsPattern(
                        "\"launch command, comm=none, ranks=3.*\",\\s*\"value\" : \"sh -c <script> processes 3 -\"");
    }
}
