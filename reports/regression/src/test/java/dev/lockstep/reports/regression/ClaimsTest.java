package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a run's files to claims. The run has local against openmpi and mpj; 12 pairs of all but one benchmark. */
class ClaimsTest {
    private static final Path RUN = Path.of("../model/src/test/resources/runs/paired");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static Claims claims;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void read() throws IOException {
        claims = Claims.of(RunData.read(RUN)).orElseThrow();
    }

    /** Of ping-pongs between two ranks on openmpi. */
    private static Row pingPong(Claims of, String bytes) {
        List<Row> rows = of.rows().stream()
                .filter(row -> row.id().benchmark().contains("PingPong")
                        && row.id().params().get("bytes").equals(bytes)
                        && of.value(row).equals("openmpi"))
                .toList();
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    /** To accept a change, copy what the failing test wrote to {@code target/golden}. */
    @Test
    void writesJsonLikeTheGoldenFile() throws IOException {
        StringWriter out = new StringWriter();
        JsonWriter.write(claims, out);
        WritersTest.assertGolden("claims.json", out.toString());
    }

    /** The same from the raw data, without any of our classes; sizes are taken together as their geometric mean. */
    @Test
    void ratiosAreThoseOfTheRawData() throws IOException {
        double overSizes = 0;
        for (String bytes : List.of("4", "1024", "65536")) {
            List<Double> base = forkMeans(bytes, "local");
            List<Double> head = forkMeans(bytes, "openmpi");
            double sum = 0;
            for (int k = 1; k <= 12; k++) {
                sum += Math.log(head.get(k - 1) / Math.sqrt(base.get(2 * k - 2) * base.get(2 * k - 1)));
            }
            overSizes += sum / 12 / 3;
            assertThat(ratio(pingPong(claims, bytes)).ratio()).isCloseTo(Math.exp(sum / 12), within(1e-9));
        }
        OverSizes openmpi = claims.overSizes().get(0);
        assertThat(ratio(openmpi.row()).ratio()).isCloseTo(Math.exp(overSizes), within(1e-9));
        assertThat(openmpi.bySize()).isEqualTo("slower at 1 of 3 sizes");
    }

    private static PairedRatio ratio(Row row) {
        return row.paired().orElseThrow().ratio();
    }

    private static List<Double> forkMeans(String bytes, String comm) throws IOException {
        List<Double> means = new ArrayList<>();
        for (JsonNode entry : MAPPER.readTree(RUN.resolve("results.json").toFile())) {
            if (entry.get("benchmark").asText().contains("PingPong") && is(entry, bytes, comm)) {
                for (JsonNode fork : entry.at("/primaryMetric/rawData")) {
                    double total = 0;
                    for (JsonNode score : fork) {
                        total += score.asDouble();
                    }
                    means.add(total / fork.size());
                }
            }
        }
        return means;
    }

    private static boolean is(JsonNode entry, String bytes, String comm) {
        return entry.at("/params/bytes").asText().equals(bytes)
                && entry.at("/params/comm").asText().equals(comm);
    }

    /** The same run with some of its journal and of its results changed. */
    private RunData changed(Consumer<ObjectNode> event, Consumer<ObjectNode> result) throws IOException {
        StringBuilder journal = new StringBuilder();
        for (String line : Files.readAllLines(RUN.resolve("journal.jsonl"))) {
            ObjectNode changed = (ObjectNode) MAPPER.readTree(line);
            event.accept(changed);
            journal.append(changed).append('\n');
        }
        Files.writeString(scratch.resolve("journal.jsonl"), journal);
        JsonNode results = MAPPER.readTree(RUN.resolve("results.json").toFile());
        results.forEach(entry -> result.accept((ObjectNode) entry));
        MAPPER.writeValue(scratch.resolve("results.json").toFile(), results);
        return RunData.read(scratch);
    }

    /** Of PingPong at 4 bytes on openmpi. */
    private static boolean isOfCell2(ObjectNode event, String kind) {
        return event.get("event").asText().equals(kind)
                && event.get("cell").asText().equals("c02");
    }

    /** Every launch of cell 2 got faster while it counted, and at 65536 bytes it has another n. */
    @Test
    void whatIsStillWarmingIsNoClaimAndOtherCountsAreSaid() throws IOException {
        Claims changed = Claims.of(changed(
                        event -> {
                            if (isOfCell2(event, "launch")) {
                                event.put("warmupFalling", true);
                            }
                        },
                        entry -> {
                            if (is(entry, "65536", "openmpi")) {
                                entry.put("measurementBatchSize", 77);
                            }
                        }))
                .orElseThrow();
        assertThat(Words.verdict(pingPong(changed, "4")))
                .isEqualTo("no claim: head was still warming: it takes a longer --warmup");
        assertThat(Words.verdict(pingPong(changed, "1024"))).isEqualTo("no difference shown");
        assertThat(Words.verdict(pingPong(changed, "65536"))).matches("faster: operations per iteration: \\d+ and 77");
        Row sizes = changed.overSizes().get(0).row();
        assertThat(Words.verdict(sizes)).isEqualTo("no claim: 1 of 3 sizes allow no claim");
        assertThat(sizes.paired()).isPresent();
    }

    /** The same run, its first launches of openmpi on two ranks far: so many of each cell, and of one size. */
    private Claims far(int ofEach, int of1024) throws IOException {
        return Claims.of(changed(event -> {}, entry -> {
                    boolean moves = entry.at("/params/comm").asText().equals("openmpi")
                            && entry.at("/params/ranks").asText().equals("2");
                    int far = !moves ? 0 : is(entry, "1024", "openmpi") ? of1024 : ofEach;
                    ArrayNode readings = MAPPER.createArrayNode();
                    JsonNode raw = entry.at("/primaryMetric/rawData");
                    for (int fork = 0; fork < raw.size(); fork++) {
                        ArrayNode launch = readings.addArray();
                        double nanos = fork < far ? 330 : 62;
                        raw.get(fork).forEach(iteration -> launch.add(nanos));
                    }
                    ObjectNode probe = MAPPER.createObjectNode()
                            .put("score", 62)
                            .put("scoreError", "NaN")
                            .put("scoreUnit", "ns");
                    probe.set("rawData", readings);
                    ((ObjectNode) entry.get("secondaryMetrics")).set("probe.before", probe);
                    ((ObjectNode) entry.get("secondaryMetrics")).set("probe.after", probe);
                }))
                .orElseThrow();
    }

    private static boolean isOf(Claims claims, Row row, String comm, int ranks) {
        return claims.value(row).equals(comm) && row.id().cell().ranks() == ranks;
    }

    /** Two of the twelve launches of each cell of openmpi ran far, of its base none: p is 0.1 of one, and less of all. */
    @Test
    void pairsAreOfOnePlacementAndSharesThatDifferOverAllRowsAreNoClaim() throws IOException {
        Claims placed = far(2, 2);
        Row row = pingPong(placed, "1024");
        assertThat(row.paired().orElseThrow().pairs()).containsOnlyKeys(3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(placed.rows())
                .filteredOn(
                        one -> isOf(placed, one, "openmpi", 2) && one.paired().isPresent())
                .hasSizeGreaterThan(5)
                .allSatisfy(one -> {
                    assertThat(one.verdict()).isEqualTo(Verdict.NO_CLAIM);
                    assertThat(one.why())
                            .contains("base ran where the numbers are from in 128 of 128 launches of 2 ranks, head in"
                                    + " 52 of 64: what changed may decide where it runs");
                });
        assertThat(placed.rows())
                .filteredOn(one -> !isOf(placed, one, "openmpi", 2))
                .isNotEmpty()
                .noneMatch(one -> one.why().contains("may decide"));
    }

    /** Three far launches are as many as may happen; those of a cell that ran nowhere else count like others. */
    @Test
    void launchesOfACellOfWhichNoneCountsArePartOfTheShares() throws IOException {
        Claims one = far(0, 3);
        assertThat(one.rows()).noneMatch(row -> row.why().contains("may decide"));
        Claims all = far(0, 12);
        assertThat(pingPong(all, "1024").why()).startsWith("head ran elsewhere: its numbers are far, 330 ns");
        assertThat(pingPong(all, "4").why()).contains("128 of 128 launches of 2 ranks, head in 52 of 64");
    }

    @Test
    void whatIsEmulatedIsNoClaim() throws IOException {
        RunData run = changed(
                event -> {
                    if (isOfCell2(event, "cell")) {
                        event.put("emulated", "receiving stands in");
                    }
                },
                entry -> {});
        assertThat(Words.verdict(pingPong(Claims.of(run).orElseThrow(), "4")))
                .isEqualTo("no claim: head is emulated: receiving stands in");
        assertThat(LineUp.of(run).cells().filter(cell -> cell.flags().contains(Cell.Flag.EMULATED)))
                .hasSize(1);
    }

    @Test
    void aRunThatComparesNothingClaimsNothing() throws IOException {
        assertThat(Claims.of(RunData.read(RUN.resolveSibling("suite")))).isEmpty();
    }

    // --- Small runs ---

    /** Of one benchmark with one parameter, {@code kind=a} against {@code kind=b}; forks of one iteration each. */
    private Row claim(String mode, String unit, List<Integer> baseForks, List<?> base, List<?> head)
            throws IOException {
        StringBuilder journal = new StringBuilder(
                "{\"event\":\"start\",\"options\":{\"versus\":{\"name\":\"kind\",\"value\":\"a\"}}}\n");
        for (String kind : List.of("a", "b")) {
            journal.append("{\"event\":\"cell\",\"cell\":\"" + kind + "\",\"benchmark\":\"x.Y.z\",\"mode\":\"" + mode
                    + "\",\"params\":{\"kind\":\"" + kind + "\"},\"threads\":1}\n");
            journal.append("{\"event\":\"pilot\",\"cell\":\"" + kind + "\",\"status\":\"ok\",\"n\":1}\n");
        }
        baseForks.forEach(fork -> journal.append(launch("a", fork)));
        for (int fork = 1; fork <= head.size(); fork++) {
            journal.append(launch("b", fork));
        }
        Files.writeString(scratch.resolve("journal.jsonl"), journal.append("{\"event\":\"end\",\"exit\":0}\n"));
        Results results = new Results();
        Map<String, List<?>> sides = new TreeMap<>(Map.of("a", base, "b", head));
        sides.forEach((kind, scores) -> results.add(
                        "x.Y.z", unit, scores.stream().map(List::of).toList())
                .with("mode", mode)
                .with("params", Map.of("kind", kind)));
        results.in(scratch, "results.json");
        return Claims.of(RunData.read(scratch)).orElseThrow().rows().get(0);
    }

    private static String launch(String cell, int fork) {
        return "{\"event\":\"launch\",\"cell\":\"" + cell + "\",\"fork\":" + fork + ",\"status\":\"ok\"}\n";
    }

    @ParameterizedTest
    @CsvSource({"ss, us/op, 2.0", "avgt, ms/op, 2.0", "thrpt, ops/s, 0.5"})
    void aboveOneIsSlowerWhateverTheMode(String mode, String unit, double ratio) throws IOException {
        PairedRatio found = ratio(claim(mode, unit, List.of(1, 2, 3, 4), List.of(1, 4, 1, 4), List.of(4, 4)));
        assertThat(found.ratio()).isCloseTo(ratio, within(1e-9));
        assertThat(found.pairs()).isEqualTo(2);
    }

    @Test
    void aPairWithoutAllItsLaunchesIsNone() throws IOException {
        // Fork 3 of the base is missing: 1 and 2 are a pair, 4 is none.
        Row row = claim("ss", "us/op", List.of(1, 2, 4), List.of(1, 1, 100), List.of(3, 9));
        assertThat(row.paired().orElseThrow().pairs()).containsOnlyKeys(1);
        assertThat(ratio(row).ratio()).isCloseTo(3, within(1e-9));
    }

    @Test
    void scoresOfWhichThereIsNoRatioAreNamed() throws IOException {
        assertThat(sentence(List.of(1, 0))).isEqualTo("no claim: base has a fork whose score is zero");
        assertThat(sentence(List.of(1, 2, 3)))
                .isEqualTo("no claim: base has results of 3 launches, and the journal knows of 2");
    }

    private String sentence(List<?> base) throws IOException {
        return Words.verdict(claim("ss", "us/op", List.of(1, 2), base, List.of(1)));
    }
}
