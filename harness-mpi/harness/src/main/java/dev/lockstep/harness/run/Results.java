package dev.lockstep.harness.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * results.json and ranks.csv. Launches of a cell are merged as JMH merges forks, and JMH itself computes the statistics and writes the JSON; the file is
 * replaced as a whole after each launch, so a crash costs no finished one.
 */
final class Results {
    private final Path json;
    private final Path rows;
    private final Map<Cell, List<BenchmarkResult>> forks = new LinkedHashMap<>();

    Results(Path folder) {
        this.json = folder.resolve("results.json");
        this.rows = folder.resolve("ranks.csv");
    }

    void add(Cell cell, BenchmarkResult fork) throws IOException {
        forks.computeIfAbsent(cell, c -> new ArrayList<>()).add(fork);
        write();
    }

    /** A failed cell has no result: what its other launches measured stays in ranks.csv. */
    void drop(Cell cell) throws IOException {
        if (forks.remove(cell) != null) {
            write();
        }
    }

    /** Adds a launch's own rows. */
    void addRows(Path launchRows) throws IOException {
        if (!Files.exists(launchRows)) {
            return;
        }
        List<String> lines = Files.readAllLines(launchRows);
        boolean fresh = !Files.exists(rows);
        Files.write(
                rows,
                fresh ? lines : lines.subList(Math.min(1, lines.size()), lines.size()),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    RunResult result(Cell cell) {
        List<BenchmarkResult> merged = forks.get(cell);
        BenchmarkParams measured = merged.get(0).getParams();
        return new RunResult(params(cell, measured, merged.size()), merged);
    }

    List<RunResult> all() {
        return forks.keySet().stream().map(this::result).toList();
    }

    void write() throws IOException {
        Path temp = json.resolveSibling("results.json.tmp");
        try (PrintStream out = new PrintStream(Files.newOutputStream(temp), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(all());
            if (out.checkError()) {
                throw new IOException("cannot write " + temp + ": is the disk full?");
            }
        }
        Files.move(temp, json, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What was measured, but for two things: there were as many forks as launches, and threads are counted per rank. */
    private static BenchmarkParams params(Cell cell, BenchmarkParams p, int forks) {
        WorkloadParams workload = new WorkloadParams();
        int position = 0;
        for (String key : p.getParamsKeys()) {
            workload.put(key, p.getParam(key), position++);
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
