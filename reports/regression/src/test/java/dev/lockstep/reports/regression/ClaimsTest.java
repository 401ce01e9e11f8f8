package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.reports.Cell;
import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Metric;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a run's files to claims. The run has local against openmpi and mpj; 12 pairs of all but one benchmark. */
class ClaimsTest {
    private static final Path RUN = Path.of("../model/src/test/resources/runs/paired");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static RunData run;
    private static Claims claims;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void read() throws IOException {
        run = RunData.read(RUN);
        claims = Claims.of(run).orElseThrow();
    }

    private static Row claim(String benchmark, String bytes, String comm, int ranks, String metric) {
        return claims.rows().stream()
                .filter(row -> row.id().benchmark().contains(benchmark)
                        && row.id().params().get("bytes").equals(bytes)
                        && claims.value(row).equals(comm)
                        && row.id().cell().ranks() == ranks
                        && row.id().metric().equals(metric))
                .reduce((a, b) -> {
                    throw new AssertionError("two of " + a);
                })
                .orElseThrow();
    }

    @Test
    void everyCellIsComparedWithItsBase() {
        assertThat(claims.versus()).hasToString("comm=local");
        assertThat(claims.rows()).hasSize(6 + 4 + 1 + 1);
        assertThat(claims.rows()).allSatisfy(row -> {
            JmhResult base = run.results().stream()
                    .filter(result -> {
                        TreeMap<String, String> params = new TreeMap<>(row.id().params());
                        params.put("comm", "local");
                        return result.key().benchmark().equals(row.id().benchmark())
                                && result.key().params().equals(params);
                    })
                    .findFirst()
                    .orElseThrow();
            String metric = row.id().metric();
            Metric expected =
                    metric.isEmpty() ? base.primary() : base.secondary().get(metric);
            assertThat(row.base().orElseThrow().score()).isEqualTo(expected.score());
        });
    }

    /** The same from the raw data, without any of our classes. */
    @Test
    void ratiosAreThoseOfTheRawData() throws IOException {
        List<Double> base = forkMeans("1024", "local");
        List<Double> head = forkMeans("1024", "openmpi");
        double sum = 0;
        for (int k = 1; k <= 12; k++) {
            sum += Math.log(head.get(k - 1) / Math.sqrt(base.get(2 * k - 2) * base.get(2 * k - 1)));
        }
        PairedRatio ratio = claim("PingPong", "1024", "openmpi", 2, "")
                .paired()
                .orElseThrow()
                .ratio();
        assertThat(ratio.ratio()).isCloseTo(Math.exp(sum / 12), within(1e-9));
        assertThat(ratio.pairs()).isEqualTo(12);
    }

    private static List<Double> forkMeans(String bytes, String comm) throws IOException {
        List<Double> means = new ArrayList<>();
        for (JsonNode entry : MAPPER.readTree(RUN.resolve("results.json").toFile())) {
            if (entry.get("benchmark").asText().contains("PingPong")
                    && entry.at("/params/bytes").asText().equals(bytes)
                    && entry.at("/params/comm").asText().equals(comm)) {
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

    @Test
    void findingsAreThoseThatWereBuiltIn() {
        assertThat(Words.verdict(claim("PingPong", "4", "openmpi", 2, ""))).isEqualTo("slower");
        assertThat(Words.verdict(claim("PingPong", "1024", "openmpi", 2, ""))).isEqualTo("no difference shown");
        assertThat(Words.verdict(claim("PingPong", "65536", "openmpi", 2, ""))).isEqualTo("faster");
        // 8% slower on average, and 25% against 10% for the slowest rank.
        assertThat(claim("AllReduce", "64", "openmpi", 2, "")
                        .paired()
                        .orElseThrow()
                        .ratio()
                        .ratio())
                .isCloseTo(1.08, within(0.03));
        assertThat(claim("AllReduce", "64", "openmpi", 2, Measured.SLOWEST)
                        .paired()
                        .orElseThrow()
                        .ratio()
                        .ratio())
                .isCloseTo(1.08 * 1.25 / 1.1, within(0.03));
    }

    @Test
    void whatMustNotBeComparedIsShownWithTheReason() {
        assertThat(Words.verdict(claim("PingPong", "65536", "mpj", 2, "")))
                .isEqualTo("no claim: head failed: fork 1, rank 1: rank 1 (pid 7 on node1): no progress for 60 s");
        Row crowded = claim("AllReduce", "64", "openmpi", 4, "");
        assertThat(Words.verdict(crowded))
                .isEqualTo("no claim: base is oversubscribed: more ranks × threads than cores");
        assertThat(crowded.paired()).isEmpty();
        assertThat(crowded.base()).isPresent();
        Row few = claims.rows().get(claims.rows().size() - 1);
        assertThat(Words.verdict(few)).isEqualTo("no claim: fewer than 10 pairs");
        assertThat(few.paired().orElseThrow().pairs()).hasSize(4);
    }

    @Test
    void sizesAreTakenTogether() {
        assertThat(claims.overSizes()).hasSize(4);
        OverSizes openmpi = claims.overSizes().get(0);
        assertThat(openmpi.sizes()).containsExactly(4L, 1024L, 65536L);
        assertThat(openmpi.slower()).containsExactly(4L);
        assertThat(openmpi.bySize()).isEqualTo("slower at 1 of 3 sizes");
        double mean = List.of("4", "1024", "65536").stream()
                .mapToDouble(bytes -> Math.log(claim("PingPong", bytes, "openmpi", 2, "")
                        .paired()
                        .orElseThrow()
                        .ratio()
                        .ratio()))
                .average()
                .orElseThrow();
        assertThat(openmpi.row().paired().orElseThrow().ratio().ratio()).isCloseTo(Math.exp(mean), within(1e-9));
        assertThat(Words.verdict(claims.overSizes().get(1).row())).isEqualTo("no claim: 1 of 3 sizes have no ratio");
        assertThat(claims.overSizes().get(3).row().id().metric()).isEqualTo(Measured.SLOWEST);
    }

    /** Every launch of PingPong at 4 bytes on openmpi, which is c02, got faster while it counted, and at 65536 it has another n. */
    @Test
    void whatIsStillWarmingIsNoClaimAndOtherCountsAreSaid() throws IOException {
        StringBuilder journal = new StringBuilder();
        for (String line : Files.readAllLines(RUN.resolve("journal.jsonl"))) {
            ObjectNode event = (ObjectNode) MAPPER.readTree(line);
            if (event.get("event").asText().equals("launch")
                    && event.get("cell").asText().equals("c02")) {
                event.put("warmupFalling", true);
            }
            journal.append(event).append('\n');
        }
        Files.writeString(scratch.resolve("journal.jsonl"), journal);
        JsonNode results = MAPPER.readTree(RUN.resolve("results.json").toFile());
        for (JsonNode entry : results) {
            if (entry.at("/params/bytes").asText().equals("65536")
                    && entry.at("/params/comm").asText().equals("openmpi")) {
                ((ObjectNode) entry).put("measurementBatchSize", 77);
            }
        }
        MAPPER.writeValue(scratch.resolve("results.json").toFile(), results);
        Claims changed = Claims.of(RunData.read(scratch)).orElseThrow();
        List<String> verdicts = changed.rows().stream()
                .filter(row -> row.id().benchmark().contains("PingPong")
                        && changed.value(row).equals("openmpi"))
                .map(Words::verdict)
                .toList();
        assertThat(verdicts.get(0)).isEqualTo("no claim: head was still warming: it takes a longer --warmup");
        assertThat(verdicts.get(1)).isEqualTo("no difference shown");
        assertThat(verdicts.get(2)).matches("faster: operations per iteration: \\d+ and 77");
        OverSizes sizes = changed.overSizes().get(0);
        assertThat(Words.verdict(sizes.row())).isEqualTo("no claim: 1 of 3 sizes allow no claim");
        assertThat(sizes.row().paired()).isPresent();
    }

    /** Of the twelve launches of one head four ran far, of its base none. */
    @Test
    void pairsAreOfOnePlacementAndSharesThatDifferAreNoClaim() throws IOException {
        JsonNode results = MAPPER.readTree(RUN.resolve("results.json").toFile());
        for (JsonNode entry : results) {
            boolean head = entry.at("/params/comm").asText().equals("openmpi")
                    && entry.at("/params/bytes").asText().equals("1024");
            ArrayNode readings = MAPPER.createArrayNode();
            JsonNode raw = entry.at("/primaryMetric/rawData");
            for (int fork = 0; fork < raw.size(); fork++) {
                ArrayNode launch = readings.addArray();
                double nanos = head && fork < 4 ? 330 : 62;
                raw.get(fork).forEach(iteration -> launch.add(nanos));
            }
            ObjectNode probe = MAPPER.createObjectNode()
                    .put("score", 62)
                    .put("scoreError", "NaN")
                    .put("scoreUnit", "ns");
            probe.set("rawData", readings);
            ((ObjectNode) entry.get("secondaryMetrics")).set("probe.before", probe);
            ((ObjectNode) entry.get("secondaryMetrics")).set("probe.after", probe);
        }
        MAPPER.writeValue(scratch.resolve("results.json").toFile(), results);
        Files.copy(RUN.resolve("journal.jsonl"), scratch.resolve("journal.jsonl"));
        Claims placed = Claims.of(RunData.read(scratch)).orElseThrow();
        Row row = placed.rows().stream()
                .filter(one -> one.id().params().get("bytes").equals("1024")
                        && placed.value(one).equals("openmpi"))
                .findFirst()
                .orElseThrow();
        assertThat(row.paired().orElseThrow().pairs()).containsOnlyKeys(5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(row.verdict()).isEqualTo(Verdict.NO_CLAIM);
        assertThat(row.why())
                .endsWith("base ran where the numbers are from in 24 of 24 launches, head in 8 of 12: what changed may"
                        + " decide where it runs");
        assertThat(placed.rows())
                .filteredOn(one -> one.why().contains("may decide"))
                .hasSize(1);
    }

    @Test
    void whatIsEmulatedIsNoClaim() throws IOException {
        StringBuilder journal = new StringBuilder();
        for (String line : Files.readAllLines(RUN.resolve("journal.jsonl"))) {
            ObjectNode event = (ObjectNode) MAPPER.readTree(line);
            if (event.get("event").asText().equals("cell")
                    && event.get("cell").asText().equals("c02")) {
                event.put("emulated", "receiving stands in");
            }
            journal.append(event).append('\n');
        }
        Files.writeString(scratch.resolve("journal.jsonl"), journal);
        Files.copy(RUN.resolve("results.json"), scratch.resolve("results.json"));
        RunData run = RunData.read(scratch);
        assertThat(Claims.of(run).orElseThrow().rows().stream().map(Words::verdict))
                .contains("no claim: head is emulated: receiving stands in");
        assertThat(LineUp.of(run).cells().filter(cell -> cell.flags().contains(Cell.Flag.EMULATED)))
                .hasSize(1);
    }

    @Test
    void writesJsonLikeTheGoldenFile() throws IOException {
        StringWriter out = new StringWriter();
        JsonWriter.write(claims, out);
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden/claims.json"), out.toString());
        assertThat(out.toString()).isEqualTo(Files.readString(Path.of("src/test/resources/golden/claims.json")));
        assertThat(MAPPER.readTree(out.toString()).get("claims"))
                .hasSize(claims.rows().size());
    }

    @Test
    void aRunThatComparesNothingClaimsNothing() throws IOException {
        assertThat(Claims.of(RunData.read(RUN.resolveSibling("suite")))).isEmpty();
    }

    // --- Small runs ---

    /** One benchmark with one parameter, {@code kind=a} against {@code kind=b}; forks of one iteration each. */
    private Claims run(String mode, String unit, List<Integer> baseForks, List<?> base, List<?> head)
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
        return Claims.of(RunData.read(scratch)).orElseThrow();
    }

    private static String launch(String cell, int fork) {
        return "{\"event\":\"launch\",\"cell\":\"" + cell + "\",\"fork\":" + fork + ",\"status\":\"ok\"}\n";
    }

    @ParameterizedTest
    @CsvSource({"ss, us/op, 2.0", "avgt, ms/op, 2.0", "thrpt, ops/s, 0.5"})
    void aboveOneIsSlowerWhateverTheMode(String mode, String unit, double ratio) throws IOException {
        Claims small = run(mode, unit, List.of(1, 2, 3, 4), List.of(1, 4, 1, 4), List.of(4, 4));
        PairedRatio found = small.rows().get(0).paired().orElseThrow().ratio();
        assertThat(found.ratio()).isCloseTo(ratio, within(1e-9));
        assertThat(found.pairs()).isEqualTo(2);
    }

    @Test
    void aPairWithoutAllItsLaunchesIsNone() throws IOException {
        // Fork 3 of the base is missing: 1 and 2 are a pair, 4 is none.
        Claims small = run("ss", "us/op", List.of(1, 2, 4), List.of(1, 1, 100), List.of(3, 9));
        assertThat(small.rows().get(0).paired().orElseThrow().pairs()).containsOnlyKeys(1);
        assertThat(small.rows().get(0).paired().orElseThrow().ratio().ratio()).isCloseTo(3, within(1e-9));
    }

    @Test
    void scoresOfWhichThereIsNoRatioAreNamed() throws IOException {
        assertThat(sentence(List.of(1, 0))).isEqualTo("no claim: base has a fork whose score is zero");
        assertThat(sentence(List.of(1, -1))).isEqualTo("no claim: base has a score below zero");
        assertThat(sentence(List.of(1, "NaN"))).isEqualTo("no claim: base has a score that is no number");
        assertThat(sentence(List.of(1, 2, 3)))
                .isEqualTo("no claim: base has results of 3 launches, and the journal knows of 2");
    }

    private String sentence(List<?> base) throws IOException {
        return Words.verdict(
                run("ss", "us/op", List.of(1, 2), base, List.of(1)).rows().get(0));
    }
}
