package dev.lockstep.harness.relay;

import dev.lockstep.harness.launch.LaunchFolder;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.link.OpTimesChunk;
import dev.lockstep.run.MetricNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Ranks that are no JVMs, each a process with one thread: makes of what they measured the result, rows and files that
 * JMH's forks in ranks would have left.
 */
public final class PlainRanks {
    private final BenchmarkParams benchmark;
    private final RankLayout layout;
    private final Path folder;
    private final RankRows rows;
    private final Optional<OpTimesMerge> opTimes;
    private final Optional<IntPredicate> hops;
    private final RankInfo[] ranks;
    private final List<IterationResult> measured = new ArrayList<>();
    private int warmups;
    private List<Conditions> conditions = List.of();
    private List<Result<?>> reported = List.of();

    /**
     * Of one launch.
     *
     * @param spec how it was made
     * @param layout of its ranks
     * @param benchmark what JMH would say of it
     * @throws IOException if its files cannot be written
     */
    public PlainRanks(JobSpec spec, RankLayout layout, BenchmarkParams benchmark) throws IOException {
        LaunchFolder launch = LaunchFolder.create(spec.folder());
        Files.deleteIfExists(launch.rows());
        this.benchmark = benchmark;
        this.layout = layout;
        this.folder = launch.path();
        this.rows = new RankRows(launch.rows(), spec.fork(), layout.ranks(), layout.processes(), spec.params());
        this.opTimes = OpTimesMerge.of(spec, layout);
        this.hops = spec.hops(layout);
        this.ranks = new RankInfo[layout.ranks()];
    }

    /**
     * Takes in who a rank is.
     *
     * @param rank its number
     * @param properties as in {@link RankInfo}
     * @throws IllegalStateException if there is no such rank
     */
    public void introduce(int rank, Map<String, String> properties) {
        if (rank >= ranks.length) {
            throw new IllegalStateException(
                    "there are " + ranks.length + " ranks, and one says that it is rank " + rank);
        }
        ranks[rank] = new RankInfo(rank, properties);
    }

    /**
     * Takes in what was seen of the machine in the next iteration.
     *
     * @param ofRanks in the order of ranks
     * @throws IllegalStateException if a rank is missing
     */
    public void conditions(List<Conditions> ofRanks) {
        if (ofRanks.size() != ranks.length) {
            throw new IllegalStateException(ofRanks.size() + " of " + ranks.length + " ranks said what they saw");
        }
        conditions = ofRanks;
    }

    /**
     * Takes in what ranks that are synchronised reported of the next iteration.
     *
     * @param nanos what an empty operation reads
     * @param skewNanos how far apart they left the barrier; NaN if that cannot be told
     */
    public void floor(double nanos, double skewNanos) {
        reported = List.of(
                new ScalarResult(MetricNames.FLOOR, nanos, "ns", AggregationPolicy.AVG),
                new ScalarResult(MetricNames.SKEW, skewNanos, "ns", AggregationPolicy.AVG));
    }

    /**
     * Takes in an iteration.
     *
     * @param phase warm-up or measurement
     * @param number from 1
     * @param nanos that each rank took for its batch
     * @throws IllegalStateException if it is not the next one, or a rank is missing
     */
    public void iteration(IterationType phase, int number, List<Long> nanos) {
        if (nanos.size() != ranks.length
                || nanos.contains(0L)
                || Arrays.asList(ranks).contains(null)) {
            throw new IllegalStateException(
                    phase + " iteration " + number + " has times " + nanos + " of " + ranks.length + " ranks");
        }
        boolean warmup = phase == IterationType.WARMUP;
        int next = warmup ? ++warmups : measured.size() + 1;
        if (number != next || warmup && !measured.isEmpty()) {
            throw new IllegalStateException(phase + " iteration " + number + " came in place of " + next);
        }
        IterationParams params =
                phase == IterationType.MEASUREMENT ? benchmark.getMeasurement() : benchmark.getWarmup();
        List<IterationResult> each = new ArrayList<>();
        List<Conditions> seen =
                conditions.isEmpty() ? Collections.nCopies(ranks.length, Conditions.UNKNOWN) : conditions;
        conditions = List.of();
        for (RankInfo rank : ranks) {
            IterationResult result = result(params, nanos.get(rank.rank()));
            rows.add(rank, new JmhFrames.Iteration(benchmark, params, number, result), seen.get(rank.rank()));
            each.add(result);
        }
        if (phase == IterationType.MEASUREMENT) {
            JmhFrames.Iteration first = new JmhFrames.Iteration(benchmark, params, number, each.get(0));
            opTimes.ifPresent(times -> times.measured(0, first));
            IterationResult merged = RankMerge.merge(first, each, layout.ranks());
            hops.ifPresent(used -> RankMerge.addProbes(merged, seen, used));
            reported.forEach(merged::addResult);
            measured.add(merged);
        }
    }

    private IterationResult result(IterationParams iteration, long nanos) {
        long ops = benchmark.getOpsPerInvocation();
        String name = benchmark.getBenchmark();
        IterationResult result = new IterationResult(benchmark, iteration, new IterationResultMetaData(ops, ops));
        result.addResult(new SingleShotResult(
                ResultRole.PRIMARY, name.substring(name.lastIndexOf('.') + 1), nanos, ops, benchmark.getTimeUnit()));
        return result;
    }

    /**
     * Takes in times of single calls.
     *
     * @param chunk of a rank
     * @throws IllegalStateException if it does not follow those before it
     */
    public void times(OpTimesChunk chunk) {
        try {
            opTimes.orElseThrow(() -> new IllegalStateException("nobody asked for operation times"))
                    .add(chunk.rank(), chunk);
        } catch (RankFailure e) {
            throw new IllegalStateException("rank " + chunk.rank() + ": " + e.getMessage(), e);
        }
    }

    /**
     * All is there.
     *
     * @return what JMH would have made of it
     * @throws IllegalStateException if it is not
     * @throws IOException if the launch's files cannot be written
     */
    public BenchmarkResult complete() throws IOException {
        if (measured.size() != benchmark.getMeasurement().getCount()
                || warmups != benchmark.getWarmup().getCount()) {
            throw new IllegalStateException("there were " + warmups + " + " + measured.size() + " iterations, not "
                    + benchmark.getWarmup().getCount() + " + "
                    + benchmark.getMeasurement().getCount());
        }
        List<String> lines = new ArrayList<>();
        for (RankInfo rank : ranks) {
            lines.add(KeyValues.format(rank.properties()));
        }
        Files.write(folder.resolve("ranks.txt"), lines);
        if (opTimes.isPresent()) {
            try {
                opTimes.get().requireWhole(rank -> null);
            } catch (RankFailure e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
            opTimes.get().result().write(folder);
        }
        return new BenchmarkResult(benchmark, measured);
    }
}
