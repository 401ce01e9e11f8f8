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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** A run of sample benchmarks by {@link ConductorMain}, and what it left. */
record Conducted(Path out, Child.Outcome outcome, List<JsonNode> journal) {
    /** As {@link ConductorMain} has it. */
    static final int ITERATIONS = 2;

    /**
     * Makes it.
     *
     * @param child all of whose processes have to have ended afterwards
     * @param out its folder
     * @param options of the JVM that runs it
     * @param what as {@link ConductorMain} takes it, after folder and mark
     */
    static Conducted by(Child child, Path out, List<String> options, String... what)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of(ConductorMain.class.getName(), out.toString(), child.mark()));
        arguments.addAll(List.of(what));
        Child.Outcome outcome = child.run(arguments);
        assertThat(child.leftovers()).isEmpty();
        List<JsonNode> journal = new ArrayList<>();
        for (String line : Files.readAllLines(out.resolve(RunFolder.JOURNAL))) {
            journal.add(new ObjectMapper().readTree(line));
        }
        return new Conducted(out, outcome, journal);
    }

    /** In a folder below that of a test. */
    static Conducted in(Path scratch, String... what) throws IOException, InterruptedException {
        return by(new Child(scratch), scratch.resolve("out"), List.of(), what);
    }

    /** Which has ended so. */
    Conducted ended(int exit) {
        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(exit);
        return this;
    }

    /** Events of a kind, about cells in whose names a word is. */
    List<JsonNode> events(String kind, String word) {
        return journal.stream()
                .filter(e -> e.path("event").asText().equals(kind))
                .filter(e -> e.path("cell").asText().contains(word))
                .toList();
    }

    /** What the pilots said at first, before counts were mended. */
    List<JsonNode> pilots(String word) {
        return events("pilot", word).stream().filter(e -> !e.has("mended")).toList();
    }

    /** The entries of all.json, or of results.json, of benchmarks in whose names a word is. */
    List<JsonNode> results(String word) throws IOException {
        List<JsonNode> entries = new ArrayList<>();
        new ObjectMapper().readTree(new RunFolder(out).everything().toFile()).forEach(entry -> {
            if (entry.get("benchmark").asText().contains(word)) {
                entries.add(entry);
            }
        });
        return entries;
    }

    /** Rows of all ranks. */
    List<RankRow> rows() throws IOException {
        return RankRow.read(out.resolve(RunFolder.RANKS));
    }

    /** Rows of the ranks of one launch. */
    List<RankRow> rows(JsonNode launch) throws IOException {
        return RankRow.read(out.resolve(launch.get("folder").asText()).resolve(RunFolder.RANKS));
    }

    /** The histograms of a distribution, one for each iteration, by tag. */
    Map<String, List<Histogram>> histograms(JsonNode distribution) throws IOException {
        Map<String, List<Histogram>> byTag = new TreeMap<>();
        Path file = out.resolve(distribution.get("file").asText());
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                Histogram histogram = (Histogram) log.nextIntervalHistogram();
                byTag.computeIfAbsent(histogram.getTag(), tag -> new ArrayList<>())
                        .add(histogram);
            }
        }
        return byTag;
    }
}
