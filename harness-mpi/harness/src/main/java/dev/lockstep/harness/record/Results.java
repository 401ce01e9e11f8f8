package dev.lockstep.harness.record;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.placement.PlacementChoice;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * The files results.json, all.json and ranks.csv. Launches of a cell are merged as JMH merges forks, and JMH itself computes the
 * statistics and writes the JSON. If the machine moved its cores, results.json has the iterations of one placement, and
 * all.json every one.
 */
final class Results {
    /** Writing may take one part in so many of the time. */
    private static final int SELDOM = 100;

    private final Path json;
    private final Path everything;
    private final Path rows;
    private final Map<Cell, Map<Integer, BenchmarkResult>> forks = new LinkedHashMap<>();

    private final LongSupplier nanoTime;

    /** When the files were written last, and how long that took. */
    private long written = Long.MIN_VALUE / 2;

    private long writing;

    /** Begins the results of these cells, which are written in this order whatever the order of their launches. */
    Results(Path folder, List<Cell> cells, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.json = folder.resolve(RunFolder.RESULTS);
        this.everything = folder.resolve(RunFolder.ALL);
        this.rows = folder.resolve(RunFolder.RANKS);
        cells.forEach(cell -> forks.put(cell, new TreeMap<>()));
    }

    void add(Cell cell, int fork, BenchmarkResult result) {
        forks.get(cell).put(fork, result);
    }

    /** Drops the result of a failed cell: what its other launches measured stays in ranks.csv. */
    void drop(Cell cell) {
        forks.get(cell).clear();
    }

    /** Adds a launch's own rows. */
    void addRows(Path launchRows) throws IOException {
        if (!Files.exists(launchRows)) {
            return;
        }
        String added = Files.exists(rows) ? RankRow.rows(launchRows) : RankRow.joined(List.of(launchRows));
        try {
            Files.writeString(rows, added, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw StorageException.of(rows, launchRows.toFile().length(), e);
        }
    }

    /** Writes the rows of these launches, and of no other, once each. */
    void replaceRows(List<Path> launches) throws IOException {
        String all = RankRow.joined(launches);
        if (all.isEmpty()) {
            Files.deleteIfExists(rows);
        } else {
            Durable.replace(rows, all.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static RunResult result(Cell cell, Map<Integer, BenchmarkResult> launches) {
        List<BenchmarkResult> merged = List.copyOf(launches.values());
        // The first launch may have had another count.
        BenchmarkParams measured = merged.get(merged.size() - 1).getParams();
        return new RunResult(params(cell, measured, merged.size()), merged);
    }

    /** The results of every iteration. */
    List<RunResult> all() {
        return results(forks::get);
    }

    private List<RunResult> results(Function<Cell, Map<Integer, BenchmarkResult>> launches) {
        return forks.keySet().stream()
                .filter(cell -> !launches.apply(cell).isEmpty())
                .map(cell -> result(cell, launches.apply(cell)))
                .toList();
    }

    /** The launches so far, as seen by who has a wish. */
    CommonPlacement of(PlacementChoice.Wish wish) {
        return new CommonPlacement(forks, wish);
    }

    Set<Cell> cells() {
        return forks.keySet();
    }

    /**
     * Writes the file after a launch, unless it takes too long for the number of launches: all that is in it is in the
     * launches' own files too.
     */
    void writeOften() throws IOException {
        if (nanoTime.getAsLong() - written >= SELDOM * writing) {
            write();
        }
    }

    void write() throws IOException {
        long start = nanoTime.getAsLong();
        writeAll();
        written = nanoTime.getAsLong();
        writing = written - start;
    }

    private void writeAll() throws IOException {
        CommonPlacement common = of(PlacementChoice.Wish.COMMON);
        if (common.isChoice()) {
            write(everything, all());
            write(json, results(common::shown));
        } else {
            write(json, all());
            Files.deleteIfExists(everything);
        }
    }

    private static void write(Path file, List<RunResult> results) throws IOException {
        Durable.replace(file, bytes -> {
            PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
            out.flush();
        });
    }

    /** What was measured, but for three things: all launches, threads per rank, and parameters that are the harness's own. */
    private static BenchmarkParams params(Cell cell, BenchmarkParams p, int forks) {
        WorkloadParams workload = new WorkloadParams();
        int position = 0;
        for (String key : p.getParamsKeys()) {
            workload.put(key, p.getParam(key), position++);
        }
        // What JMH does not know of.
        for (Map.Entry<String, String> param : cell.jmhParams().entrySet()) {
            if (workload.get(param.getKey()) == null) {
                workload.put(param.getKey(), param.getValue(), position++);
            }
        }
        return new BenchmarkParams(
                p.getBenchmark(),
                p.generatedBenchmark(),
                p.shouldSynchIterations(),
                cell.layout().threadsPerRank(),
                p.getThreadGroups(),
                p.getThreadGroupLabels(),
                forks,
                p.getWarmupForks(),
                p.getWarmup(),
                p.getMeasurement(),
                p.getMode(),
                workload,
                p.getTimeUnit(),
                p.getOpsPerInvocation(),
                p.getJvm(),
                p.getJvmArgs(),
                p.getJdkVersion(),
                p.getVmName(),
                p.getVmVersion(),
                p.getJmhVersion(),
                p.getTimeout());
    }
}
