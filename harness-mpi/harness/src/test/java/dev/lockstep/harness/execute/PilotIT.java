package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.samples.ColdBenchmark;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark that gets faster call by call, with threads and with processes as ranks. */
@Timeout(120)
class PilotIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The search may take a second: several times what calls and batches last. */
    private static final int ITERATION_MILLIS = 200;

    @TempDir
    static Path scratch;

    private static Path out;
    private static final List<JsonNode> PILOTS = new ArrayList<>();

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        Child child = new Child(scratch);
        out = scratch.resolve("out");
        Child.Outcome outcome = child.run(List.of(
                ConductorMain.class.getName(),
                out.toString(),
                child.mark(),
                "openmpi,local",
                "2",
                "1",
                "1+0+0+" + ITERATION_MILLIS,
                "Cold"));
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            JsonNode event = JSON.readTree(line);
            if (event.get("event").asText().equals("pilot")) {
                PILOTS.add(event);
            }
        }
    }

    /** Cold calls would fill an iteration by twenty. */
    @Test
    void theCountIsThatOfTheSteadyState() {
        double full = ITERATION_MILLIS * 1e6 / ColdBenchmark.WARM_NANOS;
        assertThat(PILOTS).hasSizeGreaterThanOrEqualTo(2).allSatisfy(pilot -> {
            assertThat(pilot.get("n").asDouble()).as("%s", pilot).isBetween(full / 8, full * 1.5);
            assertThat(pilot.at("/steady/reached").asBoolean()
                            || pilot.at("/steady/millis").asDouble() >= 1000)
                    .as("steady, or the time was up: %s", pilot)
                    .isTrue();
            assertThat(pilot.at("/steady/calls").asLong()).isGreaterThan(40);
        });
    }

    /** One iteration was asked for. */
    @Test
    void aLaunchWarmsUpForAsManyCallsAndAsLong() throws IOException {
        for (JsonNode pilot : PILOTS) {
            int iterations = pilot.get("warmupIterations").asInt();
            double n = pilot.get("n").asDouble();
            boolean capped = pilot.path("warmupCapped").asBoolean();
            assertThat(capped || iterations * n >= pilot.at("/steady/calls").asDouble())
                    .as("%s", pilot)
                    .isTrue();
            assertThat(capped
                            || iterations * n * pilot.get("wallNanosPerCall").asDouble()
                                    >= 1e6 * pilot.at("/steady/millis").asDouble())
                    .as("%s", pilot)
                    .isTrue();
        }
    }

    /** In JMH's own field, and in the rows. */
    @Test
    void whatWasDoneIsRecorded() throws IOException {
        for (JsonNode entry : JSON.readTree(new RunFolder(out).everything().toFile())) {
            JsonNode settled = PILOTS.stream()
                    .filter(pilot -> pilot.get("cell")
                            .asText()
                            .contains("comm=" + entry.at("/params/comm").asText()))
                    .reduce((first, last) -> last)
                    .orElseThrow();
            int iterations = settled.get("warmupIterations").asInt();
            assertThat(entry.get("warmupIterations").asInt()).isEqualTo(iterations);
            assertThat(entry.get("measurementBatchSize").asInt())
                    .isEqualTo(settled.get("n").asInt());
            assertThat(RankRow.read(out.resolve("ranks.csv")).stream()
                            .filter(row -> row.warmup()
                                    && row.comm()
                                            .equals(entry.at("/params/comm").asText())))
                    .hasSize(2 * iterations);
        }
    }
}
