package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.placement.PlacementChoice.Wish;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of a run whose cores moved: near an operation takes 1 us and far 4, and in C half of that. */
class PlacementResultsTest {
    private static final String ENTRY = """
            {"benchmark":"a.B.c","mode":"ss","threads":1,"measurementBatchSize":10,"params":{"comm":"%s","ranks":"2"},
             "primaryMetric":{"score":99,"scoreUnit":"us/op","rawData":%s},
             "secondaryMetrics":{"ranks.max":{"score":99,"scoreUnit":"us/op","rawData":%s},
             "probe.before":{"score":99,"scoreUnit":"ns","rawData":%s},"probe.after":{"score":99,"scoreUnit":"ns","rawData":%s}}}""";

    @TempDir
    private Path folder;

    private final List<String> entries = new ArrayList<>();
    private final StringBuilder journal = new StringBuilder("{\"event\":\"start\",\"cells\":2}\n");
    private final StringBuilder rows = new StringBuilder(
            "benchmark,params,comm,ranks,threads,fork,phase,iteration,rank,host,score,unit,probe_before,probe_after\n");

    /** A cell of launches such as {@code nnnff}: iterations near or far, or during which the cores moved. */
    private PlacementResultsTest cell(String comm, double near, String... launches) {
        journal.append(
                "{\"event\":\"cell\",\"cell\":\"%s\",\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"comm\":\"%s\",\"ranks\":2,\"threads\":1}\n"
                        .formatted(comm, comm));
        List<List<Double>> scores = new ArrayList<>();
        List<List<Double>> slowest = new ArrayList<>();
        List<List<Integer>> before = new ArrayList<>();
        List<List<Integer>> after = new ArrayList<>();
        for (int fork = 1; fork <= launches.length; fork++) {
            journal.append(
                    "{\"event\":\"launch\",\"cell\":\"%s\",\"fork\":%d,\"status\":\"ok\"}\n".formatted(comm, fork));
            double own = 0.001 * fork;
            String launch = launches[fork - 1];
            scores.add(each(launch, place -> near * (place == 'n' ? 1 : 4) + own));
            slowest.add(each(launch, place -> near * (place == 'n' ? 1 : 4) + own + 0.1));
            before.add(each(launch, place -> place == 'f' ? 330 : 62));
            after.add(each(launch, place -> place == 'n' ? 62 : 330));
            for (int i = 0; i < launch.length(); i++) {
                rows.append("a.B.c,,%s,2,1,%d,measurement,%d,0,h,%s,us/op,%d,%d\n"
                        .formatted(
                                comm,
                                fork,
                                i + 1,
                                scores.get(fork - 1).get(i),
                                before.get(fork - 1).get(i),
                                after.get(fork - 1).get(i)));
            }
        }
        entries.add(ENTRY.formatted(comm, scores, slowest, before, after));
        return this;
    }

    private static <T> List<T> each(String launch, IntFunction<T> value) {
        return launch.chars().mapToObj(value).toList();
    }

    private RunData read(String name, Wish wish) throws IOException {
        Files.writeString(folder.resolve(name), entries.toString());
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
        assertThat(cell(lineUp, "c").against().orElseThrow().ratio()).isCloseTo(0.5, within(0.01));
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

    /** No cell disappears because of where it ran: it has its own numbers, and compares with none. */
    @Test
    void aCellWithTooFewLaunchesThereHasNumbersOfItsOwnPlacement() throws IOException {
        cell("local", 1, "nnnnn", "nnnnn")
                .cell("mpj", 1, "nnnnn", "nnnnn")
                .cell("c", 0.5, "fffff", "nnnnn", "fffmm")
                .cell("none", 1, "nnfmm", "mmmmm");
        LineUp lineUp = LineUp.of(read("results.json", Wish.COMMON));
        Cell c = cell(lineUp, "c");
        Cell none = cell(lineUp, "none");

        assertThat(c.good().orElseThrow().launches().means()).containsOnlyKeys(1, 3);
        assertThat(c.good().orElseThrow().score()).isCloseTo(2002, within(0.001));
        assertThat(c.good().orElseThrow().elsewhere())
                .contains("its numbers are far, 330 ns, and those of the others near, 62 ns");
        assertThat(none.good().orElseThrow().iterations()).isEqualTo(10);
        assertThat(none.flags()).contains(Cell.Flag.ELSEWHERE, Cell.Flag.MOVED);
        assertThat(List.of(c, none)).allSatisfy(cell -> {
            assertThat(cell.flags()).contains(Cell.Flag.ELSEWHERE);
            assertThat(cell.against()).isEmpty();
            assertThat(cell.comparable()).isFalse();
        });
        assertThat(cell(lineUp, "mpj").against()).isPresent();
        assertThat(lineUp.countOk()).isEqualTo(4);
        assertThat(lineUp.cores()).singleElement().satisfies(cores -> {
            assertThat(cores.counts()).isEqualTo(Map.of("near", 27L, "far", 9L, "moved", 9L));
            assertThat(cores.share("near")).isCloseTo(0.6, within(1e-9));
            assertThat(cores.moved()).isTrue();
        });
    }

    /** Processes that are bound to cores far apart, and threads that are not: a name is the same distance for both. */
    @Test
    void communicatorsOnDifferentCoresAreNoMove() throws IOException {
        cell("local", 1, "nnnnn", "nnnnn").cell("c", 0.5, "fffff", "fffff");

        assertThat(LineUp.of(read("results.json", Wish.ALL)).cores())
                .singleElement()
                .extracting(LineUp.Cores::moved)
                .isEqualTo(false);
    }

    private void distribution(String cell, int fork, int nanos, String... readings) throws IOException {
        Files.createDirectories(folder.resolve("distributions"));
        String name = "distributions/" + cell + fork + ".hlog";
        Histogram times = new Histogram(3);
        times.setTag("slowest");
        times.recordValueWithCount(nanos, 1000);
        try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputIntervalHistogram(0, 1, times, 1);
            log.close();
        }
        String probes = Stream.of(readings)
                .map(reading -> "{\"before\":[%s],\"after\":[%s]}".formatted(reading, reading))
                .collect(Collectors.joining(",", "[", "]"));
        journal.append(
                "{\"event\":\"distribution\",\"cell\":\"%s\",\"fork\":%d,\"status\":\"ok\",\"file\":\"%s\",\"probes\":%s}\n"
                        .formatted(cell, fork, name, probes));
    }

    /** Percentiles are of the placement that the scores are of, or say of which else. */
    @Test
    void distributionsAreOfThePlacementToo() throws IOException {
        cell("local", 1, "nnn", "nnn", "nnn").cell("c", 0.5, "nnn", "nnn", "fff");
        distribution("local", 1, 4000, "330", "\"NaN\"", "331");
        distribution("local", 2, 1000, "62", "62", "62");
        distribution("c", 1, 2000, "330", "330", "330");
        Files.writeString(folder.resolve("journal.jsonl"), journal);
        Map<CellKey, Distribution> read = read("results.json", Wish.COMMON).distributions();

        assertThat(read).hasSize(2);
        read.forEach((cell, distribution) -> {
            boolean near = cell.comm().equals("local");
            assertThat(distribution.slowest().p50().orElseThrow()).isCloseTo(near ? 1000 : 2000, within(2.0));
            assertThat(distribution.elsewhere()).isEqualTo(near ? "" : "far, 330 ns");
        });
        assertThat(read("results.json", Wish.ALL).distributions().values())
                .extracting(all -> all.slowest().operations())
                .containsExactlyInAnyOrder(2000L, 1000L);
    }

    /** The launches of distributions come last, when the cores may have moved. */
    @Test
    void aDistributionWhereNoScoreRanSaysSo() throws IOException {
        cell("local", 1, "nnn", "nnn", "nnn");
        distribution("local", 1, 4000, "330", "331", "330");
        Files.writeString(folder.resolve("journal.jsonl"), journal);
        RunData run = read("results.json", Wish.COMMON);

        assertThat(run.distributions().values()).singleElement().satisfies(distribution -> {
            assertThat(distribution.elsewhere()).isEqualTo("far, 330 ns");
            assertThat(distribution.slowest().operations()).isEqualTo(1000);
        });
        assertThat(cell(LineUp.of(run), "local").good().orElseThrow().elsewhere())
                .isEmpty();
    }

    /** As of a run that was killed between two times that its results were written. */
    @Test
    void launchesThatTheResultsLackAreNoted() throws IOException {
        cell("local", 1, "nnn", "nnn", "nnn");
        journal.append("{\"event\":\"launch\",\"cell\":\"local\",\"fork\":4,\"status\":\"ok\"}\n");
        Files.writeString(folder.resolve("journal.jsonl"), journal);
        RunData run = read("results.json", Wish.COMMON);

        assertThat(run.notes())
                .anyMatch(note -> note.startsWith("results.json lacks 1 launches that journal.jsonl has"));
        assertThat(cell(LineUp.of(run), "local").flags()).contains(Cell.Flag.FEWER_FORKS);
    }

    /** The other file is for tools that know of no placements. */
    @Test
    void everyIterationIsReadWhereThatIsKept() throws IOException {
        Files.writeString(folder.resolve("results.json"), "[]");
        cell("local", 1, "nnnnn", "nnnnn", "fffff");
        RunData run = read("all.json", Wish.NEAR);

        assertThat(run.files()).contains(folder.resolve("all.json")).doesNotContain(folder.resolve("results.json"));
        assertThat(cell(LineUp.of(run), "local").good().orElseThrow().launches().means())
                .containsOnlyKeys(1, 2);
    }

    @Test
    void whatJmhAddsUpIsStillASum() {
        List<List<Double>> raw = List.of(List.of(1.0, 2.0), List.of(3.0, 4.0));
        List<List<Integer>> some = List.of(List.of(0, 1), List.of(1));
        assertThat(new Metric(10, Unit.of("counts"), raw).of(some).score()).isEqualTo(7);
        assertThat(new Metric(2.5, Unit.of("B/op"), raw).of(some).score()).isEqualTo(2.75);
    }

    /** Four launches of each were planned; a fifth is one that was made to fill. */
    @ParameterizedTest
    @CsvSource({"nn nn nn nn, false", "nn nn nn ff, true", "nn nn nn ff nn, false"})
    void whatLacksLaunchesThereIsMarkedAndClaimsNothing(String launches, boolean lacking) throws IOException {
        cell("local", 1, "nn", "nn", "nn", "nn").cell("c", 0.5, launches.split(" "));
        journal.append("{\"event\":\"plan\",\"asked\":4,\"forks\":4,\"cells\":[{\"cell\":\"local\",\"forks\":4},"
                + "{\"cell\":\"c\",\"forks\":4}]}\n");
        Files.writeString(folder.resolve("journal.jsonl"), journal);
        LineUp lineUp = LineUp.of(read("results.json", Wish.COMMON));

        assertThat(cell(lineUp, "c").flags().contains(Cell.Flag.FEWER_FORKS)).isEqualTo(lacking);
        assertThat(cell(lineUp, "c").claimable()).isEqualTo(!lacking);
        assertThat(cell(lineUp, "local").claimable()).isTrue();
    }

    private static boolean drifts(List<List<Double>> raw, DoubleUnaryOperator changed) {
        Metric metric = new Metric(
                1,
                Unit.of("us/op"),
                raw.stream()
                        .map(launch ->
                                launch.stream().map(changed::applyAsDouble).toList())
                        .toList());
        return metric.isDrifting(raw.stream()
                .map(launch -> IntStream.range(0, launch.size()).boxed().toList())
                .toList());
    }

    @Test
    void aTrendIsOneThatLaunchesAgreeOn() throws IOException {
        List<List<Double>> falling =
                List.of(List.of(1.2, 1.1, 1.05, 1.0), List.of(1.21, 1.12, 1.04, 1.0), List.of(1.19, 1.1, 1.06, 1.01));
        List<List<Double>> steady =
                List.of(List.of(1.0, 1.01, 1.0, 0.99), List.of(1.0, 0.99, 1.0, 1.01), List.of(1.0, 1.0, 1.01, 0.99));
        List<List<Double>> one = List.of(List.of(1.5, 1.1, 1.05, 1.0), steady.get(0), steady.get(1), steady.get(2));
        DoubleUnaryOperator asIs = DoubleUnaryOperator.identity();

        assertThat(drifts(falling, asIs)).isTrue();
        assertThat(drifts(falling, score -> 1 / score)).as("rising").isTrue();
        assertThat(drifts(steady, asIs)).isFalse();
        assertThat(drifts(one, asIs)).isFalse();
        assertThat(drifts(falling.subList(0, 2), asIs)).isFalse();
        assertThat(drifts(falling, score -> 1 + score / 20))
                .as("a clear trend of a percent matters to nobody")
                .isFalse();
        cell("local", 1, "nnnn", "nnnn", "nnnn");
        entries.set(0, entries.get(0).replaceFirst("\\[\\[.*?]]", falling.toString()));
        assertThat(cell(LineUp.of(read("results.json", Wish.ALL)), "local").flags())
                .contains(Cell.Flag.DRIFTING);
    }
}
