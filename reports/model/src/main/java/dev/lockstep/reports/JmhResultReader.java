package dev.lockstep.reports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads JMH's JSON, as its {@code JSONResultFormat} has written it from 1.20 to 1.37: {@code params} may be absent,
 * secondary metrics may bear a leading dot, and what JSON has no number for is a string. Fields come in any order, and
 * those that are unknown are skipped. Token by token: no entry is in memory as JSON, and equal texts are there once.
 */
public final class JmhResultReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION, StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    /** JMH's {@code Defaults.PREFIX} was a middle dot up to 1.36; read in the wrong encoding it looks otherwise. */
    private static final String PREFIX = "^(\u00c2?\u00b7|\ufffd+|\\?|\\.)(?=.)";

    /**
     * The most tokens of an entry, names and brackets included: what JMH writes has thousands, and in memory each may
     * be a hundred bytes.
     */
    private static final int MOST_TOKENS = 2_000_000;

    /** The most scores of a metric, in all forks. */
    private static final int MOST_SCORES = 100_000;

    private static final String UNKNOWN = "unknown";

    private final Path file;
    private final Bounded parser;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, String> metrics = new HashMap<>();
    private final Map<String, Unit> units = new HashMap<>();
    private final Map<JmhResult.Jvm, JmhResult.Jvm> jvms = new HashMap<>();
    /** Of the fork that is being read. */
    private double[] scores = new double[16];

    private JmhResultReader(Path file, Bounded parser) {
        this.file = file;
        this.parser = parser;
    }

    /** Counts what an entry holds, that which is skipped included: a parser keeps an object's names. */
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

        @Override
        public JsonParser skipChildren() throws IOException {
            int open = currentToken().isStructStart() ? 1 : 0;
            while (open > 0) {
                JsonToken token = nextToken();
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            }
            return this;
        }
    }

    /** What takes results, one after the other. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Takes a result.
         *
         * @param pointer its place in the file (RFC 6901)
         * @throws InvalidInputException if it must not be there
         */
        void take(JmhResult result, String pointer) throws InvalidInputException;
    }

    /** Reads results for a report: two scores for one cell are refused, since showing either would hide the other. */
    static List<JmhResult> read(Path file) throws IOException {
        List<JmhResult> results = new ArrayList<>();
        Map<CellKey, String> seen = new HashMap<>();
        each(file, (result, pointer) -> {
            String before = seen.put(result.key(), pointer);
            if (before != null) {
                String second = "a second " + Column.nameOf(result.key()) + " after " + before;
                throw new InvalidInputException(file, pointer, "one result per cell", second);
            }
            results.add(result);
        });
        return List.copyOf(results);
    }

    /**
     * Reads results in the order of the file; none is kept.
     *
     * @param file compressed by gzip or not
     * @throws InvalidInputException if it does not hold what it should
     */
    public static void each(Path file, Sink sink) throws IOException {
        try (InputStream in = Input.open(file);
                Bounded parser = new Bounded(file, MAPPER.getFactory().createParser(in))) {
            new JmhResultReader(file, parser).results(sink);
        } catch (JsonProcessingException e) {
            throw JsonAt.malformed(file, "well-formed JSON", e);
        }
    }

    private void results(Sink sink) throws IOException {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
            throw wrong("an array of results, as JMH's -rf json writes it");
        }
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            String pointer = "/" + i;
            parser.begin(pointer);
            sink.take(result(), pointer);
        }
        if (parser.nextToken() != null) {
            throw wrong("nothing after the array of results");
        }
    }

    private JmhResult result() throws IOException {
        String benchmark = null;
        String mode = null;
        SortedMap<String, String> params = new TreeMap<>();
        int threads = 1;
        int forks = 1;
        int batchSize = 1;
        String jdk = UNKNOWN;
        String vmName = UNKNOWN;
        String vmVersion = UNKNOWN;
        List<String> arguments = new ArrayList<>();
        Metric primary = null;
        Map<String, Metric> secondary = new HashMap<>();
        begin(JsonToken.START_OBJECT);
        for (String field = field(); field != null; field = field()) {
            switch (field) {
                case "benchmark" -> benchmark = text();
                case "mode" -> mode = text();
                case "params" -> readParams(params);
                case "threads" -> threads = integer(1);
                case "forks" -> forks = integer(1);
                case "measurementBatchSize" -> batchSize = integer(1);
                case "jdkVersion" -> jdk = text(UNKNOWN);
                case "vmName" -> vmName = text(UNKNOWN);
                case "vmVersion" -> vmVersion = text(UNKNOWN);
                case "jvmArgs" -> readArguments(arguments);
                case "primaryMetric" -> primary = metric();
                case "secondaryMetrics" -> readMetrics(secondary);
                default -> parser.skipChildren();
            }
        }
        CellKey key = new CellKey(
                required(benchmark, "benchmark", "a string"), required(mode, "mode", "a string"), params, threads);
        JmhResult.Jvm jvm =
                jvms.computeIfAbsent(new JmhResult.Jvm(jdk, vmName, vmVersion, arguments), Function.identity());
        return new JmhResult(key, forks, batchSize, jvm, required(primary, "primaryMetric", "an object"), secondary);
    }

    private void readParams(SortedMap<String, String> params) throws IOException {
        if (begins(JsonToken.START_OBJECT)) {
            for (String name = field(); name != null; name = field()) {
                params.put(name, text("null"));
            }
        }
    }

    private void readArguments(List<String> arguments) throws IOException {
        if (begins(JsonToken.START_ARRAY)) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                arguments.add(text());
            }
        }
    }

    private void readMetrics(Map<String, Metric> secondary) throws IOException {
        if (begins(JsonToken.START_OBJECT)) {
            for (String name = field(); name != null; name = field()) {
                secondary.put(metrics.computeIfAbsent(name, written -> written.replaceFirst(PREFIX, "")), metric());
            }
        }
    }

    private Metric metric() throws IOException {
        Double score = null;
        Unit unit = null;
        List<List<Double>> raw = new ArrayList<>();
        List<List<Double>> means = new ArrayList<>();
        begin(JsonToken.START_OBJECT);
        for (String field = field(); field != null; field = field()) {
            switch (field) {
                case "score" -> score = number();
                case "scoreUnit" -> unit = units.computeIfAbsent(text(), Unit::of);
                case "rawData" -> readForks(raw, false);
                case "rawDataHistogram" -> readForks(means, true);
                default -> parser.skipChildren();
            }
        }
        return new Metric(
                required(score, "score", "a number"),
                required(unit, "scoreUnit", "a string"),
                means.isEmpty() ? raw : means);
    }

    private void readForks(List<List<Double>> forks, boolean histogram) throws IOException {
        if (!begins(JsonToken.START_ARRAY)) {
            return;
        }
        int all = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            int size = 0;
            begin(JsonToken.START_ARRAY);
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (size == scores.length) {
                    scores = Arrays.copyOf(scores, 2 * size);
                }
                scores[size++] = histogram ? weightedMean() : number();
            }
            all += size;
            if (all > MOST_SCORES) {
                throw new InvalidInputException(file, pointer(), "at most " + MOST_SCORES + " scores", "more");
            }
            forks.add(Doubles.of(scores, size));
        }
    }

    /** The mean of one iteration of JMH's sample mode: pairs of value and count. */
    private double weightedMean() throws IOException {
        double sum = 0;
        double all = 0;
        begin(JsonToken.START_ARRAY);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            double value = 0;
            double count = 0;
            int numbers = 0;
            begin(JsonToken.START_ARRAY);
            for (; parser.nextToken() != JsonToken.END_ARRAY; numbers++) {
                value = count;
                count = number();
            }
            if (numbers != 2) {
                throw new InvalidInputException(file, pointer(), "a value and a count", numbers + " numbers");
            }
            sum += value * count;
            all += count;
        }
        return sum / all;
    }

    /** Goes on to an object's next value; its name, or null when the object ends. */
    private String field() throws IOException {
        if (parser.nextToken() == JsonToken.END_OBJECT) {
            return null;
        }
        String name = parser.currentName();
        parser.nextToken();
        return name;
    }

    /** Whether there is a value, which then must begin with this bracket. */
    private boolean begins(JsonToken bracket) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return false;
        }
        begin(bracket);
        return true;
    }

    private void begin(JsonToken bracket) throws IOException {
        if (parser.currentToken() != bracket) {
            throw wrong(bracket == JsonToken.START_OBJECT ? "an object" : "an array");
        }
    }

    /** The string, or another value's text. */
    private String text() throws IOException {
        if (!parser.currentToken().isScalarValue() || parser.currentToken() == JsonToken.VALUE_NULL) {
            throw wrong("a string");
        }
        return texts.computeIfAbsent(parser.getText(), Function.identity());
    }

    private String text(String otherwise) throws IOException {
        return parser.currentToken() == JsonToken.VALUE_NULL ? otherwise : text();
    }

    private int integer(int otherwise) throws IOException {
        return parser.currentToken() == JsonToken.VALUE_NULL ? otherwise : (int) number();
    }

    private double number() throws IOException {
        if (parser.currentToken().isNumeric()) {
            return parser.getDoubleValue();
        }
        String text = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : "";
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "+INF", "Infinity" -> Double.POSITIVE_INFINITY;
            case "-INF", "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw wrong("a number");
        };
    }

    /** A value of the object that has just ended. */
    private <T> T required(T value, String field, String expected) throws InvalidInputException {
        if (value == null) {
            throw new JsonAt(file, pointer() + "/" + field, MissingNode.getInstance()).wrong(expected);
        }
        return value;
    }

    /** The exception for the value that is being read. */
    private InvalidInputException wrong(String expected) throws IOException {
        String pointer = pointer();
        JsonNode found = parser.currentToken() == null ? MissingNode.getInstance() : MAPPER.readTree(parser);
        return new JsonAt(file, pointer, found).wrong(expected);
    }

    private String pointer() {
        return parser.getParsingContext().pathAsPointer().toString();
    }
}
