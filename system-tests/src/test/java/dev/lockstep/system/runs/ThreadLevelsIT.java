package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of Java and of C at thread levels that were asked for. */
@Tag("runs")
@Timeout(240)
class ThreadLevelsIT {
    private static final String RUN =
            "run transport.benchmarks.PingPong --comm openmpi,c --ranks 2 -p bytes=64 -p buffer=direct"
                    + " --ops 100 --iteration-time 10ms --forks 1 --warmup 0 --iterations 2 --distribution-forks 0 ";

    @TempDir
    Path scratch;

    private Path run(String name, String options) throws IOException, InterruptedException {
        Path out = scratch.resolve(name);
        new LockstepJar(scratch).exits(0, RUN + options + "--out " + out);
        return out;
    }

    private static String levelAmongArguments(JsonNode entry) {
        for (JsonNode argument : entry.get("jvmArgs")) {
            if (argument.asText().startsWith("-Dlockstep.threadLevel=")) {
                return argument.asText().replaceFirst(".*=", "");
            }
        }
        throw new AssertionError("no thread level in " + entry);
    }

    @Test
    void thePriceOfALevelIsAClaim() throws IOException, InterruptedException {
        Path out = run("claims", "--thread-level serialized --vs thread-level=single --placement all ");
        JsonNode results = LockstepJar.results(out);
        assertThat(results)
                .hasSize(4)
                .allSatisfy(entry -> assertThat(levelAmongArguments(entry))
                        .isEqualToIgnoringCase(entry.at("/params/thread-level").asText()));
        assertThat(results.findValuesAsText("thread-level"))
                .containsExactlyInAnyOrder("single", "single", "serialized", "serialized");
        JsonNode claims = LockstepJar.json(out.resolve("claims.json"));
        assertThat(claims.at("/versus/name").asText()).isEqualTo("thread-level");
        assertThat(claims.get("claims"))
                .isNotEmpty()
                .allSatisfy(
                        claim -> assertThat(claim.at("/ratio/mean").asDouble()).isPositive());
        List<String> rows = Files.readAllLines(out.resolve("ranks.csv")).stream()
                .filter(row -> row.contains(",measurement,"))
                .toList();
        // The base is launched twice; two iterations that count, of two ranks each.
        assertThat(rows).filteredOn(row -> row.contains("thread-level=single")).hasSize(2 * 2 * 2 * 2);
        assertThat(rows)
                .filteredOn(row -> row.contains("thread-level=serialized"))
                .hasSize(2 * 2 * 2);
        assertThat(Files.readString(out.resolve("report.html"))).contains("thread-level=single");
    }

    @Test
    void otherLevelsAreNotCompared() throws IOException, InterruptedException {
        Path usual = run("usual", "");
        Path other = run("other", "--thread-level serialized ");
        assertThat(LockstepJar.results(usual))
                .hasSize(2)
                .allSatisfy(entry -> assertThat(levelAmongArguments(entry)).isEqualTo("SINGLE"))
                .allSatisfy(entry ->
                        assertThat(entry.get("params").has("thread-level")).isFalse());
        LockstepJar.Outcome compared = new LockstepJar(scratch).lockstep("compare", usual.toString(), other.toString());
        assertThat(compared.out() + compared.err())
                .contains("flags", "-Dlockstep.threadLevel=SINGLE", "-Dlockstep.threadLevel=SERIALIZED");
    }

    @Test
    void aLevelTooLowForThreadsIsRefused() throws IOException, InterruptedException {
        String typed = "run transport.benchmarks.PingPong --comm openmpi --ranks 2 --threads 2 --thread-level single";
        assertThat(new LockstepJar(scratch)
                        .exits(2, typed + " --out " + scratch.resolve("none"))
                        .err())
                .contains("thread level single", "several threads", "multiple");
    }
}
