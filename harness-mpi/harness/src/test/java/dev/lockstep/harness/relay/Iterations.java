package dev.lockstep.harness.relay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** What JMH's forks would have measured. */
public final class Iterations {
    /** Measured iterations of a batch of 20. */
    public static final IterationParams MEASURED =
            new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.NONE, 20);

    /** Warm-up iterations of a batch of 20. */
    public static final IterationParams WARMUP = new IterationParams(IterationType.WARMUP, 1, TimeValue.NONE, 20);

    private Iterations() {}

    /** A benchmark {@code a.B.c} with threads per process and parameters. */
    public static BenchmarkParams benchmark(int threads, Map<String, String> params) {
        WorkloadParams workload = new WorkloadParams();
        int position = 0;
        for (var param : new TreeMap<>(params).entrySet()) {
            workload.put(param.getKey(), param.getValue(), position++);
        }
        return new BenchmarkParams(
                "a.B.c",
                "a.jmh_generated.B_c",
                true,
                threads,
                new int[] {1},
                List.of(),
                1,
                0,
                WARMUP,
                MEASURED,
                Mode.SingleShotTime,
                workload,
                TimeUnit.MICROSECONDS,
                1,
                "java",
                List.of(),
                "17",
                "vm",
                "1",
                "1.37",
                TimeValue.NONE);
    }

    /** With one raw result in microseconds per thread. */
    public static IterationResult result(BenchmarkParams benchmark, IterationParams phase, double... micros) {
        IterationResult result =
                new IterationResult(benchmark, phase, new IterationResultMetaData(10L * micros.length, 7L));
        for (double score : micros) {
            result.addResult(
                    new SingleShotResult(ResultRole.PRIMARY, "c", Math.round(score * 1000), 1, TimeUnit.MICROSECONDS));
        }
        return result;
    }

    /** A number beside the score. */
    public static ScalarResult secondary(String label, double value) {
        return new ScalarResult(label, value, "B", AggregationPolicy.SUM);
    }
}
