package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run of a good and a failing benchmark, on Open MPI with 2 and 3 ranks and in one JVM; its files are then looked at. */
@Tag("default")
class ConductorIT {
    private static final String SAMPLES = "dev.lockstep.harness.samples.";
    private static final String GOOD = "GoodBenchmark.broadcast";
    private static final String CHECK = "BadBenchmark.checkFailsOnRank1";
    private static final int FORKS = 2;

    @TempDir
    static Path scratch;

    private static Conducted run;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        run = Conducted.in(scratch, "openmpi,local", "2,3", "1", String.valueOf(FORKS), GOOD, CHECK + "$")
                .ended(1);
    }

    private static String cell(String comm, int ranks) {
        return SAMPLES + GOOD + " ss bytes=8 comm=" + comm + " ranks=" + ranks + " threads=1";
    }

    @Test
    void aSelfCheckThatFailsOnOneRankFailsItsCellAndNoOther() {
        assertThat(run.pilots("")).hasSize(8);
        for (JsonNode pilot : run.pilots("")) {
            String cell = pilot.get("cell").asText();
            if (cell.contains(CHECK)) {
                assertThat(pilot.get("status").asText()).as(cell).isEqualTo("failed");
                assertThat(pilot.get("reason").asText()).contains("rank 1", "expected 1, found 2");
                assertThat(pilot.get("rank").asInt()).as("rank in %s", pilot).isEqualTo(1);
            } else {
                assertThat(pilot.get("status").asText()).as("%s", pilot).isEqualTo("ok");
                assertThat(pilot.get("n").asInt()).isPositive();
                assertThat(pilot.get("selfCheck").asText()).isEqualTo("passed");
            }
        }
        assertThat(run.events("launch", CHECK)).isEmpty();
        assertThat(run.events("left-out", "")).hasSize(1);
    }

    /** The pilot's one operation passes; the last of many does not. */
    @Test
    void whatIsWrongInTheEndFailsItsCell(@TempDir Path folder) throws Exception {
        Conducted late = Conducted.in(folder, "openmpi,local", "2", "1", "1", "BadBenchmark.goesWrongOnRank1$")
                .ended(1);
        assertThat(late.pilots(""))
                .hasSize(2)
                .allSatisfy(pilot -> assertThat(pilot.path("selfCheck").asText())
                        .as("%s", pilot)
                        .isEqualTo("passed"));
        assertThat(late.events("launch", ""))
                .hasSize(2)
                .allSatisfy(launch ->
                        assertThat(launch.toString()).contains("\"failed\"", "rank 1: expected 1, found ", " at last"));
    }

    /** One iteration was asked for; in JMH's own field, and in the rows. */
    @Test
    void aLaunchWarmsUpForAsManyCallsAndAsLongAsItsPilotSays() throws IOException {
        for (JsonNode entry : run.results("")) {
            String comm = entry.at("/params/comm").asText();
            String ranks = entry.at("/params/ranks").asText();
            List<JsonNode> pilots = run.events("pilot", cell(comm, Integer.parseInt(ranks)));
            JsonNode pilot = pilots.get(pilots.size() - 1);
            int iterations = pilot.get("warmupIterations").asInt();
            int n = pilot.get("n").asInt();
            boolean enough =
                    iterations * (double) n >= pilot.at("/steady/calls").asDouble()
                            && iterations * n * pilot.get("wallNanosPerCall").asDouble()
                                    >= 1e6 * pilot.at("/steady/millis").asDouble();
            assertThat(enough || pilot.path("warmupCapped").asBoolean())
                    .as("%s", pilot)
                    .isTrue();
            assertThat(entry.get("warmupIterations").asInt()).isEqualTo(iterations);
            assertThat(entry.get("measurementBatchSize").asInt()).isEqualTo(n);
            JsonNode last =
                    run.events("launch", cell(comm, Integer.parseInt(ranks))).get(FORKS - 1);
            assertThat(run.rows(last))
                    .filteredOn(RankRow::warmup)
                    .hasSize(iterations * Integer.parseInt(ranks))
                    .allSatisfy(row -> assertThat(row.n()).isEqualTo(n));
        }
    }

    /** Forks of different cells interleave, every other round the other way round. */
    @Test
    void noCellIsLaunchedTwiceInARowButAtTheTurn() {
        List<String> order = run.events("launch", GOOD).stream()
                .map(l -> l.get("fork").asText() + l.get("cell").asText())
                .toList();
        List<String> first = order.subList(0, 4);
        List<String> second = new ArrayList<>(order.subList(4, 8));
        Collections.reverse(second);
        assertThat(first).allMatch(l -> l.startsWith("1"));
        assertThat(second.stream().map(l -> l.replaceAll("^2", "1")).toList()).isEqualTo(first);
    }

    @Test
    void theEnvironmentHasWhatTheRanksSaid() throws IOException {
        assertThat(Files.readString(run.out().resolve("environment.json")))
                .containsPattern("\"library of comm=openmpi\",\\s*\"value\" : \"Open MPI")
                .contains("\"cores of rank 2, comm=openmpi\"");
    }
}
