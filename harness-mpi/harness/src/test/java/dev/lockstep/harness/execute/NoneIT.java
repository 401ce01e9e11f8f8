package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.Child;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that are plain processes: 2 and 3 of them, with two threads each, no MPI in reach. */
@Timeout(150)
class NoneIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path scratch;

    private static Child child;
    private static Child.Outcome outcome;
    private static Path out;
    private static final List<JsonNode> EVENTS = new ArrayList<>();

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        child = new Child(scratch).with("LOCKSTEP_MPIRUN", "/nowhere/mpirun");
        out = scratch.resolve("out");
        outcome = child.run(List.of(
                ConductorMain.class.getName(),
                out.toString(),
                child.mark(),
                "none",
                "2,3",
                "2",
                "1",
                "OwnTransportBenchmark",
                "LonelyBenchmark"));
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            EVENTS.add(JSON.readTree(line));
        }
    }

    private static List<JsonNode> events(String kind, String word) {
        return EVENTS.stream()
                .filter(e -> e.path("event").asText().equals(kind))
                .filter(e -> e.path("cell").asText().contains(word))
                .toList();
    }

    @Test
    void theRunEndsWithItsFailuresKnownAndNoProcessLeft() throws InterruptedException {
        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(1);
        assertThat(child.leftovers()).isEmpty();
    }

    @Test
    void benchmarksWithoutMessagesAreCheckedAndMeasured() throws IOException {
        assertThat(events("pilot", "OwnTransportBenchmark"))
                .filteredOn(pilot -> !pilot.has("mended"))
                .hasSize(4)
                .allSatisfy(pilot -> {
                    assertThat(pilot.get("status").asText())
                            .as(pilot.toString())
                            .isEqualTo("ok");
                    assertThat(pilot.get("selfCheck").asText()).isEqualTo("passed");
                });
        assertThat(JSON.readTree(new RunFolder(out).everything().toFile()))
                .hasSize(4)
                .allSatisfy(entry -> assertThat(entry.get("threads").asInt()).isEqualTo(2));
    }

    @Test
    void theRecordSaysThatTheBarrierIsTheRelays() {
        assertThat(events("cell", "together"))
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.get("synchronisation").asText())
                        .isEqualTo("barrier of the relay before each operation"));
        assertThat(events("cell", "alone"))
                .hasSize(2)
                .allSatisfy(
                        cell -> assertThat(cell.get("synchronisation").asText()).isEqualTo("continuous exchange"));
        assertThat(events("pilot", "together")).allSatisfy(pilot -> {
            assertThat(pilot.get("floorNanos").asDouble()).isPositive();
            assertThat(pilot.get("skewNanos").asDouble()).isPositive();
        });
    }

    @Test
    void theRecordSaysWhichSectionOfAReportABenchmarkDeclares() {
        assertThat(events("cell", "together")).allSatisfy(cell -> {
            assertThat(cell.get("section").asText()).isEqualTo("samples");
            assertThat(cell.get("stage").asText()).isEqualTo("together");
        });
        assertThat(events("cell", "alone")).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.get("section").asText()).isEmpty();
            assertThat(cell.get("stage").asText()).isEmpty();
        });
    }

    @Test
    void everyRankIsAProcessOfItsOwn() throws IOException {
        Map<String, Set<String>> pids = new HashMap<>();
        for (String line : Files.readAllLines(out.resolve("ranks.csv"))) {
            String[] c = line.split(",", -1);
            pids.computeIfAbsent(c[0] + " " + c[2] + " " + c[3] + " rank " + c[9], k -> new HashSet<>())
                    .add(c[12]);
        }
        for (String benchmark : List.of("together", "alone")) {
            Set<String> all = new HashSet<>();
            for (int rank = 0; rank < 3; rank++) {
                String key = "dev.lockstep.harness.samples.OwnTransportBenchmark." + benchmark + " none 3 rank " + rank;
                assertThat(pids.get(key)).as(key).hasSize(1);
                all.addAll(pids.get(key));
            }
            assertThat(all).hasSize(3);
        }
    }

    @Test
    void whatNeedsMessagesAfterAllFailsWithWhatIsMissing() {
        assertThat(events("pilot", "broadcasts"))
                .hasSize(2)
                .allSatisfy(pilot -> assertThat(pilot.get("reason").asText())
                        .contains("BROADCAST is not supported", "comm=none has no message passing"));
    }

    @Test
    void aRankThatFailsIsNamedAndNobodyWaitsForIt() {
        assertThat(events("pilot", "waits")).hasSize(2).allSatisfy(pilot -> {
            assertThat(pilot.get("reason").asText()).contains("rank 1 has other plans");
            assertThat(pilot.get("rank").asInt()).isEqualTo(1);
        });
        assertThat(outcome.seconds()).isLessThan(80);
    }

    @Test
    void theEnvironmentNamesTheRelayAndHowRanksWereStarted() throws IOException {
        assertThat(JSON.readTree(out.resolve("environment.json").toFile()).get("fields"))
                .anySatisfy(f -> {
                    assertThat(f.get("name").asText()).isEqualTo("library of comm=none");
                    assertThat(f.get("value").asText()).contains("relay");
                })
                .anySatisfy(f -> {
                    assertThat(f.get("name").asText()).startsWith("launch command, comm=none, ranks=3");
                    assertThat(f.get("value").asText()).isEqualTo("sh -c <script> processes 3 -");
                });
    }
}
