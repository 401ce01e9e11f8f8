package dev.lockstep.reports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads JMH's JSON, as its {@code JSONResultFormat} has written it from 1.20 to 1.37: {@code params} may be absent,
 * secondary metrics may bear a leading dot, and what JSON has no number for is a string. Only one entry at a time is
 * in memory as JSON.
 */
final class JmhResultReader {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    /** JMH's {@code Defaults.PREFIX} was a middle dot up to 1.36; read in the wrong encoding it looks otherwise. */
    private static final String PREFIX = "^(\u00c2?\u00b7|\ufffd+|\\?|\\.)(?=.)";

    /**
     * The most tokens of an entry, names and brackets included: what JMH writes has thousands, and in memory each is a
     * hundred bytes.
     */
    private static final int MOST_TOKENS = 2_000_000;

    /** The most scores of a metric, in all forks: they are drawn from ten thousand times. */
    private static final int MOST_SCORES = 100_000;

    private JmhResultReader() {}

    /** Counts what an entry holds before it is in memory. */
    private static final class Bounded extends JsonParserDelegate {
        private final Path file;
        private String entry = "";
        private int tokens;

        Bounded(Path file, JsonParser parser) {
            super(parser);
            this.file = file;
        }

        void begin(String pointer) {
            entry = pointer;
            tokens = 0;
        }

        @Override
        public JsonToken nextToken() throws IOException {
            if (++tokens > MOST_TOKENS) {
                throw new InvalidInputException(file, entry, "at most " + MOST_TOKENS + " values and names", "more");
            }
            return super.nextToken();
        }
    }

    /** Reads results for a report: two scores for one cell are refused, since showing either would hide the other. */
    static List<JmhResult> read(Path file) throws IOException {
        List<JmhResult> results = all(file);
        Map<CellKey, Integer> seen = new HashMap<>();
        for (int i = 0; i < results.size(); i++) {
            CellKey key = results.get(i).key();
            Integer before = seen.put(key, i);
            if (before != null) {
                throw new InvalidInputException(
                        file, "/" + i, "one result per cell", "a second " + Column.nameOf(key) + " after /" + before);
            }
        }
        return results;
    }

    /** Reads all results in the order of the file: an entry's place in it is its pointer. */
    static List<JmhResult> all(Path file) throws IOException {
        List<JmhResult> results = new ArrayList<>();
        try (InputStream in = Input.open(file);
                Bounded parser = new Bounded(file, MAPPER.getFactory().createParser(in))) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_ARRAY) {
                JsonNode found = first == null ? MissingNode.getInstance() : MAPPER.readTree(parser);
                throw new JsonAt(file, "", "", found).wrong("an array of results, as JMH's -rf json writes it");
            }
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                parser.begin("/" + i);
                results.add(result(new JsonAt(file, "", "/" + i, MAPPER.readTree(parser)).asObject()));
            }
            if (parser.nextToken() != null) {
                throw new JsonAt(file, "", "", MAPPER.readTree(parser)).wrong("nothing after the array of results");
            }
        } catch (JsonProcessingException e) {
            throw JsonAt.malformed(file, "", e);
        }
        return List.copyOf(results);
    }

    private static JmhResult result(JsonAt entry) throws InvalidInputException {
        Map<String, String> params = texts(entry.get("params"));
        CellKey key = CellKey.of(
                entry.get("benchmark").text(),
                entry.get("mode").text(),
                params,
                entry.get("threads").integer(1));
        Map<String, Metric> secondary = new TreeMap<>();
        for (var metric : entry.get("secondaryMetrics").members().entrySet()) {
            secondary.put(metric.getKey().replaceFirst(PREFIX, ""), metric(metric.getValue()));
        }
        return new JmhResult(
                key,
                new TreeMap<>(params),
                entry.get("forks").integer(1),
                entry.get("measurementBatchSize").integer(1),
                jvm(entry),
                metric(entry.get("primaryMetric").asObject()),
                secondary);
    }

    static Map<String, String> texts(JsonAt object) throws InvalidInputException {
        Map<String, String> texts = new TreeMap<>();
        for (var member : object.members().entrySet()) {
            texts.put(member.getKey(), member.getValue().text("null"));
        }
        return texts;
    }

    private static JmhResult.Jvm jvm(JsonAt entry) throws InvalidInputException {
        List<String> arguments = new ArrayList<>();
        if (entry.get("jvmArgs").isPresent()) {
            for (JsonAt argument : entry.get("jvmArgs").elements()) {
                arguments.add(argument.text());
            }
        }
        return new JmhResult.Jvm(
                entry.get("jdkVersion").text("unknown"),
                entry.get("vmName").text("unknown"),
                entry.get("vmVersion").text("unknown"),
                arguments);
    }

    private static Metric metric(JsonAt metric) throws InvalidInputException {
        List<List<Double>> raw = new ArrayList<>();
        boolean histogram = metric.get("rawDataHistogram").isPresent();
        JsonAt data = metric.get(histogram ? "rawDataHistogram" : "rawData");
        if (data.isPresent()) {
            int scores = 0;
            for (JsonAt fork : data.elements()) {
                scores += fork.node().size();
                if (scores > MOST_SCORES) {
                    throw new InvalidInputException(
                            data.file(), data.pointer(), "at most " + MOST_SCORES + " scores", "more");
                }
                List<Double> iterations = new ArrayList<>();
                for (JsonAt iteration : fork.elements()) {
                    iterations.add(histogram ? weightedMean(iteration) : iteration.number());
                }
                raw.add(iterations);
            }
        }
        return new Metric(
                metric.get("score").number(), Unit.of(metric.get("scoreUnit").text()), raw);
    }

    /** The mean of one iteration of JMH's sample mode: pairs of value and count. */
    private static double weightedMean(JsonAt pairs) throws InvalidInputException {
        double sum = 0;
        double count = 0;
        for (JsonAt pair : pairs.elements()) {
            List<JsonAt> valueAndCount = pair.elements();
            if (valueAndCount.size() != 2) {
                throw pair.wrong("a value and a count");
            }
            sum += valueAndCount.get(0).number() * valueAndCount.get(1).number();
            count += valueAndCount.get(1).number();
        }
        return sum / count;
    }
}
