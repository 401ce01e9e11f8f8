package ${package};

import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.execute.LockstepRunner;
import dev.lockstep.harness.run.RunOptions;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the benchmark on several communicators, side by side, by the Java API. Arguments: their names, such as {@code local openmpi}. */
public final class Compare {
    private Compare() {}

    public static void main(String[] comms) throws RunnerException {
        RunOptions options = new LockstepOptionsBuilder()
                .include(RingBenchmark.class.getName())
                .comm(comms)
                .ranks(2)
                .forks(2)
                .warmupIterations(5)
                .measurementIterations(5)
                .iterationTime(TimeValue.milliseconds(100))
                .build();
        for (RunResult result : new LockstepRunner(options).run()) {
            Result<?> score = result.getPrimaryResult();
            System.out.printf(
                    "%-10s %8s bytes %10.3f %s%n",
                    result.getParams().getParam("comm"),
                    result.getParams().getParam("bytes"),
                    score.getScore(),
                    score.getScoreUnit());
        }
        System.out.println("all of it is in " + options.out());
    }
}
