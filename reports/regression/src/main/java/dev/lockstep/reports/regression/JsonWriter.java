package dev.lockstep.reports.regression;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes comparisons as JSON, of two runs or within one; {@code reports/README.md} has both schemas. What is no finite
 * number is {@code null}.
 */
public final class JsonWriter {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
            .build();
    private static final MathContext SEVEN_DIGITS = new MathContext(7);
    private static final DefaultIndenter ONE_SPACE = new DefaultIndenter(" ", "\n");

    private final ObjectNode root;

    private JsonWriter(String schema) {
        this.root = MAPPER.createObjectNode().put("schema", schema);
    }

    /**
     * Writes a comparison of two runs.
     *
     * @param strict whether inconclusive rows change the exit code
     * @param out is left open
     */
    public static void write(Comparison comparison, boolean strict, Writer out) throws IOException {
        JsonWriter json = new JsonWriter("lockstep-comparison/2");
        Settings settings = comparison.settings();
        json.root
                .put("base", comparison.base())
                .put("head", comparison.head())
                .put("floor", settings.floor())
                .put("falseDiscoveryRate", settings.falseDiscoveryRate())
                .put("statistic", settings.statistic().name().toLowerCase(Locale.ROOT))
                .put("exitCode", comparison.exitCode(strict));
        ObjectNode counts = json.root.putObject("counts");
        Verdict.OF_RUNS.forEach(verdict -> counts.put(verdict.id(), comparison.count(verdict)));
        ArrayNode notes = json.root.putArray("notes");
        comparison.notes().forEach(notes::add);
        json.write(
                new DefaultPrettyPrinter().withObjectIndenter(ONE_SPACE).withArrayIndenter(ONE_SPACE),
                "rows",
                comparison.rows().stream().map(json::compared),
                out);
    }

    /** Writes the claims of a run; {@code out} is left open. */
    public static void write(Claims claims, Writer out) throws IOException {
        JsonWriter json = new JsonWriter("lockstep-claims/1");
        json.root
                .putObject("versus")
                .put("name", claims.versus().name())
                .put("value", claims.versus().value());
        json.root.put("pairsForAClaim", Paired.PAIRS).put("confidence", 0.95);
        ArrayNode rows = json.root.putArray("claims");
        claims.rows().forEach(row -> json.claimed(claims, row, rows.addObject()));
        json.write(
                new DefaultPrettyPrinter(),
                "overSizes",
                claims.overSizes().stream().map(together -> json.together(claims, together)),
                out);
    }

    /** Writes the root with an array as its last field, of which only one element at a time is in memory. */
    private void write(PrettyPrinter printer, String name, Stream<ObjectNode> elements, Writer out) throws IOException {
        try (JsonGenerator json = MAPPER.createGenerator(out)) {
            // What breaks off must not look whole.
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setPrettyPrinter(printer);
            json.writeStartObject();
            for (Map.Entry<String, JsonNode> field : root.properties()) {
                json.writeFieldName(field.getKey());
                json.writeTree(field.getValue());
            }
            json.writeArrayFieldStart(name);
            for (ObjectNode element : (Iterable<ObjectNode>) elements::iterator) {
                json.writeTree(element);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        out.write('\n');
    }

    private ObjectNode compared(Row row) {
        ObjectNode json = MAPPER.createObjectNode();
        id(row.id(), row.id().params().keySet().stream(), json);
        json.put("metric", row.id().metric())
                .put("verdict", row.verdict().id())
                .put("why", row.why())
                .put("floor", row.floor());
        scores(row, json);
        row.ratio().ifPresent(ratio -> json.set("ratio", number(ratio)));
        row.tested().ifPresent(tested -> {
            json.putArray("interval").add(number(tested.low())).add(number(tested.high()));
            json.set("minimumDetectable", number(tested.detectable()));
            json.set("pSlower", number(tested.pSlower()));
            json.set("qSlower", number(tested.qSlower()));
            json.set("pFaster", number(tested.pFaster()));
            json.set("qFaster", number(tested.qFaster()));
        });
        return json;
    }

    private void claimed(Claims claims, Row row, ObjectNode json) {
        claim(claims, row, json);
        scores(row, json);
        outcome(row, json);
        ArrayNode pairs = json.putArray("byPair");
        row.paired()
                .ifPresent(paired -> paired.pairs().forEach((k, pair) -> {
                    ObjectNode one = pairs.addObject().put("pair", k);
                    one.set("ratio", number(Math.exp(pair.ratio())));
                    one.set("same", number(Math.exp(pair.same())));
                }));
    }

    private ObjectNode together(Claims claims, OverSizes together) {
        ObjectNode json = MAPPER.createObjectNode();
        claim(claims, together.row(), json);
        ArrayNode sizes = json.putArray("sizes");
        together.sizes().forEach(sizes::add);
        ArrayNode slower = json.putArray("slowerSizes");
        together.slower().forEach(slower::add);
        outcome(together.row(), json);
        return json;
    }

    private static void claim(Claims claims, Row row, ObjectNode json) {
        // Where it ran comes last.
        List<String> own = List.copyOf(row.id().cell().row().params().keySet());
        Stream<String> place = row.id().params().keySet().stream().filter(name -> !own.contains(name));
        id(row.id(), Stream.concat(own.stream(), place), json);
        json.put("headValue", claims.value(row)).put("metric", row.id().metric());
    }

    private static void id(RowId id, Stream<String> names, ObjectNode json) {
        json.put("benchmark", id.benchmark()).put("mode", id.mode());
        ObjectNode params = json.putObject("params");
        names.forEach(name -> params.put(name, id.params().get(name)));
        json.put("threads", id.threads());
    }

    private void scores(Row row, ObjectNode json) {
        score("base", row.base(), json);
        score("head", row.head(), json);
    }

    private void score(String side, Optional<Row.Score> score, ObjectNode json) {
        score.ifPresent(s -> {
            ObjectNode object = json.putObject(side);
            object.set("score", number(s.score()));
            object.put("unit", s.unit().name()).put("forks", s.forks()).put("iterations", s.iterations());
        });
    }

    private void outcome(Row row, ObjectNode json) {
        json.put("outcome", row.verdict().id()).put("why", row.why());
        row.paired().ifPresent(paired -> {
            ratio("ratio", paired.ratio(), json);
            ratio("same", paired.same(), json);
        });
        json.put("pairs", row.paired().map(paired -> paired.pairs().size()).orElse(0));
    }

    private void ratio(String name, PairedRatio ratio, ObjectNode json) {
        ObjectNode object = json.putObject(name);
        object.set("mean", number(ratio.ratio()));
        object.set("low", number(ratio.low()));
        object.set("high", number(ratio.high()));
    }

    /** Seven digits: what follows them depends on the JDK's logarithm. */
    private static JsonNode number(double value) {
        return Double.isFinite(value)
                ? DecimalNode.valueOf(new BigDecimal(value).round(SEVEN_DIGITS))
                : NullNode.getInstance();
    }
}
