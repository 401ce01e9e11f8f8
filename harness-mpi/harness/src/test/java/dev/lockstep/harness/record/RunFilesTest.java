package dev.lockstep.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.relay.Iterations;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.PlacementChoice.Wish;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** results.json and ranks.csv, each by itself. */
class RunFilesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Cell CELL = new Cell(Cells.SYNCHRONISED, Map.of("bytes", "8"), Cells.local(2, 2));
    private static final Cell WIDER = new Cell(Cells.CONTINUOUS, Map.of("bytes", "9"), Cells.local(2, 1));
    private static final Cell OTHER = new Cell(Cells.CONTINUOUS, Map.of(), Cells.local(2, 1));

    @TempDir
    Path folder;

    private static BenchmarkResult fork(int threads, double... micros) {
        BenchmarkParams params = Iterations.benchmark(threads, Map.of("bytes", "8", "comm", "local", "ranks", "2"));
        List<IterationResult> iterations = new ArrayList<>();
        for (double score : micros) {
            iterations.add(Iterations.result(params, Iterations.MEASURED, score, score));
        }
        return new BenchmarkResult(params, iterations);
    }

    private JsonNode results() throws IOException {
        return JSON.readTree(folder.resolve("results.json").toFile());
    }

    @Test
    void forksAreMergedAndStatisticsComputedFromAllOfThem() throws IOException {
        Results results = new Results(folder, List.of(CELL, OTHER));
        results.add(CELL, 1, fork(4, 10, 20));
        results.add(CELL, 2, fork(4, 30, 60));
        results.write();
        assertThat(results()).hasSize(1);
        JsonNode entry = results().get(0);
        assertThat(entry.get("forks").asInt()).isEqualTo(2);
        assertThat(entry.get("threads").asInt()).as("threads per rank").isEqualTo(2);
        assertThat(entry.at("/primaryMetric/rawData")).hasToString("[[10.0,20.0],[30.0,60.0]]");
        assertThat(entry.at("/primaryMetric/score").asDouble()).isEqualTo(30);
        assertThat(entry.at("/params")).hasToString("{\"bytes\":\"8\",\"comm\":\"local\",\"ranks\":\"2\"}");
    }

    @Test
    void theFieldsAreThoseThatJmhWrites() throws IOException {
        Results results = new Results(folder, List.of(CELL, OTHER));
        results.add(CELL, 1, fork(4, 10, 20));
        results.write();
        Path own = folder.resolve("own.json");
        BenchmarkResult fork = fork(4, 10, 20);
        try (PrintStream out = new PrintStream(own.toFile())) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out)
                    .writeOut(List.of(new RunResult(fork.getParams(), List.of(fork))));
        }
        String theirs = Files.readString(own).replaceFirst("\"threads\" : 4", "\"threads\" : 2");
        assertThat(Files.readString(folder.resolve("results.json"))).isEqualTo(theirs);
    }

    @Test
    void aFileIsThereBeforeAnyResultAndValidAtAnyTime() throws IOException {
        Results results = new Results(folder, List.of(CELL, OTHER));
        results.write();
        assertThat(results()).isEmpty();
        results.add(CELL, 1, fork(2, 1));
        results.add(OTHER, 1, fork(2, 2));
        results.write();
        assertThat(results()).hasSize(2);
        results.drop(CELL);
        results.write();
        assertThat(results()).hasSize(1);
        results.drop(CELL);
        results.drop(OTHER);
        results.write();
        assertThat(results()).isEmpty();
    }

    @Test
    void theFileIsReplacedAsAWhole() throws IOException {
        Results results = new Results(folder, List.of(CELL, OTHER));
        results.add(CELL, 1, fork(2, 1));
        results.write();
        Path file = folder.resolve("results.json");
        Path earlier = Files.createLink(folder.resolve("earlier.json"), file);
        byte[] before = Files.readAllBytes(earlier);
        results.add(CELL, 2, fork(2, 2));
        results.write();
        assertThat(earlier).as("the file that a reader has open").hasBinaryContent(before);
        assertThat(Files.readAllBytes(file)).isNotEqualTo(before);
        assertThat(folder.resolve("results.json.tmp")).doesNotExist();
    }

    private static BenchmarkResult probed(double[] micros, double... nanos) {
        BenchmarkResult fork = fork(2, micros);
        int i = 0;
        for (IterationResult iteration : fork.getIterationResults()) {
            for (String name : List.of("probe.before", "probe.after")) {
                iteration.addResult(new ScalarResult(name, nanos[i], "ns", AggregationPolicy.AVG));
            }
            i++;
        }
        return fork;
    }

    private JsonNode everything() throws IOException {
        return JSON.readTree(folder.resolve("all.json").toFile());
    }

    @Test
    void resultsAreOfOnePlacementAndAllOfThemAreBeside() throws IOException {
        Results results = new Results(folder, List.of(OTHER, CELL));
        results.add(OTHER, 1, probed(new double[] {1, 1, 1}, 62, 62, 62));
        results.add(OTHER, 2, probed(new double[] {2, 2, 2}, 62, 62, 62));
        results.write();
        assertThat(folder.resolve("all.json")).as("of a machine that stays").doesNotExist();
        results.add(OTHER, 3, probed(new double[] {8, 8, 8}, 330, 330, 330));
        results.add(OTHER, 4, probed(new double[] {3, 3, 3, 9}, 62, 62, 62, 330));
        results.write();

        assertThat(results().at("/0/primaryMetric/rawData")).hasToString("[[1.0,1.0,1.0],[2.0,2.0,2.0],[3.0,3.0,3.0]]");
        assertThat(results().at("/0/primaryMetric/score").asDouble()).isEqualTo(2);
        assertThat(results().at("/0/forks").asInt()).isEqualTo(3);
        assertThat(results().at("/0/secondaryMetrics/placement.near/score").asDouble())
                .isEqualTo(62);
        assertThat(results().at("/0/secondaryMetrics/probe.after/rawData/2")).hasToString("[62.0,62.0,62.0]");
        assertThat(everything().at("/0/primaryMetric/rawData"))
                .hasToString("[[1.0,1.0,1.0],[2.0,2.0,2.0],[8.0,8.0,8.0],[3.0,3.0,3.0,9.0]]");
        assertThat(everything().at("/0/secondaryMetrics/placement.near").isMissingNode())
                .isTrue();
        assertThat(everything().at("/0/secondaryMetrics/probe.before/rawData/2"))
                .hasToString("[330.0,330.0,330.0]");
        // What is dropped may have been all there was elsewhere.
        results.drop(OTHER);
        results.write();
        assertThat(folder.resolve("all.json")).doesNotExist();
    }

    @Test
    void whoHasAWishIsToldItsPlacementAndWhichLaunchesCount() throws IOException {
        Results results = new Results(folder, List.of(OTHER, WIDER, CELL));
        assertThat(results.of(Wish.COMMON).wished(OTHER)).as("nothing is known").isEmpty();
        results.add(OTHER, 2, probed(new double[] {1, 1, 1}, 330, 330, 330));
        assertThat(results.of(Wish.NEAR).wished(OTHER))
                .hasValueSatisfying(p -> assertThat(p.nanos()).isEqualTo(330));
        results.add(OTHER, 5, probed(new double[] {1, 1, 1}, 330, 330, 330));
        results.add(OTHER, 7, probed(new double[] {1, 1, 1}, 62, 62, 62));

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

    @Test
    void aCellThatRanElsewhereIsInTheOtherFileOnly() throws IOException {
        Results results = new Results(folder, List.of(OTHER, WIDER));
        results.add(OTHER, 1, probed(new double[] {1, 1, 1}, 62, 62, 62));
        results.add(WIDER, 1, probed(new double[] {4, 4, 4}, 330, 330, 330));
        results.write();

        assertThat(results()).hasSize(1);
        assertThat(everything()).hasSize(2);
    }

    @Test
    void placementsAreFilledInAndNothingElseIsChanged() throws IOException {
        Path file = folder.resolve("ranks.csv");
        StringBuilder all = new StringBuilder(RankRow.HEADER + "\n");
        for (int fork = 1; fork <= 4; fork++) {
            all.append(RecorderTest.row(Map.of("p", "a,b\"c\nd"), fork).line());
        }
        RankRow unknown =
                new RankRow("a.B.c", "", "", "", 1, 0, 1, "measurement", 1, "", "", "h", "1", Double.NaN, "us/op");
        Files.writeString(file, all + unknown.line());
        new Results(folder, List.of()).place();
        assertThat(Files.readString(file))
                .isEqualTo((all + unknown.line())
                        .replace(",62.0,62.0,,\n", ",62.0,62.0,near,\n")
                        .replace(",330.0,330.0,,\n", ",330.0,330.0,far,\n"));
    }

    @Test
    void withoutReadingsAFileStaysAsItIs() throws IOException {
        Path file = folder.resolve("ranks.csv");
        new Results(folder, List.of()).place();
        assertThat(file).doesNotExist();
        String old = "benchmark,params,comm,ranks,threads,n,fork,phase,iteration,rank,thread,host,pid,score,unit\n"
                + "a.B.c,,local,2,1,1,1,measurement,1,0,0,h,42,2.50,us/op\n";
        Files.writeString(file, old);
        new Results(folder, List.of()).place();
        assertThat(file).hasContent(old);
        Files.writeString(file, old + "damaged\n");
        new Results(folder, List.of()).place();
        assertThat(file).hasContent(old + "damaged\n");
    }

    @Test
    void rowsOfAllLaunchesShareOneHeader() throws IOException {
        Results results = new Results(folder, List.of(CELL, OTHER));
        Path launch = folder.resolve("launch.csv");
        results.addRows(launch);
        assertThat(folder.resolve("ranks.csv")).doesNotExist();
        Files.writeString(launch, RankRow.HEADER + "\nx\n");
        results.addRows(launch);
        Files.writeString(launch, RankRow.HEADER + "\n");
        results.addRows(launch);
        Files.writeString(launch, RankRow.HEADER + "\ny\nz\n");
        results.addRows(launch);
        assertThat(folder.resolve("ranks.csv")).hasContent(RankRow.HEADER + "\nx\ny\nz\n");
    }
}
