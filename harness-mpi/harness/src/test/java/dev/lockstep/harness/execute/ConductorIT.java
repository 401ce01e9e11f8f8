package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.Child;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One run of two good and two failing benchmarks, on Open MPI with 2 and 4 ranks and in one JVM; its files are then looked at. */
@Timeout(240)
class ConductorIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SAMPLES = "dev.lockstep.harness.samples.";
    private static final String CHECK = "BadBenchmark.checkFailsOnRank1";
    private static final String THROWS = "BadBenchmark.throwsWhenMeasured";
    private static final Set<String> GOOD = Set.of("GoodBenchmark.broadcast", "GoodBenchmark.continuous");
    private static final int FORKS = 2;
    private static final int ITERATIONS = 2;

    @TempDir
    static Path scratch;

    private static Child child;
    private static Path out;
    private static Child.Outcome outcome;
    private static final List<JsonNode> EVENTS = new ArrayList<>();

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        child = new Child(scratch);
        out = scratch.resolve("out");
        outcome = conduct(child, out, "openmpi,local", "2,4", "1", FORKS, "GoodBenchmark", CHECK + "$", THROWS + "$");
        for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
            EVENTS.add(JSON.readTree(line));
        }
    }

    private static Child.Outcome conduct(
            Child child, Path out, String comms, String ranks, String threads, int forks, String... patterns)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                ConductorMain.class.getName(),
                out.toString(),
                child.mark(),
                comms,
                ranks,
                threads,
                String.valueOf(forks)));
        arguments.addAll(List.of(patterns));
        return child.run(arguments);
    }

    private static List<JsonNode> events(String kind) {
        return EVENTS.stream()
                .filter(e -> e.path("event").asText().equals(kind))
                .toList();
    }

    private static String cell(String benchmark, String comm, int ranks) {
        String bytes = benchmark.startsWith("Good") ? " bytes=8" : "";
        return SAMPLES + benchmark + bytes + " comm=" + comm + " ranks=" + ranks + " threads=1";
    }

    @Test
    void theExitCodeSaysThatACellFailed() throws InterruptedException {
        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(1);
        assertThat(child.leftovers()).isEmpty();
    }

    @Test
    void everyGoodCellHasOneEntryWithItsForks() throws IOException {
        Set<String> found = new TreeSet<>();
        for (JsonNode entry : JSON.readTree(new RunFolder(out).everything().toFile())) {
            String benchmark = entry.get("benchmark").asText().substring(SAMPLES.length());
            assertThat(entry.get("forks").asInt()).isEqualTo(FORKS);
            assertThat(entry.get("threads").asInt()).as("threads per rank").isEqualTo(1);
            assertThat(entry.at("/primaryMetric/rawData"))
                    .hasSize(FORKS)
                    .allSatisfy(fork -> assertThat(fork).hasSize(ITERATIONS));
            assertThat(entry.at("/primaryMetric/score").asDouble()).isPositive();
            assertThat(entry.at("/secondaryMetrics/ranks.min/score").asDouble())
                    .isLessThanOrEqualTo(
                            entry.at("/secondaryMetrics/ranks.max/score").asDouble());
            found.add(cell(
                    benchmark,
                    entry.at("/params/comm").asText(),
                    entry.at("/params/ranks").asInt()));
        }
        Set<String> expected = new TreeSet<>();
        for (String benchmark : GOOD) {
            for (String comm : List.of("openmpi", "local")) {
                for (int ranks : new int[] {2, 4}) {
                    expected.add(cell(benchmark, comm, ranks));
                }
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    /** What JMH itself writes for the same benchmark. */
    @Test
    void theJsonHasExactlyJmhsFields() throws Exception {
        Path own = scratch.resolve("own.json");
        Child.Outcome jmh = new Child(Files.createDirectory(scratch.resolve("own")))
                .run(List.of(
                        "-Djmh.ignoreLock=true",
                        "org.openjdk.jmh.Main",
                        "GoodBenchmark.broadcast",
                        "-f",
                        "1",
                        "-t",
                        "2",
                        "-rf",
                        "json",
                        "-rff",
                        own.toString()));
        assertThat(jmh.exit()).as(jmh.output()).isZero();
        JsonNode theirs = JSON.readTree(own.toFile()).get(0);
        for (JsonNode ours : JSON.readTree(new RunFolder(out).everything().toFile())) {
            assertThat(names(ours)).isEqualTo(names(theirs));
            assertThat(names(ours.get("primaryMetric"))).isEqualTo(names(theirs.get("primaryMetric")));
            assertThat(names(ours.get("params"))).isEqualTo(names(theirs.get("params")));
            assertThat(names(ours.at("/secondaryMetrics/ranks.max"))).isEqualTo(names(theirs.get("primaryMetric")));
        }
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void aSelfCheckThatFailsOnOneRankFailsItsCellAndNoOther() {
        for (JsonNode pilot : events("pilot")) {
            String cell = pilot.get("cell").asText();
            if (cell.contains(CHECK)) {
                assertThat(pilot.get("status").asText()).as(cell).isEqualTo("failed");
                assertThat(pilot.get("reason").asText()).contains("rank 1", "expected 1, found 2");
                assertThat(pilot.get("rank").asInt()).as("rank in %s", pilot).isEqualTo(1);
            } else {
                assertThat(pilot.get("status").asText()).as("%s", pilot).isEqualTo("ok");
                assertThat(pilot.get("n").asInt()).isPositive();
                assertThat(pilot.get("selfCheck").asText())
                        .isEqualTo(cell.contains("GoodBenchmark") ? "passed" : "none");
            }
        }
        assertThat(events("pilot")).filteredOn(e -> !e.has("mended")).hasSize(16);
        assertThat(events("launch")).noneMatch(l -> l.get("cell").asText().contains(CHECK));
    }

    @Test
    void aCellThatFailsWhenMeasuredNamesRankAndReasonAndIsNotTriedAgain() {
        List<JsonNode> launches = events("launch").stream()
                .filter(l -> l.get("cell").asText().contains(THROWS))
                .toList();
        assertThat(launches).hasSize(4).allSatisfy(launch -> {
            assertThat(launch.get("status").asText()).isEqualTo("failed");
            assertThat(launch.get("fork").asInt()).isEqualTo(1);
            assertThat(launch.get("seconds").asDouble()).isLessThan(25);
        });
        assertThat(launches)
                .filteredOn(l -> l.get("cell").asText().contains("comm=openmpi"))
                .allSatisfy(launch -> {
                    assertThat(launch.get("rank").asInt()).isEqualTo(1);
                    assertThat(launch.get("reason").asText()).contains("rank 1 (pid", "boom, when measured");
                });
    }

    @Test
    void aThreadRankThatThrowsIsNamedWithItsReasonToo() {
        assertThat(events("launch"))
                .filteredOn(l -> l.get("cell").asText().contains(THROWS)
                        && l.get("cell").asText().contains("comm=local"))
                .hasSize(2)
                .allSatisfy(launch -> assertThat(launch.get("reason").asText())
                        .doesNotContain("rank 0")
                        .containsAnyOf("boom, when measured", "rank 1 left the operation"));
    }

    @Test
    void theJournalTellsTheWholeRun() {
        assertThat(EVENTS.get(0).get("event").asText()).isEqualTo("start");
        assertThat(EVENTS.get(0).get("cells").asInt()).isEqualTo(16);
        assertThat(events("left-out")).hasSize(1);
        assertThat(events("cell"))
                .hasSize(16)
                .allSatisfy(cell -> assertThat(cell.get("oversubscribed").asBoolean())
                        .isEqualTo(
                                cell.get("ranks").asInt() > Runtime.getRuntime().availableProcessors()));
        assertThat(events("launch")).hasSize(8 * FORKS + 4);
        JsonNode end = EVENTS.get(EVENTS.size() - 1);
        assertThat(end.get("event").asText()).isEqualTo("end");
        assertThat(end.get("exit").asInt()).isEqualTo(1);
    }

    /** Forks of different cells interleave, every other round the other way round. */
    @Test
    void noCellIsLaunchedTwiceInARowButAtTheTurn() {
        List<String> order = events("launch").stream()
                .filter(l -> l.get("status").asText().equals("ok"))
                .map(l -> l.get("cell").asText() + l.get("fork").asInt())
                .toList();
        List<String> first = order.subList(0, 8);
        List<String> second = new ArrayList<>(order.subList(8, 16));
        java.util.Collections.reverse(second);
        assertThat(first).allMatch(l -> l.endsWith("1"));
        assertThat(second.stream().map(l -> l.replaceAll("2$", "1")).toList()).isEqualTo(first);
    }

    @Test
    void everyRankOfEveryForkIsAProcessOfItsOwn() throws IOException {
        List<String> lines = Files.readAllLines(out.resolve("ranks.csv"));
        assertThat(lines.get(0)).isEqualTo(RankRow.HEADER);
        Map<String, Set<String>> pids = new HashMap<>();
        Map<String, Integer> rows = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] c = line.split(",", -1);
            assertThat(c).as(line).hasSize(22);
            String cell = cell(c[0].substring(SAMPLES.length()), c[2], Integer.parseInt(c[3]));
            pids.computeIfAbsent(cell, k -> new HashSet<>()).add(c[12]);
            rows.merge(cell, c[7].equals("measurement") ? 1 : 0, Integer::sum);
            assertThat(c[4]).as("threads per rank").isEqualTo("1");
            assertThat(c[9]).as("rank").matches(c[2].equals("openmpi") ? "[0-3]" : "");
        }
        for (String benchmark : GOOD) {
            for (int ranks : new int[] {2, 4}) {
                assertThat(pids.get(cell(benchmark, "openmpi", ranks))).hasSize(ranks * FORKS);
                assertThat(pids.get(cell(benchmark, "local", ranks))).hasSize(FORKS);
                assertThat(rows.get(cell(benchmark, "openmpi", ranks))).isEqualTo(ranks * FORKS * ITERATIONS);
                assertThat(rows.get(cell(benchmark, "local", ranks))).isEqualTo(ranks * FORKS * ITERATIONS);
            }
        }
    }

    @Test
    void theEnvironmentHasWhatTheRanksSaid() throws IOException {
        JsonNode environment = JSON.readTree(out.resolve("environment.json").toFile());
        assertThat(environment.get("fields"))
                .anySatisfy(f -> {
                    assertThat(f.get("name").asText()).isEqualTo("library of comm=openmpi");
                    assertThat(f.get("value").asText()).contains("Open MPI");
                })
                .anySatisfy(f -> assertThat(f.get("name").asText()).isEqualTo("cores of rank 3, comm=openmpi"));
    }

    @Test
    void aFolderThatHoldsARunIsRefusedAndLeftAsItIs() throws Exception {
        byte[] before = Files.readAllBytes(out.resolve("journal.jsonl"));
        Child.Outcome again = conduct(
                new Child(Files.createDirectory(scratch.resolve("again"))), out, "local", "2", "1", 1, "broadcast");
        assertThat(again.exit()).as(again.output()).isEqualTo(2);
        assertThat(again.output()).contains("usage: --out", "holds an earlier run");
        assertThat(Files.readAllBytes(out.resolve("journal.jsonl"))).isEqualTo(before);
    }

    @Test
    void twoThreadsPerRankAreMeasuredOnBoth() throws Exception {
        Path folder = Files.createDirectory(scratch.resolve("threads"));
        Child threads = new Child(folder);
        Child.Outcome both =
                conduct(threads, folder.resolve("out"), "openmpi,local", "2", "2", 1, "GoodBenchmark.broadcast");
        assertThat(both.exit()).as(both.output()).isZero();
        assertThat(JSON.readTree(
                        new RunFolder(folder.resolve("out")).everything().toFile()))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e.get("threads").asInt()).isEqualTo(2));
        assertThat(threads.leftovers()).isEmpty();
    }
}
