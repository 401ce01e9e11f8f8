package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One and two threads per rank that send and receive at once, each by its own communicator or all by one, in one JVM and in MPI ranks;
 * few messages, for two threads per rank are too many here.
 */
@Tag("runs")
@Timeout(220)
class ThreadsIT {
    private static final int ITERATIONS = 2;

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
                        "run benchmarks.Contention --comm local,openmpi --ranks 2 --threads 1,2 -p bytes=64 -p window=4"
                                + " --ops 42 --iteration-time 10ms --forks 1 --warmup 0 --iterations "
                                + ITERATIONS + " --out " + out);
    }

    @Test
    void everyThreadHasItsOwnNumber() throws IOException {
        List<String> rows = Files.readAllLines(out.resolve("ranks.csv"));
        for (String comm : List.of("local", "openmpi")) {
            for (String connection : List.of("own", "shared")) {
                for (int threads : List.of(1, 2)) {
                    assertThat(rows)
                            .filteredOn(r -> r.contains(",buffer=direct;bytes=64;connection=" + connection
                                    + ";window=4," + comm + ",2," + threads + ",42,1,measure"))
                            .hasSize(2 * threads * ITERATIONS)
                            .allSatisfy(r -> assertThat(Double.parseDouble(r.split(",")[13]))
                                    .isPositive());
                }
            }
        }
    }

    @Test
    void threadsArePerRankAndAllOfThemAreChecked() throws IOException {
        JsonNode results = LockstepJar.results(out);
        assertThat(results.findValuesAsText("threads"))
                .containsExactlyInAnyOrder("1", "1", "1", "1", "2", "2", "2", "2");
        assertThat(results)
                .allSatisfy(
                        e -> assertThat(e.get("measurementBatchSize").asInt()).isEqualTo(42));
        assertThat(Files.readAllLines(out.resolve("journal.jsonl")))
                .filteredOn(line -> line.contains("\"event\":\"pilot\"") && !line.contains("\"mended\""))
                .hasSize(8)
                .allSatisfy(line -> assertThat(line).contains("\"selfCheck\":\"passed\""));
    }

    /** With one thread as well: its share would be refused at a lower level. */
    @Test
    void threadsThatShareHaveTheLevelForIt() throws IOException {
        assertThat(LockstepJar.results(out))
                .filteredOn(entry -> entry.at("/params/comm").asText().equals("openmpi"))
                .hasSize(4)
                .allSatisfy(entry -> assertThat(entry.get("jvmArgs").toString())
                        .contains("-Dlockstep.threadLevel="
                                + (entry.get("threads").asInt() == 1
                                                && entry.at("/params/connection")
                                                        .asText()
                                                        .equals("own")
                                        ? "SINGLE"
                                        : "MULTIPLE")));
    }

    @Test
    void whereThreadsCannotShareTheReasonIsNamed() throws IOException, InterruptedException {
        String dry = " --dry-run --out " + scratch.resolve("none");
        LockstepJar.Outcome plan = new LockstepJar(scratch)
                .exits(
                        0,
                        "run benchmarks.Contention TransportContention --comm mpj --threads 2 -p bytes=16"
                                + " --transport communicator:threads=many" + dry);
        assertThat(plan.out() + plan.err())
                .contains(
                        "threads do not share a communicator of comm mpj: MPJ Express",
                        "has no communicator that threads share: MPJ Express",
                        "connection=own");
        LockstepJar.Outcome level = new LockstepJar(scratch)
                .exits(
                        0,
                        "run benchmarks.Contention --comm openmpi --threads 1 --thread-level single -p bytes=16" + dry);
        assertThat(level.out() + level.err())
                .contains("thread level single", "its threads take thread level multiple", "connection=own")
                .doesNotContain("connection=shared");
    }

    @Test
    void theLibraryIsAskedForNoMoreThanTheThreadsNeed() throws IOException {
        JsonNode fields = LockstepJar.json(out.resolve("environment.json")).get("fields");
        assertThat(fields).anySatisfy(f -> {
            assertThat(f.get("name").asText()).isEqualTo("thread level granted, comm=openmpi");
            assertThat(f.get("value").asText()).isEqualTo("MULTIPLE; SINGLE");
        });
    }

    @Test
    void moreThreadsThanCoresAreMarked() {
        int cores = dev.lockstep.comm.spi.Cores.usable();
        assertThat(outcome.out().lines().filter(l -> l.contains("2 threads")))
                .hasSize(4)
                .allSatisfy(l -> assertThat(l.contains("oversubscribed")).isEqualTo(cores < 4));
    }
}
