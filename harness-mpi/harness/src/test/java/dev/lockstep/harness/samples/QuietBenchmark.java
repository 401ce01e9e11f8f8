package dev.lockstep.harness.samples;

import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Synchronised;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Watches what the host writes of it, in the run's folder, and fails if anything comes while it runs. */
@OwnTransport
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class QuietBenchmark {
    /** The system property that names the folder of the run. */
    public static final String FOLDER = "lockstep.test.out";

    private static final long REST_MILLIS = 5;

    private Map<Path, Long> before;
    private int iterations;
    private int left;

    /** Called by JMH: what came before must have been written. */
    @Setup(Level.Iteration)
    public void look(Rank rank, BenchmarkParams benchmark) throws IOException {
        int processes = benchmark.getParam("comm").equals("local") ? 1 : rank.size();
        int expected = iterations * processes * benchmark.getThreads();
        before = sizes();
        for (Path file : before.keySet()) {
            if (file.endsWith("ranks.csv")) {
                int rows = Files.readAllLines(file).size() - 1;
                if (rows != expected) {
                    throw new IllegalStateException(
                            "after " + iterations + " iterations there are " + rows + " rows, not " + expected);
                }
            }
        }
        iterations++;
        left = benchmark.getMeasurement().getBatchSize();
    }

    /** For a while. */
    @Benchmark
    public int watches(Synchronised sync, Rank rank) throws IOException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
        Map<Path, Long> now = sizes();
        // In the last operation another rank may be through already, whose results are read.
        if (--left > 0 && !now.equals(before)) {
            throw new IllegalStateException("while ranks measured, " + before + " became " + now);
        }
        return now.size();
    }

    private static Map<Path, Long> sizes() throws IOException {
        Map<Path, Long> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty(FOLDER)))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.put(file, Files.size(file));
            }
        }
        return all;
    }
}
