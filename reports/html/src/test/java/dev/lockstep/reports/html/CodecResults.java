package dev.lockstep.reports.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/** JMH's results of codecs, with times and sizes that a test chooses. */
final class CodecResults {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private int metrics;
    private final Set<String> drifting = new HashSet<>();
    private final StringJoiner results = new StringJoiner(",\n", "[", "]\n");

    /** A benchmark's score in nanoseconds, with an interval of a hundredth of it to either side. */
    CodecResults time(String benchmark, String codec, double nanos) {
        return entry(benchmark, "\"codec\":\"" + codec + "\",\"payload\":\"ping\"", nanos, "{}");
    }

    /** A benchmark whose every launch falls to what it would have been throughout. */
    CodecResults drifting(String benchmark, String codec) {
        drifting.add("a." + benchmark + " " + codec);
        return this;
    }

    /** Encoding and decoding. */
    CodecResults codec(String codec, double encode, double decode, int bytes) {
        String sizes = "{\"encoded.bytes\":" + metric(bytes, "B") + ",\"gc.alloc.rate.norm\":"
                + metric(2.0 * bytes, "B/op") + "}";
        entry(
                "EncodeBenchmark.encode",
                "\"buffer\":\"fresh\",\"codec\":\"" + codec + "\",\"payload\":\"ping\"",
                encode,
                sizes);
        return entry(
                "DecodeBenchmark.decode",
                "\"codec\":\"" + codec + "\",\"instance\":\"fresh\",\"payload\":\"ping\"",
                decode,
                "{}");
    }

    CodecResults entry(String benchmark, String params, double nanos, String secondary) {
        results.add("{\"benchmark\":\"a." + benchmark + "\",\"mode\":\"avgt\",\"threads\":1,\"params\":{" + params
                + "},\"primaryMetric\":" + metric(nanos, "ns/op") + ",\"secondaryMetrics\":" + secondary + "}");
        return this;
    }

    /** Three launches, whose interval is a hundredth of the score to either side, in another order each time. */
    private String metric(double score, String unit) {
        double step = score / 100 / 2.4843;
        List<Double> launches = new ArrayList<>(List.of(score - step, score, score + step));
        Collections.rotate(launches, metrics++);
        return "{\"score\":" + score + ",\"scoreError\":0,\"scoreUnit\":\"" + unit + "\",\"rawData\":"
                + launches.stream().map(List::of).toList() + "}";
    }

    LineUp lineUp(Path scratch) throws IOException {
        Path file = scratch.resolve("results.json");
        JsonNode entries = MAPPER.readTree(results.toString());
        for (JsonNode entry : entries) {
            if (drifting.contains(entry.get("benchmark").asText() + " "
                    + entry.at("/params/codec").asText())) {
                for (JsonNode launch : entry.at("/primaryMetric/rawData")) {
                    double last = launch.get(0).asDouble();
                    ((ArrayNode) launch)
                            .removeAll()
                            .add(1.3 * last)
                            .add(1.15 * last)
                            .add(last);
                }
            }
        }
        MAPPER.writeValue(file.toFile(), entries);
        return LineUp.of(RunData.read(file));
    }
}
