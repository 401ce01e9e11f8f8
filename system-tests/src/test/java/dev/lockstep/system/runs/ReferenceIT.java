package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.OwnMpi;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A column of C beside one of Java. */
@Tag("runs")
@Timeout(220)
class ReferenceIT {
    private static final String BRIEF =
            " --forks 1 --warmup 1 --iterations 2 --iteration-time 10ms --ops 500 --ranks 2 --comm c,openmpi -p bytes=16 --out ";

    @TempDir
    static Path scratch;

    private static Path out;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        out = scratch.resolve("out");
        lockstep(0, "run transport.benchmarks.PingPong BarrierBenchmark --placement all" + BRIEF + out);
    }

    private static LockstepJar.Outcome lockstep(int exit, String typed) throws IOException, InterruptedException {
        return new LockstepJar(scratch).exits(exit, typed);
    }

    private static List<JsonNode> rows(String benchmark) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        LockstepJar.results(out).forEach(row -> {
            if (row.get("benchmark").asText().endsWith(benchmark)) {
                rows.add(row);
            }
        });
        return rows;
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void itsRowHasTheShapeOfAnyOther() throws IOException {
        for (String benchmark : List.of("pingPong", "barrier")) {
            List<JsonNode> rows = rows(benchmark);
            assertThat(rows).hasSize(2);
            JsonNode c = rows.get(0);
            JsonNode java = rows.get(1);
            assertThat(names(c)).isEqualTo(names(java));
            assertThat(names(c.get("params"))).isEqualTo(names(java.get("params")));
            assertThat(names(c.get("primaryMetric"))).isEqualTo(names(java.get("primaryMetric")));
            assertThat(names(c.get("secondaryMetrics"))).isEqualTo(names(java.get("secondaryMetrics")));
            for (String same : List.of(
                    "/benchmark",
                    "/mode",
                    "/threads",
                    "/forks",
                    "/warmupTime",
                    "/measurementIterations",
                    "/measurementTime",
                    "/primaryMetric/scoreUnit",
                    "/secondaryMetrics/ranks.max/scoreUnit",
                    "/jmhVersion")) {
                assertThat(c.at(same)).as(same).isEqualTo(java.at(same));
            }
            assertThat(c.at("/primaryMetric/rawData"))
                    .hasSize(1)
                    .allSatisfy(fork -> assertThat(fork).hasSize(2));
            assertThat(c.at("/params/comm").asText()).isEqualTo("c");
            assertThat(c.get("jvm").asText()).matches("none: C, .*\\d.*, -std=c11 -O2");
            assertThat(c.get("jvmArgs")).hasToString("[\"-std=c11\",\"-O2\",\"-Dlockstep.threadLevel=SINGLE\"]");
            assertThat(c.get("jdkVersion").asText()).isEqualTo("unknown");
            assertThat(c.get("vmVersion").asText()).startsWith("Open MPI v");
        }
    }

    /** The program is mapped from there by each of its ranks. */
    @Test
    void itsProgramMayLieInSharedMemory() throws IOException, InterruptedException {
        Path shared = scratch.resolve("shm");
        new LockstepJar(scratch)
                .withSharedMemory(shared)
                .variable("LOCKSTEP_CACHE", "/dev/shm/cache")
                .exits(
                        0,
                        "run BarrierBenchmark --comm c --ranks 2 --forks 1 --warmup 1 --iterations 1 --ops 500"
                                + " --distribution-forks 0 --out " + scratch.resolve("there"));
        try (Stream<Path> files = Files.walk(shared)) {
            assertThat(files).anyMatch(file -> file.endsWith("lockstep-reference"));
        }
    }

    @Test
    void reportsShowItBesideTheOthers() throws IOException {
        String time = " (ns|µs|ms|s) ";
        assertThat(Files.readString(out.resolve("summary.md")))
                .contains("| benchmark | unit | C, 2 ranks | openmpi, 2 ranks (× C, 2 ranks) |")
                .containsPattern("\\| Ping pong, 16 B \\|" + time + "\\| [^|]*\\d[^|]* \\| [^|]*\\d[^|]* \\|")
                .containsPattern("Ping pong, 16 B \\|" + time + "\\| C, 2 ranks \\| [\\d,]+ \\|");
        assertThat(ReportText.of(out)).contains(" C ");
    }

    @Test
    void everyRankAndTheCompilerAreRecorded() throws IOException {
        // Two benchmarks, two measured iterations, two ranks.
        assertThat(Files.readAllLines(out.resolve("ranks.csv")).stream()
                        .filter(line -> line.contains(",c,2,1,") && line.contains(",measurement,")))
                .hasSize(2 * 2 * 2)
                .allMatch(line -> line.matches(".*,us/op,\\d+,\\d*,\\d*,[\\d.]*,[\\d.]*,"))
                // Where cores are shared with others, a reading may fail.
                .anyMatch(line -> line.matches(".*,\\d+\\.\\d,\\d+\\.\\d,"));
        assertThat(Files.readString(out.resolve("environment.json")))
                .containsPattern("compiler of comm=c\",\\s*\"value\" : \".*-std=c11 -O2")
                .contains("library of comm=c", "launch command, comm=c, ranks=2");
        assertThat(JournalLines.of(out, "pilot"))
                .filteredOn(e -> e.get("cell").asText().contains("comm=c") && !e.has("mended"))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e.get("selfCheck").asText()).isEqualTo("passed"));
    }

    @Test
    void whatIsThereIsNotMeasuredAgain() throws IOException, InterruptedException {
        assertThat(lockstep(0, "run --resume --out " + out).err()).contains("there is nothing to resume");
    }

    @Test
    void itCanBeTheBaseOfAComparison() throws IOException, InterruptedException {
        Path paired = scratch.resolve("paired");
        lockstep(
                0,
                "run transport.benchmarks.PingPong --vs comm=c --placement all --distribution-forks 0"
                        + BRIEF.replace("c,openmpi", "openmpi") + paired);
        JsonNode claim = LockstepJar.json(paired.resolve("claims.json")).at("/claims/0");
        assertThat(claim.at("/ratio/mean").asDouble()).isPositive();
        assertThat(claim.at("/same/mean").asDouble()).as(claim.toString()).isPositive();
    }

    @Test
    void benchmarksWithoutAKernelAreLeftOutWithAReason() throws IOException, InterruptedException {
        assertThat(lockstep(2, "run benchmarks.Contention --comm c --ranks 2 --dry-run")
                        .err())
                .contains("the C reference has no kernel that does the same");
    }

    @Test
    void whatIsForJvmsIsNotPromised() throws IOException, InterruptedException {
        String line = "run Barrier --comm c,local --ranks 2 --dry-run ";
        assertThat(lockstep(0, line + "--prof gc").err())
                .contains("left out: gc on comm c: JMH's profilers are for JVMs");
        assertThat(lockstep(2, line + "--debug-rank 1").err())
                .contains("--debug-rank lets a JVM wait for its debugger");
    }

    @Test
    void aDryRunShowsTheProgram() throws IOException, InterruptedException {
        assertThat(lockstep(0, "run AllToAll --comm c --ranks 2 -p bytes=64 --dry-run")
                        .out())
                .containsPattern(
                        "mpirun .*/lockstep-reference SINGLE run plain alltoall bytes=64,inPlace=false,late=none,reuse=same,sync=dissemination \\.\\.\\. \\d+ \\d+");
    }

    @Test
    void theCompilersWordsReachTheUser() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve("errors"));
        LockstepJar.Outcome run = new OwnMpi(folder)
                .compiler("exec mpicc -include /nowhere/mpi.h \"$@\"")
                .jar()
                .exits(2, "run AllToAll --comm c --ranks 2");
        assertThat(run.err()).contains("comm c cannot be used here", "error", "/nowhere/mpi.h", "./lockstep setup");
    }

    @Test
    void withoutACompilerTheOthersWork() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve("bare"));
        LockstepJar.Outcome doctor = new OwnMpi(folder).jar().exits(0, "doctor --watch 0");
        assertThat(doctor.out())
                .containsPattern("(?s)c +missing: the C compiler of Open MPI .*was not found")
                .contains("libopenmpi-dev")
                .containsPattern("local +available");
    }
}
