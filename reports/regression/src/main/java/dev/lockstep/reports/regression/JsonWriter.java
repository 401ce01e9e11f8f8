package dev.lockstep.reports.regression;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes a comparison as JSON; {@code reports/README.md} has its schema. What is no finite number is {@code null}. */
public final class JsonWriter {
    private static final String SCHEMA = "lockstep-comparison/1";
    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private JsonWriter() {}

    /**
     * Writes it.
     *
     * @param out is left open
     * @param strict whether inconclusive rows change the exit code
     * @throws IOException if {@code out} fails
     */
    public static void write(Comparison comparison, boolean strict, Writer out) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter(" ", "\n"));
        printer.indentArraysWith(new DefaultIndenter(" ", "\n"));
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.setPrettyPrinter(printer);
            json.writeStartObject();
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("base", comparison.base());
            json.writeStringField("head", comparison.head());
            json.writeNumberField("floor", comparison.settings().floor());
            json.writeNumberField("falseDiscoveryRate", comparison.settings().falseDiscoveryRate());
            json.writeNumberField("seed", comparison.settings().seed());
            json.writeNumberField("exitCode", comparison.exitCode(strict));
            json.writeObjectFieldStart("counts");
            for (Verdict verdict : Verdict.values()) {
                json.writeNumberField(name(verdict), comparison.count(verdict));
            }
            json.writeEndObject();
            json.writeArrayFieldStart("notes");
            for (String note : comparison.notes()) {
                json.writeString(note);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("rows");
            for (Row row : comparison.rows()) {
                row(row, json);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static String name(Verdict verdict) {
        return verdict.label().replace(' ', '-').toLowerCase(Locale.ROOT);
    }

    private static void row(Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("benchmark", row.id().benchmark());
        json.writeStringField("mode", row.id().mode());
        json.writeObjectFieldStart("params");
        for (Map.Entry<String, String> param : row.id().params().entrySet()) {
            json.writeStringField(param.getKey(), param.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("threads", row.id().threads());
        json.writeStringField("metric", row.id().metric());
        json.writeStringField("verdict", name(row.verdict()));
        json.writeStringField("why", row.why());
        json.writeNumberField("floor", row.floor());
        score("base", row.base(), json);
        score("head", row.head(), json);
        if (row.ratio().isPresent()) {
            number("ratio", row.ratio().getAsDouble(), json);
        }
        if (row.tested().isPresent()) {
            tested(row.tested().get(), json);
        }
        json.writeEndObject();
    }

    private static void score(String side, Optional<Row.Score> score, JsonGenerator json) throws IOException {
        if (score.isPresent()) {
            json.writeObjectFieldStart(side);
            number("score", score.get().score(), json);
            json.writeStringField("unit", score.get().unit().name());
            json.writeNumberField("forks", score.get().forks());
            json.writeNumberField("iterations", score.get().iterations());
            json.writeEndObject();
        }
    }

    private static void tested(Row.Tested tested, JsonGenerator json) throws IOException {
        Estimate estimate = tested.estimate();
        json.writeArrayFieldStart("interval");
        number(estimate.low(), json);
        number(estimate.high(), json);
        json.writeEndArray();
        number("minimumDetectable", tested.detectable(), json);
        json.writeNumberField("pSlower", tested.pSlower());
        json.writeNumberField("qSlower", tested.qSlower());
        json.writeNumberField("pFaster", tested.pFaster());
        json.writeNumberField("qFaster", tested.qFaster());
        json.writeNumberField("resamples", estimate.resamples());
    }

    private static void number(String name, double value, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        number(value, json);
    }

    private static void number(double value, JsonGenerator json) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }
}
