package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.PlacementChoice.Wish;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of a run whose cores moved: near an operation takes 1 us and far 4, and in C half of that. */
class PlacementResultsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    private final ArrayNode entries = MAPPER.createArrayNode();
    private final StringBuilder rows = new StringBuilder(RankRow.HEADER + "\n");

    /** A cell of launches such as {@code nnnff}: iterations near or far, or during which the cores moved. */
    private PlacementResultsTest cell(String comm, double near, String... launches) {
        ObjectNode entry =
                entries.addObject().put("benchmark", "a.B.c").put("mode", "ss").put("threads", 1);
        entry.put("measurementBatchSize", 10)
                .putObject("params")
                .put("comm", comm)
                .put("ranks", "2");
        ArrayNode scores = metric(entry.putObject("primaryMetric"), "us/op");
        ObjectNode others = entry.putObject("secondaryMetrics");
        ArrayNode slowest = metric(others.putObject("ranks.max"), "us/op");
        ArrayNode before = metric(others.putObject("probe.before"), "ns");
        ArrayNode after = metric(others.putObject("probe.after"), "ns");
        for (int fork = 1; fork <= launches.length; fork++) {
            String launch = launches[fork - 1];
            for (ArrayNode metric : List.of(scores, slowest, before, after)) {
                metric.addArray();
            }
            for (int i = 0; i < launch.length(); i++) {
                boolean starts = launch.charAt(i) != 'f';
                boolean ends = launch.charAt(i) == 'n';
                double score = near * (ends ? 1 : 4) + 0.001 * fork;
                add(scores, score);
                add(slowest, score + 0.1);
                add(before, starts ? 62 : 330);
                add(after, ends ? 62 : 330);
                rows.append(row(comm, fork, i + 1, score, starts ? 62 : 330, ends ? 62 : 330)
                        .line());
            }
        }
        return this;
    }

    private static ArrayNode metric(ObjectNode metric, String unit) {
        return metric.put("score", 99).put("scoreUnit", unit).putArray("rawData");
    }

    private static void add(ArrayNode metric, double value) {
        ((ArrayNode) metric.get(metric.size() - 1)).add(value);
    }

    private static RankRow row(String comm, int fork, int iteration, double score, double before, double after) {
        return new RankRow(
                "a.B.c",
                "",
                comm,
                "2",
                1,
                10,
                fork,
                "measurement",
                iteration,
                "0",
                "0",
                "h",
                "1",
                score,
                "us/op",
                null,
                null,
                null,
                before,
                after,
                "",
                "");
    }

    private RunData read(String name, Wish wish) throws IOException {
        MAPPER.writeValue(folder.resolve(name).toFile(), entries);
        Files.writeString(folder.resolve("ranks.csv"), rows);
        return RunData.read(folder, wish);
    }

    private static Cell cell(LineUp lineUp, String comm) {
        return lineUp.cells()
                .filter(cell -> cell.key().comm().equals(comm))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void numbersAreOfThePlacementThatMostCellsHaveInCommon() throws IOException {
        cell("local", 1, "nnnnn", "fffff", "nnnmm", "nnnnn");
        cell("c", 0.5, "nnnnn", "nnnnn", "nnnff", "fffff");
        RunData run = read("results.json", Wish.COMMON);
        LineUp lineUp = LineUp.of(run);
        Measured local = cell(lineUp, "local").good().orElseThrow();

        assertThat(local.launches().means()).containsOnlyKeys(1, 3, 4);
        assertThat(local.score()).isCloseTo(1002.667, within(0.001));
        assertThat(local.slowestRank().getAsDouble()).isCloseTo(1102.667, within(0.001));
        assertThat(local.iterations()).isEqualTo(13);
        assertThat(local.spread().half()).isLessThan(5);
        assertThat(local.rankMeans().get("0")).isCloseTo(1002.615, within(0.001));
        assertThat(local.placed()).as("where all of it ran").hasSize(20);
        assertThat(cell(lineUp, "local").flags()).doesNotContain(Cell.Flag.MOVED);
        assertThat(cell(lineUp, "c").ratio().orElseThrow()).isCloseTo(0.5, within(0.01));
        assertThat(lineUp.chosen())
                .containsExactly(
                        "numbers of 2 ranks are those near, 62 ns: 6 of 8 launches (--placement all: of every iteration)");
        assertThat(run.results().get(0).primary().score()).isCloseTo(1.002667, within(1e-6));
    }

    @Test
    void allGivesTheFilesOwnNumbers() throws IOException {
        cell("local", 1, "nnnnn", "fffff", "nnnmm", "nnnnn");
        LineUp lineUp = LineUp.of(read("results.json", Wish.ALL));
        Measured local = cell(lineUp, "local").good().orElseThrow();

        assertThat(local.launches().means()).hasSize(4);
        assertThat(local.score()).isCloseTo(2052.5, within(0.001));
        assertThat(local.rankMeans().get("0")).isCloseTo(2052.5, within(0.001));
        assertThat(cell(lineUp, "local").flags()).contains(Cell.Flag.MOVED);
        assertThat(lineUp.chosen()).isEmpty();
    }

    @Test
    void aCellWithoutALaunchThereIsSaidAndHasNoNumbers() throws IOException {
        cell("local", 1, "nnnnn", "nnnnn").cell("mpj", 1, "nnnnn", "nnnnn").cell("c", 0.5, "fffff", "nnfmm");
        LineUp lineUp = LineUp.of(read("results.json", Wish.COMMON));
        Cell c = cell(lineUp, "c");

        assertThat(c.status()).isEqualTo(new Status.Elsewhere("none of its 2 launches ran near, 62 ns"));
        assertThat(c.good()).isEmpty();
        assertThat(c.flags()).contains(Cell.Flag.ELSEWHERE);
        assertThat(lineUp.countOk()).isEqualTo(2);
    }

    /** The other file is for tools that know of no placements. */
    @Test
    void everyIterationIsReadWhereThatIsKept() throws IOException {
        Files.writeString(folder.resolve("results.json"), "[]");
        cell("local", 1, "nnnnn", "fffff", "fffff");
        RunData run = read("all.json", Wish.NEAR);

        assertThat(run.files()).contains(folder.resolve("all.json")).doesNotContain(folder.resolve("results.json"));
        assertThat(cell(LineUp.of(run), "local").good().orElseThrow().launches().means())
                .containsOnlyKeys(1);
        assertThat(RunScan.read(folder).results()).hasSize(1);
    }

    @Test
    void whatJmhAddsUpIsStillASum() {
        List<List<Double>> raw = List.of(List.of(1.0, 2.0), List.of(3.0, 4.0));
        List<List<Integer>> some = List.of(List.of(0, 1), List.of(1));
        assertThat(new Metric(10, Unit.of("counts"), raw).of(some).score()).isEqualTo(7);
        assertThat(new Metric(2.5, Unit.of("B/op"), raw).of(some).score()).isEqualTo(2.75);
    }

    /**
     * Near a launch takes 100 ns and differs from others by a tenth, far it takes 400. The hypervisor moves each at some
     * point or not, so launches that count have three to six iterations.
     */
    @Test
    void intervalsOfThePlacementHoldItsMeanAsOftenAsTheySay() {
        Random random = new Random(16);
        int held = 0;
        for (int repeat = 0; repeat < 1000; repeat++) {
            List<List<Double>> scores = new ArrayList<>();
            List<List<Double>> probes = new ArrayList<>();
            for (int launch = 0; launch < 9; launch++) {
                double mean = 100 * (1 + 0.1 * random.nextGaussian());
                // The first four stay near for long enough.
                int moves = launch < 4 ? 3 + random.nextInt(4) : random.nextInt(12);
                List<Double> times = new ArrayList<>();
                List<Double> readings = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    times.add(mean * (i < moves ? 1 : 4) * (1 + 0.02 * random.nextGaussian()));
                    readings.add(i < moves ? 62.0 : 330.0);
                }
                scores.add(times);
                probes.add(readings);
            }
            Metric probe = new Metric(0, Unit.of("ns"), probes);
            JmhResult result = new JmhResult(
                    CellKey.of("a.B.c", "ss", Map.of("comm", "c", "ranks", "2"), 1),
                    new TreeMap<>(),
                    9,
                    1,
                    new JmhResult.Jvm("", "", "", List.of()),
                    new Metric(0, Unit.of("ns/op"), scores),
                    Map.of("probe.before", probe, "probe.after", probe));
            Metric near = ChosenResults.of(List.of(result), Wish.NEAR)
                    .results()
                    .get(0)
                    .primary();
            Spread spread = Launches.of(near, List.of()).spread();
            held += spread.low() <= 100 && 100 <= spread.high() ? 1 : 0;
        }
        assertThat(held).isBetween(930, 970);
    }

    @Test
    void aTrendIsOneThatLaunchesAgreeOn() {
        List<List<Double>> falling =
                List.of(List.of(1.2, 1.1, 1.05, 1.0), List.of(1.21, 1.12, 1.04, 1.0), List.of(1.19, 1.1, 1.06, 1.01));
        List<List<Double>> steady =
                List.of(List.of(1.0, 1.01, 1.0, 0.99), List.of(1.0, 0.99, 1.0, 1.01), List.of(1.0, 1.0, 1.01, 0.99));
        List<List<Double>> one = List.of(List.of(1.5, 1.1, 1.05, 1.0), steady.get(0), steady.get(1), steady.get(2));

        assertThat(drifts(falling)).isTrue();
        assertThat(drifts(falling.stream()
                        .map(launch -> launch.stream().map(x -> 1 / x).toList())
                        .toList()))
                .as("rising")
                .isTrue();
        assertThat(drifts(steady)).isFalse();
        assertThat(drifts(one)).isFalse();
        assertThat(drifts(falling.subList(0, 2))).isFalse();
        assertThat(drifts(falling.stream().map(launch -> launch.subList(0, 2)).toList()))
                .isFalse();
        // A clear trend of a percent matters to nobody.
        assertThat(drifts(falling.stream()
                        .map(launch -> launch.stream().map(x -> 1 + x / 20).toList())
                        .toList()))
                .isFalse();
    }

    private static boolean drifts(List<List<Double>> raw) {
        Metric metric = new Metric(1, Unit.of("us/op"), raw);
        return metric.isDrifting(metric.indices());
    }

    @Test
    void aCellThatIsStillChangingIsMarked() throws IOException {
        cell("local", 1, "nnnnn", "nnnnn", "nnnnn");
        for (var launch : entries.get(0).at("/primaryMetric/rawData")) {
            ((ArrayNode) launch)
                    .removeAll()
                    .add(1.3)
                    .add(1.2)
                    .add(1.1)
                    .add(1.05)
                    .add(1.0);
        }
        assertThat(cell(LineUp.of(read("results.json", Wish.COMMON)), "local").flags())
                .contains(Cell.Flag.DRIFTING);
    }
}
