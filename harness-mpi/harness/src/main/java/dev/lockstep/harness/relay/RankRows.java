package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.rank.RankThread;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.placement.Placements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Every rank's own numbers, one line per iteration and thread, warm-up included. Where one process holds several threads the columns {@code rank} and
 * {@code thread} stay empty if they cannot be told: JMH hands their results over in order of completion, without names.
 * What was seen of the machine is the process's.
 */
public final class RankRows {
    private final Path file;
    private final int fork;
    private final int ranks;
    private final int processes;
    private final Map<String, String> more;

    /**
     * For one launch.
     *
     * @param file written with its header at once
     * @param fork the number of the launch within its cell, from 1
     * @param ranks how many ranks there are
     * @param processes how many processes they are
     * @param more parameters besides those that JMH knows
     */
    RankRows(Path file, int fork, int ranks, int processes, Map<String, String> more) {
        this.more = more;
        this.file = file;
        this.fork = fork;
        this.ranks = ranks;
        this.processes = processes;
        append(RankRow.HEADER + "\n");
    }

    void add(RankInfo info, JmhFrames.Iteration iteration, Conditions conditions) {
        BenchmarkParams p = iteration.benchmark();
        boolean oneRank = processes == ranks;
        int threads = processes == ranks ? p.getThreads() : p.getThreads() / ranks;
        Map<String, String> params = new TreeMap<>();
        p.getParamsKeys().forEach(name -> params.put(name, p.getParam(name)));
        params.putAll(more);
        params.keySet().removeAll(List.of(CellKey.COMM, CellKey.RANKS));
        StringBuilder lines = new StringBuilder();
        Map<Boolean, Collection<? extends Result<?>>> results = new LinkedHashMap<>();
        results.put(true, typed(iteration.result().getRawPrimaryResults()));
        results.put(false, typed(iteration.result().getRawSecondaryResults().get(RankThread.UNSCORED)));
        results.forEach((scored, some) -> some.forEach(result -> {
            lines.append(new RankRow(
                            p.getBenchmark(),
                            RankRow.params(params),
                            param(p, CellKey.COMM),
                            param(p, CellKey.RANKS),
                            threads,
                            iteration.iterations().getBatchSize(),
                            fork,
                            iteration.iterations().getType().name().toLowerCase(Locale.ROOT),
                            iteration.number(),
                            oneRank ? String.valueOf(info.rank()) : "",
                            threads == 1 ? "0" : "",
                            info.host(),
                            info.pid(),
                            result.getScore(),
                            result.getScoreUnit(),
                            known(conditions.switches()),
                            known(conditions.migrations()),
                            known(conditions.stolenMillis()),
                            rounded(conditions.before()),
                            rounded(conditions.after()),
                            scored ? "" : RankRow.UNSCORED)
                    .line());
        }));
        append(lines.toString());
    }

    private static Long known(long count) {
        return count < 0 ? null : count;
    }

    /** The mean, in tenths. */
    private static double rounded(List<Double> readings) {
        double nanos = Placements.mean(readings);
        return Double.isNaN(nanos) ? nanos : Math.round(10 * nanos) / 10.0;
    }

    private static String param(BenchmarkParams p, String key) {
        return p.getParamsKeys().contains(key) ? p.getParam(key) : "";
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
