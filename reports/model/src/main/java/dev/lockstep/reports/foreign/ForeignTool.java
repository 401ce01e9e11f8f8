package dev.lockstep.reports.foreign;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** A tool whose text can be turned into JSON of JMH's shape, so that its numbers stand beside others and compare. */
public enum ForeignTool {
    /** OSU Micro-Benchmarks, C and Java; titles and headings of versions 2 to 7. */
    OSU,
    IMB,
    /** NetPIPE: what it prints, and its {@code np.out}. */
    NETPIPE;

    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    /**
     * Converts files of one tool. Several files are several launches of the same: forks.
     *
     * @param ranks for output that does not say how many there were
     * @param out is left open
     * @throws InvalidInputException if a file is not this tool's output
     */
    public void convert(List<Path> files, OptionalInt ranks, Writer out) throws IOException {
        Map<List<Object>, List<ForeignRow>> launches = new LinkedHashMap<>();
        for (Path file : files) {
            for (ForeignRow row : text(file, ranks).rows()) {
                launches.computeIfAbsent(
                                List.of(
                                        row.benchmark(),
                                        row.params(),
                                        row.value().unit()),
                                k -> new ArrayList<>())
                        .add(row);
            }
        }
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.useDefaultPrettyPrinter();
            json.writeStartArray();
            for (List<ForeignRow> forks : launches.values()) {
                entry(forks, json);
            }
            json.writeEndArray();
            json.writeRaw('\n');
        }
    }

    /** The tool's name as it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private ForeignText text(Path file, OptionalInt ranks) {
        return switch (this) {
            case OSU -> new OsuText(file, ranks.isPresent() ? String.valueOf(ranks.getAsInt()) : "");
            case IMB -> new ImbText(file);
            case NETPIPE -> new NetpipeText(file);
        };
    }

    private void entry(List<ForeignRow> forks, JsonGenerator json) throws IOException {
        ForeignRow first = forks.get(0);
        json.writeStartObject();
        json.writeStringField("jmhVersion", "imported");
        json.writeStringField("benchmark", first.benchmark());
        json.writeStringField("mode", first.mode());
        json.writeNumberField("threads", 1);
        json.writeNumberField("forks", forks.size());
        json.writeStringField("jvm", "none: imported from " + this);
        json.writeArrayFieldStart("jvmArgs");
        json.writeEndArray();
        for (String field : List.of("jdkVersion", "vmName", "vmVersion")) {
            json.writeStringField(field, "unknown");
        }
        json.writeNumberField("warmupIterations", 0);
        json.writeStringField("warmupTime", "single-shot");
        json.writeNumberField("warmupBatchSize", 1);
        json.writeNumberField("measurementIterations", 1);
        json.writeStringField("measurementTime", "single-shot");
        json.writeNumberField("measurementBatchSize", Math.max(1, first.n()));
        json.writeObjectFieldStart("params");
        for (Map.Entry<String, String> param : first.params().entrySet()) {
            json.writeStringField(param.getKey(), param.getValue());
        }
        json.writeEndObject();
        metric("primaryMetric", forks.stream().map(ForeignRow::value).toList(), json);
        json.writeObjectFieldStart("secondaryMetrics");
        for (String name : first.others().keySet()) {
            metric(name, forks.stream().map(fork -> fork.others().get(name)).toList(), json);
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** JMH gives no interval to a single sample either; of several launches, rawData has all. */
    private static void metric(String name, List<ForeignRow.Value> values, JsonGenerator json) throws IOException {
        double[] sorted =
                values.stream().mapToDouble(ForeignRow.Value::score).sorted().toArray();
        json.writeObjectFieldStart(name);
        json.writeNumberField("score", Arrays.stream(sorted).sum() / sorted.length);
        json.writeStringField("scoreError", "NaN");
        json.writeArrayFieldStart("scoreConfidence");
        json.writeString("NaN");
        json.writeString("NaN");
        json.writeEndArray();
        json.writeObjectFieldStart("scorePercentiles");
        json.writeNumberField("0.0", sorted[0]);
        json.writeNumberField("50.0", (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
        json.writeNumberField("100.0", sorted[sorted.length - 1]);
        json.writeEndObject();
        json.writeStringField("scoreUnit", values.get(0).unit());
        json.writeArrayFieldStart("rawData");
        for (ForeignRow.Value value : values) {
            json.writeStartArray();
            json.writeNumber(value.score());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
