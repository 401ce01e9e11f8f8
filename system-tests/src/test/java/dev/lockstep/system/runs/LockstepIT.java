package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.reports.Figures;
import dev.lockstep.run.RunFolder;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.OtherReaders;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One run of one benchmark, in one JVM and inside MPI ranks, looked at from all sides. */
@Tag("default")
@Timeout(220)
class LockstepIT {
    private static final int ITERATIONS = 3;
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    @TempDir
    static Path scratch;

    private static Path out;
    private static LockstepJar.Outcome outcome;
    private static List<JsonNode> entries;
    private static List<Map<String, String>> rows;

    /** Whatever the placement: it is the machine's doing how much of a run lies in which. */
    @BeforeAll
    static void run() throws IOException, InterruptedException {
        out = scratch.resolve("out");
        outcome = lockstep(
                0,
                "run AllReduce --comm local,openmpi --ranks 2,4 --forks 2 -p bytes=64 --iteration-time 20ms --warmup 2"
                        + " --placement all --iterations " + ITERATIONS + " --out " + out);
        entries = new ArrayList<>();
        LockstepJar.results(out).forEach(entries::add);
        rows = rows(out.resolve("ranks.csv"));
    }

    private static LockstepJar.Outcome lockstep(int exit, String typed) throws IOException, InterruptedException {
        return new LockstepJar(scratch).exits(exit, typed);
    }

    /** None of the fields holds a comma. */
    private static List<Map<String, String>> rows(Path csv) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        String[] header = lines.get(0).split(",", -1);
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            assertThat(fields).as(line).hasSameSizeAs(header);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < header.length; i++) {
                row.put(header[i], fields[i]);
            }
            rows.add(row);
        }
        return rows;
    }

    private static String cell(JsonNode entry) {
        JsonNode params = entry.get("params");
        return String.join(
                " ",
                params.get("bytes").asText(),
                params.get("comm").asText(),
                params.get("ranks").asText());
    }

    private static String cell(Map<String, String> row) {
        return String.join(
                " ", row.get("params").replaceAll(".*bytes=(\\d+).*", "$1"), row.get("comm"), row.get("ranks"));
    }

    @Test
    void otherToolsReadTheResults() throws IOException {
        String json = Files.readString(new RunFolder(out).everything());
        OtherReaders.githubActionBenchmark(json);
        OtherReaders.jmhVisualizer(json);
        assertThat(OtherReaders.bencher(json)).isZero();
    }

    @Test
    void otherToolsReadWhatIsImportedAsWell() throws IOException, InterruptedException {
        Path imb = Path.of("../reports/model/src/test/resources/foreign/imb-mpi1.txt");
        LockstepJar.Outcome imported = new LockstepJar(scratch)
                .lockstep("import", "imb", imb.toAbsolutePath().toString())
                .exits(0);
        OtherReaders.githubActionBenchmark(imported.out());
        OtherReaders.jmhVisualizer(imported.out());
        // It wants intervals, which IMB does not print.
        assertThat(OtherReaders.bencher(imported.out())).isPositive();
    }

    @Test
    void eachSizeHasFourEntriesOfTwoForks() {
        assertThat(entries.stream().map(LockstepIT::cell))
                .containsExactlyInAnyOrder("64 local 2", "64 local 4", "64 openmpi 2", "64 openmpi 4");
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.get("benchmark").asText())
                    .isEqualTo("dev.lockstep.collectives.AllReduceBenchmark.allReduce");
            assertThat(entry.get("mode").asText()).isEqualTo("ss");
            assertThat(entry.get("threads").asInt()).isEqualTo(1);
            assertThat(entry.get("forks").asInt()).isEqualTo(2);
            assertThat(entry.get("measurementIterations").asInt()).isEqualTo(ITERATIONS);
            assertThat(entry.at("/primaryMetric/rawData"))
                    .hasSize(2)
                    .allSatisfy(fork -> assertThat(fork)
                            .hasSize(ITERATIONS)
                            .allSatisfy(score -> assertThat(score.asDouble()).isPositive()));
        });
    }

    @Test
    void everyRankOfEveryForkIsAProcessOfItsOwn() {
        Map<String, Set<String>> pids = new LinkedHashMap<>();
        for (Map<String, String> row : rows) {
            boolean mpi = row.get("comm").equals("openmpi");
            String process = cell(row) + " fork " + row.get("fork") + (mpi ? " rank " + row.get("rank") : "");
            pids.computeIfAbsent(process, p -> new HashSet<>()).add(row.get("pid"));
        }
        // Two forks: one process each with local, 2 or 4 with openmpi.
        assertThat(pids).hasSize(2 * (1 + 1 + 2 + 4));
        assertThat(pids.values()).allSatisfy(p -> assertThat(p).hasSize(1));
        assertThat(pids.values().stream().flatMap(Set::stream)).doesNotHaveDuplicates();
    }

    @Test
    void ranksCsvHoldsWhatTheScoreIsMadeOf() {
        assertThat(entries).allSatisfy(entry -> {
            List<Double> measured = rows.stream()
                    .filter(row -> cell(row).equals(cell(entry)))
                    .filter(row -> row.get("phase").equals("measurement"))
                    .map(row -> Double.parseDouble(row.get("score")))
                    .toList();
            int ranks = entry.at("/params/ranks").asInt();
            assertThat(measured).hasSize(2 * ITERATIONS * ranks);
            double mean = measured.stream().mapToDouble(x -> x).average().orElseThrow();
            double score = entry.at("/primaryMetric/score").asDouble();
            assertThat(score).isCloseTo(mean, within(1e-6 * mean));
            assertThat(entry.at("/secondaryMetrics/ranks.min/score").asDouble())
                    .isLessThanOrEqualTo(score * (1 + 1e-9));
            assertThat(entry.at("/secondaryMetrics/ranks.max/score").asDouble())
                    .isGreaterThanOrEqualTo(score * (1 - 1e-9));
            assertThat(rows.stream()
                            .filter(row -> cell(row).equals(cell(entry)))
                            // The first may have had another one, by which a busy machine did not fill its iterations.
                            .filter(row -> row.get("fork").equals("2"))
                            .map(row -> row.get("n"))
                            .distinct())
                    .containsExactly(entry.get("measurementBatchSize").asText());
        });
    }

    @Test
    void theFieldsAreThoseOfPlainJmh() throws IOException, InterruptedException {
        Path plain = scratch.resolve("plain.json");
        new LockstepJar(scratch)
                .plainJmh(
                        "collectives.AllReduce -f 1 -wi 1 -i 2 -bs 10 -wbs 10 -t 2 -p bytes=64 -rf json -rff " + plain)
                .exits(0);
        JsonNode usual = LockstepJar.json(plain);
        assertThat(usual).hasSize(1);
        assertThat(entries).allSatisfy(entry -> {
            assertThat(fields(entry)).isEqualTo(fields(usual.get(0)));
            assertThat(entry.get("secondaryMetrics"))
                    .isNotEmpty()
                    .allSatisfy(metric -> assertThat(metric.fieldNames())
                            .toIterable()
                            .containsExactlyElementsOf(names(usual.get(0).get("primaryMetric"))));
        });
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Of the entry and its objects, but for the secondary metrics, which are named freely. */
    private static Set<String> fields(JsonNode entry) {
        Set<String> fields = new TreeSet<>();
        entry.properties().forEach(field -> {
            fields.add(field.getKey() + " " + field.getValue().getNodeType());
            if (field.getValue().isObject() && !field.getKey().equals("secondaryMetrics")) {
                names(field.getValue()).forEach(name -> fields.add(field.getKey() + "/" + name));
            }
        });
        return fields;
    }

    @Test
    void theTableShowsTheScoresOfTheFile() {
        Map<String, Double> factor = Map.of("ns", 1000.0, "us", 1.0, "ms", 1e-3, "s", 1e-6);
        Map<String, String> shown = table().stream()
                .collect(Collectors.toMap(
                        line -> line[0].replaceAll("\\D", "") + " " + line[1] + " " + line[2],
                        line -> line[3] + " " + unit(line)));
        assertThat(shown).hasSize(4);
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.at("/primaryMetric/scoreUnit").asText()).isEqualTo("us/op");
            String[] scoreAndUnit = shown.get(cell(entry)).split(" ");
            double inUnit = entry.at("/primaryMetric/score").asDouble() * factor.get(scoreAndUnit[1]);
            assertThat(scoreAndUnit[0]).as(cell(entry)).isEqualTo(Figures.three(inUnit));
        });
    }

    private static List<String[]> table() {
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines.get(0)).startsWith("benchmark ").contains("comm", "ranks", "score", "unit");
        // Below it stands whether the machine moved.
        return lines.stream()
                .skip(1)
                .map(line -> line.strip().split(" {2,}"))
                .takeWhile(line -> line.length > 1)
                .toList();
    }

    private static String unit(String[] line) {
        return Arrays.stream(line)
                .filter(f -> f.matches("ns|us|ms|s"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void moreRanksThanCoresAreMarkedEverywhere() throws IOException {
        for (String[] line : table()) {
            boolean marked = String.join(" ", line).contains("oversubscribed");
            assertThat(marked).as(String.join(" ", line)).isEqualTo(Integer.parseInt(line[2]) > CORES);
        }
        int expected = CORES >= 4 ? 0 : CORES >= 2 ? 2 : 4;
        String summary = Files.readString(out.resolve("summary.md"));
        String lineUp = summary.substring(summary.indexOf("## Line-up"));
        assertThat(lineUp.split("\\*oversubscribed\\*", -1)).hasSize(expected + 1);
        String report = ReportText.of(out);
        String inReport = report.substring(
                report.indexOf("Benchmarks in ranks."), report.indexOf("How long single operations took"));
        assertThat(inReport.split("oversubscribed", -1)).hasSize(expected + 1);
        assertThat(Files.readString(out.resolve("journal.jsonl")).split("\"oversubscribed\":true", -1))
                .hasSize(expected + 1);
        assertThat(outcome.err().split("\\(oversubscribed\\)", -1)).hasSize(2 * expected + 1);
    }

    @Test
    void everythingLiesInTheFolderAndNoKeyIsLeft() throws IOException {
        try (var files = Files.list(out)) {
            // The machine may move its cores, or not.
            assertThat(files.map(f -> f.getFileName().toString()).filter(name -> !name.equals("all.json")))
                    .containsExactlyInAnyOrder(
                            "results.json",
                            "ranks.csv",
                            "environment.json",
                            "journal.jsonl",
                            "summary.md",
                            "report.html",
                            "distributions",
                            "launches");
        }
        try (var files = Files.walk(out)) {
            assertThat(files.map(f -> f.getFileName().toString())).doesNotContain("key");
        }
        assertThat(outcome.err()).contains("4 of 4 cells measured", "report: " + out.resolve("report.html"));
    }

    @Test
    void aSecondRunDoesNotWriteOverIt() throws IOException, InterruptedException {
        byte[] before = Files.readAllBytes(out.resolve("results.json"));
        assertThat(lockstep(2, "run Barrier --ops 1 --out " + out).err())
                .contains(out.toString(), "holds an earlier run");
        assertThat(out.resolve("results.json")).hasBinaryContent(before);
    }

    @Test
    void reportMakesTheSameTableFromTheFolderAndFromTheFile() throws IOException, InterruptedException {
        Path html = scratch.resolve("again.html");
        assertThat(lockstep(0, "report " + out + " --placement all -o " + html).out())
                .isEqualTo(outcome.out());
        assertThat(html).isNotEmptyFile();
    }
}
