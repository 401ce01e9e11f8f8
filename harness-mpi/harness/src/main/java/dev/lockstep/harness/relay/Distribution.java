package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.run.OpSample;
import dev.lockstep.run.OpTimeTags;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * How long single operations took in one launch, in nanoseconds.
 *
 * @param benchmark with its parameters
 * @param calls of each thread in all iterations together
 * @param recorded of them: the first ones of each iteration, if there was no room for all
 * @param opsPerCall by which a call's time was divided
 * @param iterations for each operation the longest time of the ranks that met in it; by iteration
 * @param tagged the others, by their tags of {@link OpTimeTags}
 */
public record Distribution(
        String benchmark,
        long calls,
        int recorded,
        int opsPerCall,
        List<Histogram> iterations,
        Map<String, Histogram> tagged) {
    /** Significant decimal digits that a histogram keeps. */
    static final int DIGITS = 3;

    /** The histograms, in a launch's folder. */
    public static final String LOG = "op-times.hlog";

    /** What is to be known of them at once, in a launch's folder. */
    public static final String FACTS = "op-times.txt";

    /** Every rank's part in every operation, in a launch's folder, if it is kept; {@link dev.lockstep.run.OpSample}s. */
    public static final String SAMPLES = "op-times" + OpSample.SUFFIX;

    private static final double PLAIN_NANOS = 1;

    /** Writes both files. */
    void write(Path folder) throws IOException {
        try (PrintStream out =
                new PrintStream(Files.newOutputStream(folder.resolve(LOG)), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment("[Lockstep: " + benchmark.replaceAll("\\p{Cntrl}", " ") + "]");
            log.outputComment(
                    "[Values: nanoseconds per operation. Tag slowest: of each operation, the slowest of the ranks"
                            + " that meet in it; an interval for each iteration, by number instead of time. Tag rank-K: rank K alone; tag rank-K-thread-T: thread T of it."
                            + " Tag slowest-rank-K: the operations in which K was the slowest. Tag last-rank-K: how much later than the first one K began, where it was the last."
                            + " Tag since-last-arrival: from when the last had begun to when the last had ended."
                            + " Tag missed-window: the operations that do not count for that]");
            log.outputComment("[" + facts() + "]");
            log.outputLogFormatVersion();
            log.outputStartTime(System.currentTimeMillis());
            log.outputLegend();
            for (int i = 0; i < iterations.size(); i++) {
                iterations.get(i).setTag(OpTimeTags.SLOWEST);
                log.outputIntervalHistogram(i, i + 1.0, iterations.get(i), PLAIN_NANOS);
            }
            tagged.forEach((tag, histogram) -> {
                histogram.setTag(tag);
                log.outputIntervalHistogram(0, 0, histogram, PLAIN_NANOS);
            });
            if (out.checkError()) {
                throw new IOException("cannot write " + folder.resolve(LOG) + ": is the disk full?");
            }
        }
        Files.writeString(folder.resolve(FACTS), KeyValues.format(facts()));
    }

    /** Those of all iterations together. */
    Histogram slowest() {
        Histogram all = new Histogram(DIGITS);
        iterations.forEach(all::add);
        return all;
    }

    private Map<String, String> facts() {
        Histogram slowest = slowest();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("iterations", String.valueOf(iterations.size()));
        facts.put("calls", String.valueOf(calls));
        facts.put("recorded", String.valueOf(recorded));
        facts.put("operationsPerCall", String.valueOf(opsPerCall));
        facts.put("p50", String.valueOf(slowest.getValueAtPercentile(50)));
        facts.put("p90", String.valueOf(slowest.getValueAtPercentile(90)));
        facts.put("p99", String.valueOf(slowest.getValueAtPercentile(99)));
        facts.put("p99.9", String.valueOf(slowest.getValueAtPercentile(99.9)));
        facts.put("max", String.valueOf(slowest.getMaxValue()));
        return facts;
    }
}
