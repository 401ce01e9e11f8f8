package dev.lockstep.harness.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Every rank's own numbers, one line per iteration and thread, warm-up included. Where one process holds several threads the columns {@code rank} and
 * {@code thread} stay empty if they cannot be told: JMH hands their results over in order of completion, without names.
 */
public final class RankRows {
    /** The columns. */
    public static final String HEADER =
            "benchmark,params,comm,ranks,threads,n,fork,phase,iteration,rank,thread,host,pid,score,unit";

    private final Path file;
    private final int fork;
    private final int ranks;
    private final int processes;

    /**
     * For one launch.
     *
     * @param file written with its header at once
     * @param fork the number of the launch within its cell, from 1
     * @param ranks how many ranks there are
     * @param processes how many processes they are
     */
    RankRows(Path file, int fork, int ranks, int processes) {
        this.file = file;
        this.fork = fork;
        this.ranks = ranks;
        this.processes = processes;
        append(HEADER + "\n");
    }

    void add(RankInfo info, JmhFrames.Iteration iteration) {
        BenchmarkParams p = iteration.benchmark();
        Collection<? extends Result<?>> results = typed(iteration.result().getRawPrimaryResults());
        boolean oneRank = processes == ranks;
        int threads = processes == ranks ? p.getThreads() : p.getThreads() / ranks;
        StringBuilder lines = new StringBuilder();
        for (Result<?> result : results) {
            StringJoiner line = new StringJoiner(",", "", "\n");
            for (Object field : Arrays.asList(
                    p.getBenchmark(),
                    params(p),
                    param(p, "comm"),
                    param(p, "ranks"),
                    threads,
                    iteration.iterations().getBatchSize(),
                    fork,
                    iteration.iterations().getType().name().toLowerCase(java.util.Locale.ROOT),
                    iteration.number(),
                    oneRank ? info.rank() : "",
                    threads == 1 ? 0 : "",
                    info.host(),
                    info.pid(),
                    result.getScore(),
                    result.getScoreUnit())) {
                line.add(quote(String.valueOf(field)));
            }
            lines.append(line);
        }
        append(lines.toString());
    }

    private static String params(BenchmarkParams p) {
        return new TreeSet<>(p.getParamsKeys())
                .stream()
                        .filter(k -> !List.of("comm", "ranks").contains(k))
                        .map(k -> k + "=" + encode(p.getParam(k)))
                        .collect(Collectors.joining(";"));
    }

    /** Values are parted by semicolons. */
    private static String encode(String value) {
        return value.replace("%", "%25").replace(";", "%3B");
    }

    private static String param(BenchmarkParams p, String key) {
        return p.getParamsKeys().contains(key) ? p.getParam(key) : "";
    }

    /** Quoted as RFC 4180 says, if need be. */
    private static String quote(String field) {
        return field.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + field.replace("\"", "\"\"") + '"'
                : field;
    }

    private synchronized void append(String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the ranks' numbers to " + file, e);
        }
    }

    /** JMH's collections of results are of the raw type. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static Collection<? extends Result<?>> typed(Collection results) {
        return results;
    }
}
