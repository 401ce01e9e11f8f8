package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.machine.Hold;
import dev.lockstep.run.ProbedMachines;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ranks that are threads, and ranks that are processes, see of the machine around their iterations. */
@Timeout(180)
class PlacementProbesIT {
    private static final long HOLD_MILLIS = 1000;
    private static final String MANY = String.valueOf(Cores.usable() + 1);

    @TempDir
    static Path scratch;

    private static Child child;
    private static Child.Outcome outcome;
    private static Path out;
    private static List<RankRow> rows;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        child = new Child(scratch);
        out = scratch.resolve("out");
        outcome = run(out, "2," + MANY, "OwnTransportBenchmark.alone");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        rows = RankRow.read(out.resolve("ranks.csv"));
    }

    private static Child.Outcome run(Path folder, String ranks, String benchmark)
            throws IOException, InterruptedException {
        return child.run(List.of(
                ConductorMain.class.getName(),
                folder.toString(),
                child.mark(),
                "local,none",
                ranks,
                "1",
                "1",
                benchmark));
    }

    private static Map<String, List<RankRow>> iterations() {
        return rows.stream()
                .filter(row -> !row.ranks().equals(MANY))
                .collect(Collectors.groupingBy(row -> row.comm() + " " + row.phase() + " " + row.iteration()));
    }

    /** Where cores are shared with others, a reading may fail, and does until they settle; then it is nobody's. */
    @Test
    void theRanksOfAHostHaveTheSameReadings() {
        assertThat(Cores.usable()).as("cores").isGreaterThan(1);
        assertThat(iterations()).isNotEmpty().allSatisfy((iteration, ofRanks) -> {
            assertThat(ofRanks).hasSize(2);
            assertThat(ofRanks.get(0).probeBefore()).isEqualTo(ofRanks.get(1).probeBefore());
            assertThat(ofRanks.get(0).probeAfter()).isEqualTo(ofRanks.get(1).probeAfter());
        });
        for (String comm : List.of("local", "none")) {
            assertThat(rows)
                    .filteredOn(row -> row.comm().equals(comm) && !row.ranks().equals(MANY))
                    .anyMatch(row -> row.probeBefore() > 0 && row.probeAfter() > 0);
        }
    }

    @Test
    void whereCoresHaveToBeSharedNothingIsProbed() {
        assertThat(rows)
                .filteredOn(row -> row.ranks().equals(MANY))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(List.of(row.probeBefore(), row.probeAfter()))
                        .containsExactly(Double.NaN, Double.NaN));
    }

    @Test
    void whatTheSystemCountsIsRecordedOfAll() {
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.switches()).isNotNegative();
            assertThat(row.placement()).isNotNull();
        });
    }

    @Test
    void everyIterationHasItsReadingsInJmhsJsonAndNoneIsMadeUp() throws IOException {
        JsonNode results =
                new ObjectMapper().readTree(new RunFolder(out).everything().toFile());
        assertThat(results).hasSize(4).allSatisfy(entry -> {
            JsonNode all = entry.get("secondaryMetrics");
            if (entry.at("/params/ranks").asText().equals(MANY)) {
                assertThat(all.has("probe.before") || all.has("probe.after")).isFalse();
                return;
            }
            for (String name : Set.of("probe.before", "probe.after")) {
                assertThat(all.at("/" + name + "/rawData/0"))
                        .hasSize(entry.at("/primaryMetric/rawData/0").size())
                        .allSatisfy(reading -> assertThat(reading.asText()).isNotIn("0", "0.0"));
                assertThat(all.at("/" + name + "/scoreUnit").asText()).isEqualTo("ns");
            }
        });
    }

    @Test
    void nothingStaysInSharedMemory() throws InterruptedException {
        assertThat(child.leftovers()).isEmpty();
    }

    /** It has thrown before; the others do not wait for ever, though nothing else would end their waiting. */
    @Test
    void aRankThatDoesNotComeToItsProbeIsNamedAndNobodyHangs() throws IOException, InterruptedException {
        Path deserted = scratch.resolve("deserted");
        Child.Outcome failed = run(deserted, "2", "DesertedBenchmark");
        assertThat(failed.exit()).as(failed.output()).isEqualTo(1);
        assertThat(Files.readAllLines(deserted.resolve("journal.jsonl")))
                .filteredOn(line -> line.contains("rank 1 has left"))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(child.leftovers()).isEmpty();
    }

    /** What nothing reads is waited for in vain: in each measured iteration whose reading is believed. */
    @Test
    void aHoldIsNoPartOfTheTimeAndEnds() throws IOException, InterruptedException {
        Path held = scratch.resolve("held");
        Child.Outcome all = new Child(Files.createDirectory(scratch.resolve("of-held")))
                .with(Hold.VARIABLE, new Hold(HOLD_MILLIS, 2, 0.01, 0.02).format())
                .run(arguments(held, "1", "OwnTransportBenchmark.alone"));
        assertThat(all.exit()).as(all.output()).isZero();
        long believed = 0;
        for (JsonNode launch : launches(held)) {
            List<RankRow> rows = rows(held, launch).stream()
                    .filter(row -> !row.warmup() && row.probeBefore() > 0)
                    .toList();
            long iterations = rows.stream().map(RankRow::iteration).distinct().count();
            assertThat(launch.get("seconds").asDouble()).isGreaterThan(iterations * HOLD_MILLIS / 1e3);
            assertThat(rows).allSatisfy(row -> assertThat(row.score() * row.n()).isLessThan(HOLD_MILLIS * 1e3));
            believed += iterations;
        }
        assertThat(believed).isPositive();
    }

    /** The first launch knows of none. */
    @Test
    void laterLaunchesAreHeldForThePlacementOfEarlierOnes() throws IOException, InterruptedException {
        Path held = scratch.resolve("known");
        List<String> arguments = new ArrayList<>(List.of("-D" + ConductorMain.HOLD + "=300"));
        arguments.addAll(arguments(held, "2", "OwnTransportBenchmark.alone"));
        Child.Outcome all = new Child(Files.createDirectory(scratch.resolve("of-known"))).run(arguments);
        assertThat(all.exit()).as(all.output()).isZero();
        List<JsonNode> launches = launches(held);
        assertThat(launches).hasSize(4);
        assertThat(script(held, launches.get(0))).doesNotContain(Hold.VARIABLE);
        ProbedMachines before = new ProbedMachines();
        for (JsonNode launch : launches.subList(0, 3)) {
            rows(held, launch).forEach(before::add);
        }
        boolean known = before.layouts().stream()
                .anyMatch(layout -> !before.of(layout).all().isEmpty());
        assertThat(script(held, launches.get(3)).contains("export " + Hold.VARIABLE + "='300 "))
                .isEqualTo(known);
    }

    @Test
    void aRankThatDiesWhileAllAreHeldIsNamedAndNobodyHangs() throws IOException, InterruptedException {
        Path held = scratch.resolve("dying");
        Child dying = new Child(Files.createDirectory(scratch.resolve("of-dying")))
                .with(Hold.VARIABLE, new Hold(25_000, 1, 0.01, 0.02).format());
        List<String> arguments = arguments(held, "1", "DyingBenchmark");
        arguments.set(2, dying.mark());
        arguments.set(3, "none");
        Child.Outcome failed = dying.run(arguments);
        assertThat(failed.exit()).as(failed.output()).isEqualTo(1);
        assertThat(launches(held)).singleElement().satisfies(launch -> {
            assertThat(launch.get("reason").asText()).contains("rank 1", "its JVM exited or was killed");
            assertThat(launch.get("seconds").asDouble()).isLessThan(25);
        });
        assertThat(dying.leftovers()).isEmpty();
    }

    private static List<String> arguments(Path folder, String forks, String benchmark) {
        return new ArrayList<>(List.of(
                ConductorMain.class.getName(),
                folder.toString(),
                child.mark(),
                "local,none",
                "2",
                "1",
                forks,
                benchmark));
    }

    private static List<JsonNode> launches(Path folder) throws IOException {
        List<JsonNode> launches = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("journal.jsonl"))) {
            JsonNode event = new ObjectMapper().readTree(line);
            if (event.get("event").asText().equals("launch")) {
                launches.add(event);
            }
        }
        return launches;
    }

    private static List<RankRow> rows(Path folder, JsonNode launch) throws IOException {
        return RankRow.read(folder.resolve(launch.get("folder").asText()).resolve("ranks.csv"));
    }

    private static String script(Path folder, JsonNode launch) throws IOException {
        return Files.readString(folder.resolve(launch.get("folder").asText()).resolve("launch.sh"));
    }
}
