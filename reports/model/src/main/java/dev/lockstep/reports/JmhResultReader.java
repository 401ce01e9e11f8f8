package dev.lockstep.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads JMH's JSON, as written by its {@code JSONResultFormat} (JMH 1.37 and near). */
final class JmhResultReader {
    private JmhResultReader() {}

    static List<JmhResult> read(Path file) throws IOException {
        JsonAt root = JsonAt.parse(file, "", Files.readString(file));
        if (!root.node().isArray()) {
            throw root.wrong("an array of results, as JMH's -rf json writes it");
        }
        List<JmhResult> results = new ArrayList<>();
        Map<CellKey, String> seen = new HashMap<>();
        for (JsonAt entry : root.elements()) {
            JmhResult result = result(entry.asObject());
            String before = seen.put(result.key(), entry.pointer());
            if (before != null) {
                // Two scores for one cell: showing either would hide the other.
                throw new InvalidInputException(
                        file, entry.pointer(), "one result per cell", "a second " + result.key() + " after " + before);
            }
            results.add(result);
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
            secondary.put(metric.getKey(), metric(metric.getValue()));
        }
        return new JmhResult(
                key,
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
            for (JsonAt fork : data.elements()) {
                List<Double> iterations = new ArrayList<>();
                for (JsonAt iteration : fork.elements()) {
                    iterations.add(histogram ? weightedMean(iteration) : iteration.number());
                }
                raw.add(iterations);
            }
        }
        double error = metric.get("scoreError").numberIfPresent().orElse(Double.NaN);
        return new Metric(
                metric.get("score").number(),
                error,
                Unit.of(metric.get("scoreUnit").text()),
                raw);
    }

    /** Of one iteration of JMH's sample mode: pairs of value and count. */
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
