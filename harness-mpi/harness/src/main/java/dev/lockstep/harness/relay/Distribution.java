package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.KeyValues;
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
 * @param byRank each rank's own times, of all its threads
 * @param byThread each thread's own times, by tag; none where ranks have one thread
 */
public record Distribution(
        String benchmark,
        long calls,
        int recorded,
        int opsPerCall,
        List<Histogram> iterations,
        Map<Integer, Histogram> byRank,
        Map<String, Histogram> byThread) {
    /** Significant decimal digits that a histogram keeps. */
    static final int DIGITS = 3;

    /** The histograms, in a launch's folder. */
    public static final String LOG = "op-times.hlog";

    /** What is to be known of them at once, in a launch's folder. */
    public static final String FACTS = "op-times.txt";

    private static final double PLAIN_NANOS = 1;

    /** Writes both files. */
    void write(Path folder) throws IOException {
        try (PrintStream out =
                new PrintStream(Files.newOutputStream(folder.resolve(LOG)), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment("[Lockstep: " + benchmark.replaceAll("\\p{Cntrl}", " ") + "]");
            log.outputComment(
                    "[Values: nanoseconds per operation. Tag slowest: of each operation, the slowest of the ranks"
                            + " that meet in it; an interval for each iteration, by number instead of time. Tag rank-K: rank K alone; tag rank-K-thread-T: thread T of it]");
            log.outputComment("[" + facts() + "]");
            log.outputLogFormatVersion();
            log.outputStartTime(System.currentTimeMillis());
            log.outputLegend();
            for (int i = 0; i < iterations.size(); i++) {
                iterations.get(i).setTag("slowest");
                log.outputIntervalHistogram(i, i + 1.0, iterations.get(i), PLAIN_NANOS);
            }
            Map<String, Histogram> single = new LinkedHashMap<>();
            byRank.forEach((rank, histogram) -> single.put("rank-" + rank, histogram));
            single.putAll(byThread);
            single.forEach((tag, histogram) -> {
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
