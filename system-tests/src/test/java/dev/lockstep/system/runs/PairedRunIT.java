package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A comparison within a run: two sizes of one benchmark, launched in turns. */
@Tag("runs")
@Timeout(220)
class PairedRunIT {
    private static final int PAIRS = 3;

    @TempDir
    static Path scratch;

    private static Path out;
    private static LockstepJar.Outcome outcome;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        out = scratch.resolve("out");
        outcome = new LockstepJar(scratch)
                .exits(
                        0,
                        "run AllReduce --comm local --ranks 2 -p bytes=262144 --vs bytes=64 --forks " + PAIRS
                                + " --warmup 1 --iterations 2 --iteration-time 5ms --distribution-forks 0"
                                + " --placement all --out " + out);
    }

    @Test
    void theBaseIsLaunchedBeforeAndAfter() throws IOException {
        List<String> launches = Files.readAllLines(out.resolve("journal.jsonl")).stream()
                .filter(line -> line.contains("\"event\":\"launch\""))
                .map(line -> line.replaceAll(".*bytes=(\\d+) .*\"fork\":(\\d+).*", "$1/$2"))
                .toList();
        assertThat(launches)
                .containsExactly("64/1", "262144/1", "64/2", "64/3", "262144/2", "64/4", "64/5", "262144/3", "64/6");
        assertThat(outcome.err()).contains("fork 6/6", "fork 3/3");
    }

    @Test
    void claimsAreThoseOfTheResults() throws IOException {
        JsonNode claims = LockstepJar.json(out.resolve("claims.json"));
        assertThat(claims.at("/versus/name").asText()).isEqualTo("bytes");
        assertThat(claims.get("claims").findValuesAsText("metric")).containsExactly("", "ranks.max");
        JsonNode claim = claims.at("/claims/0");
        double logarithms = 0;
        for (int k = 0; k < PAIRS; k++) {
            double head = mean("262144", k);
            logarithms += Math.log(head / Math.sqrt(mean("64", 2 * k) * mean("64", 2 * k + 1)));
        }
        assertThat(claim.at("/ratio/mean").asDouble())
                .isCloseTo(Math.exp(logarithms / PAIRS), within(1e-5 * Math.exp(logarithms / PAIRS)));
        assertThat(claim.get("pairs").asInt()).isEqualTo(PAIRS);
        assertThat(claim.get("outcome").asText()).isEqualTo("no-claim");
        assertThat(claim.get("why").asText()).startsWith("fewer than 10 pairs");
    }

    private static double mean(String bytes, int fork) throws IOException {
        for (JsonNode entry : LockstepJar.results(out)) {
            if (entry.at("/params/bytes").asText().equals(bytes)) {
                JsonNode scores = entry.at("/primaryMetric/rawData").get(fork);
                assertThat(scores).hasSize(2);
                return (scores.get(0).asDouble() + scores.get(1).asDouble()) / 2;
            }
        }
        throw new AssertionError("no bytes=" + bytes);
    }

    @Test
    void theyAreShownEverywhere() throws IOException, InterruptedException {
        assertThat(outcome.out())
                .contains("Claims. What each costs over bytes=64")
                .containsPattern(
                        "AllReduceBenchmark.allReduce\\(bytes=262144\\) +local +2 .* +3 +no claim: fewer than 10 pairs");
        assertThat(Files.readString(out.resolve("summary.md"))).contains("## Claims", "fewer than 10 pairs");
        assertThat(ReportText.of(out)).contains("Claims", "What each costs over bytes=64", "fewer than 10 pairs");
        LockstepJar.Outcome again = new LockstepJar(scratch).exits(0, "report --placement all " + out);
        assertThat(again.out()).isEqualTo(outcome.out());
    }
}
