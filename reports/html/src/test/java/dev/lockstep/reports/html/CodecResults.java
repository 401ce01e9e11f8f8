package dev.lockstep.reports.html;

import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

/** JMH's results of codecs, with times and sizes that a test chooses. */
final class CodecResults {
    private int metrics;
    private final StringJoiner results = new StringJoiner(",\n", "[", "]\n");

    /** A benchmark's score in nanoseconds, with an interval of a hundredth of it to either side. */
    CodecResults time(String benchmark, String codec, double nanos) {
        return entry(benchmark, "\"codec\":\"" + codec + "\",\"payload\":\"ping\"", nanos, "{}");
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
        Files.writeString(file, results.toString());
        return LineUp.of(RunData.read(file));
    }
}
