package dev.lockstep.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.relay.Iterations;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.placement.PlacementChoice.Wish;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** results.json and ranks.csv, each by itself. */
class RunFilesTest {
    private static final double NEAR = 62;
    private static final double FAR = 330;

    private static final Cell CELL = new Cell(Cells.SYNCHRONISED, Map.of("bytes", "8"), Cells.local(2, 2));
    private static final Cell WIDER = new Cell(Cells.CONTINUOUS, Map.of("bytes", "9"), Cells.local(2, 1));
    private static final Cell OTHER = new Cell(Cells.CONTINUOUS, Map.of(), Cells.local(2, 1));

    @TempDir
    Path folder;

    private Results results;
    private long clock;
    private long ticking = 1;

    @BeforeEach
    void empty() {
        results = new Results(folder, List.of(OTHER, WIDER, CELL), () -> clock += ticking);
    }

    /** Of two threads that each measured the same. */
    private static BenchmarkResult fork(int threads, double... micros) {
        BenchmarkParams params = Iterations.benchmark(threads, Map.of("bytes", "8", "comm", "local", "ranks", "2"));
        List<IterationResult> iterations = new ArrayList<>();
        for (double score : micros) {
            iterations.add(Iterations.result(params, Iterations.MEASURED, score, score));
        }
        return new BenchmarkResult(params, iterations);
    }

    /** Three iterations, or as many as there are readings. */
    private static BenchmarkResult probed(double micros, double... nanos) {
        BenchmarkParams params = Iterations.benchmark(2, Map.of());
        List<IterationResult> iterations = new ArrayList<>();
        for (int i = 0; i < Math.max(3, nanos.length); i++) {
            IterationResult iteration = Iterations.result(params, Iterations.MEASURED, micros);
            iterations.add(ScriptedRun.probed(iteration, nanos[Math.min(i, nanos.length - 1)]));
        }
        return new BenchmarkResult(params, iterations);
    }

    private JsonNode written(String file) throws IOException {
        results.write();
        return new ObjectMapper().readTree(folder.resolve(file).toFile());
    }

    @Test
    void forksAreMergedAndStatisticsComputedFromAllOfThem() throws IOException {
        results.add(CELL, 1, fork(4, 10, 20));
        results.add(CELL, 2, fork(4, 30, 60));
        JsonNode all = written("results.json");
        assertThat(all).hasSize(1);
        JsonNode entry = all.get(0);
        assertThat(entry.get("forks").asInt()).isEqualTo(2);
        assertThat(entry.get("threads").asInt()).as("threads per rank").isEqualTo(2);
        assertThat(entry.at("/primaryMetric/rawData")).hasToString("[[10.0,20.0],[30.0,60.0]]");
        assertThat(entry.at("/primaryMetric/score").asDouble()).isEqualTo(30);
        assertThat(entry.at("/params")).hasToString("{\"bytes\":\"8\",\"comm\":\"local\",\"ranks\":\"2\"}");
    }

    @Test
    void theFieldsAreThoseThatJmhWrites() throws IOException {
        BenchmarkResult fork = fork(4, 10, 20);
        results.add(CELL, 1, fork);
        results.write();
        Path own = folder.resolve("own.json");
        try (PrintStream out = new PrintStream(own.toFile())) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out)
                    .writeOut(List.of(new RunResult(fork.getParams(), List.of(fork))));
        }
        String theirs = Files.readString(own).replaceFirst("\"threads\" : 4", "\"threads\" : 2");
        assertThat(Files.readString(folder.resolve("results.json"))).isEqualTo(theirs);
    }

    /** And valid at any time, also for a reader that has an earlier one open. */
    @Test
    void theFileIsThereBeforeAnyResultAndReplacedAsAWhole() throws IOException {
        assertThat(written("results.json")).isEmpty();
        results.add(CELL, 1, fork(2, 1));
        results.add(OTHER, 1, fork(2, 2));
        assertThat(written("results.json")).hasSize(2);
        Path earlier = Files.createLink(folder.resolve("earlier.json"), folder.resolve("results.json"));
        byte[] before = Files.readAllBytes(earlier);
        results.drop(CELL);
        results.drop(CELL);
        assertThat(written("results.json")).hasSize(1);
        assertThat(earlier).hasBinaryContent(before);
        results.drop(OTHER);
        assertThat(written("results.json")).isEmpty();
        assertThat(folder.resolve("results.json.tmp")).doesNotExist();
    }

    @Test
    void resultsAreOfOnePlacementAndAllOfThemAreBeside() throws IOException {
        results.add(OTHER, 1, probed(1, NEAR));
        results.add(OTHER, 2, probed(2, NEAR));
        results.write();
        assertThat(folder.resolve("all.json")).as("of a machine that stays").doesNotExist();
        results.add(OTHER, 3, probed(8, FAR));
        results.add(OTHER, 4, probed(3, NEAR, NEAR, NEAR, FAR));
        results.add(WIDER, 1, probed(4, FAR));

        JsonNode counting = written("results.json");
        assertThat(counting).hasSize(2);
        assertThat(counting.at("/1/primaryMetric/rawData"))
                .as("of a cell that ran elsewhere")
                .hasToString("[[4.0,4.0,4.0]]");
        assertThat(counting.at("/1/secondaryMetrics/placement.far/score").asDouble())
                .isEqualTo(330);
        assertThat(counting.at("/0/primaryMetric/rawData")).hasToString("[[1.0,1.0,1.0],[2.0,2.0,2.0],[3.0,3.0,3.0]]");
        assertThat(counting.at("/0/primaryMetric/score").asDouble()).isEqualTo(2);
        assertThat(counting.at("/0/forks").asInt()).isEqualTo(3);
        assertThat(counting.at("/0/secondaryMetrics/placement.near/score").asDouble())
                .isEqualTo(62);
        assertThat(counting.at("/0/secondaryMetrics/probe.after/rawData/2")).hasToString("[62.0,62.0,62.0]");
        JsonNode all = written("all.json");
        assertThat(all).hasSize(2);
        assertThat(all.at("/0/primaryMetric/rawData"))
                .hasToString("[[1.0,1.0,1.0],[2.0,2.0,2.0],[8.0,8.0,8.0],[3.0,3.0,3.0,3.0]]");
        assertThat(all.at("/0/secondaryMetrics").has("placement.near")).isFalse();
        assertThat(all.at("/0/secondaryMetrics/probe.before/rawData/2")).hasToString("[330.0,330.0,330.0]");
        // What is dropped may have been all there was elsewhere.
        results.drop(OTHER);
        results.write();
        assertThat(folder.resolve("all.json")).doesNotExist();
    }

    @Test
    void whoHasAWishIsToldItsPlacementAndWhichLaunchesCount() {
        assertThat(results.of(Wish.COMMON).wished(OTHER)).as("nothing is known").isEmpty();
        results.add(OTHER, 2, probed(1, FAR));
        assertThat(results.of(Wish.NEAR).wished(OTHER))
                .hasValueSatisfying(p -> assertThat(p.nanos()).isEqualTo(330));
        results.add(OTHER, 5, probed(1, FAR));
        results.add(OTHER, 7, probed(1, NEAR));

        CommonPlacement common = results.of(Wish.COMMON);
        assertThat(common.wished(OTHER))
                .hasValueSatisfying(p -> assertThat(p.words()).isEqualTo("far, 330 ns"));
        assertThat(common.wished(WIDER)).as("of the same layout").isEqualTo(common.wished(OTHER));
        assertThat(common.wished(CELL)).as("of another").isEmpty();
        assertThat(common.counting(OTHER)).containsOnlyKeys(2, 5);
        assertThat(results.of(Wish.NEAR).counting(OTHER)).containsOnlyKeys(7);
        assertThat(results.of(Wish.ALL).counting(OTHER)).containsOnlyKeys(2, 5, 7);
        assertThat(results.of(Wish.ALL).wished(OTHER)).isEmpty();
    }

    /** Whatever the number of launches: writing takes a hundredth of the time. */
    @Test
    void theFileIsWrittenAfterALaunchUnlessThatTakesLong() throws IOException {
        ticking = 10;
        results.writeOften();
        assertThat(folder.resolve("results.json")).exists();
        results.add(CELL, 1, fork(2, 1));
        clock += 900;
        results.writeOften();
        assertThat(Files.readString(folder.resolve("results.json"))).doesNotContain("primaryMetric");
        clock += 100;
        results.writeOften();
        assertThat(Files.readString(folder.resolve("results.json"))).contains("primaryMetric");
    }

    @Test
    void rowsOfAllLaunchesShareOneHeader() throws IOException {
        Path launch = folder.resolve("launch.csv");
        results.addRows(launch);
        assertThat(folder.resolve("ranks.csv")).doesNotExist();
        for (String rows : List.of("x\n", "", "y\nz\n")) {
            Files.writeString(launch, RankRow.HEADER + "\n" + rows);
            results.addRows(launch);
        }
        assertThat(folder.resolve("ranks.csv")).hasContent(RankRow.HEADER + "\nx\ny\nz\n");
    }
}
