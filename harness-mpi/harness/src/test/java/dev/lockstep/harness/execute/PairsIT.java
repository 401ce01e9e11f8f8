package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.samples.PairsBenchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One run of two pairs, of which one is slow. */
@Timeout(120)
class PairsIT {
    private static final int CALLS = 50;
    /** As {@link ConductorMain} has it. */
    private static final int ITERATIONS = 2;

    @TempDir
    Path scratch;

    @Test
    void aDistributionHasTheOperationsOfEachPairByIteration() throws IOException, InterruptedException {
        Child child = new Child(scratch);
        Path out = scratch.resolve("out");
        Child.Outcome outcome = child.run(List.of(
                ConductorMain.class.getName(),
                out.toString(),
                child.mark(),
                "local",
                "4",
                "1",
                "1+1+" + CALLS,
                "PairsBenchmark"));
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        JsonNode event = distribution(out);
        assertThat(event.get("iterations").asInt()).isEqualTo(ITERATIONS);
        // The first call of an iteration only opens the clock.
        assertThat(event.get("recorded").asInt()).isEqualTo(ITERATIONS * (CALLS - 1));
        List<Histogram> slowest = slowest(out.resolve(event.get("file").asText()));
        assertThat(slowest).hasSize(ITERATIONS).allSatisfy(iteration -> {
            assertThat(iteration.getTotalCount()).isEqualTo(2 * (CALLS - 1));
            assertThat(iteration.getCountBetweenValues(PairsBenchmark.REST_NANOS * 999 / 1000, iteration.getMaxValue()))
                    .isGreaterThanOrEqualTo(CALLS - 1);
        });
        assertThat(child.leftovers()).isEmpty();
    }

    private static JsonNode distribution(Path out) throws IOException {
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            JsonNode event = new ObjectMapper().readTree(line);
            if (event.path("event").asText().equals("distribution")) {
                return event;
            }
        }
        throw new AssertionError("no distribution in the journal");
    }

    private static List<Histogram> slowest(Path file) throws IOException {
        List<Histogram> found = new ArrayList<>();
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                Histogram histogram = (Histogram) log.nextIntervalHistogram();
                if (histogram.getTag().equals("slowest")) {
                    found.add(histogram);
                }
            }
        }
        return found;
    }
}
