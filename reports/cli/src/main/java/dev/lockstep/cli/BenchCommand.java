package dev.lockstep.cli;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Catalog;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Matrix;
import dev.lockstep.harness.run.RunOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep bench}: the suite, on every communicator that this machine has. */
@Command(
        name = "bench",
        description = "Runs the suite on every communicator that works here, and reports what it had to leave out.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class BenchCommand implements Callable<Integer> {
    private static final int QUICK_RANKS = 2;

    /** Two sizes: one that a message of a consensus round has, one that no longer fits an eager message. */
    private static final Map<String, List<String>> QUICK_PARAMS = Map.of("bytes", List.of("64", "65536"));

    @Parameters(paramLabel = "REGEX", description = "only benchmarks whose names contain one of these (default: all)")
    List<String> patterns = List.of();

    @ArgGroup
    Extent extent = new Extent();

    @Mixin
    EffortOptions effort;

    @Mixin
    MeasuringOptions measuring;

    /** One or the other. */
    static final class Extent {
        @Option(names = "--quick", description = "at most 30 cells, two sizes, two forks, a few minutes (default)")
        boolean quick;

        @Option(names = "--full", description = "all sizes, 2 and 4 ranks, five forks: an hour or more")
        boolean full;
    }

    @Override
    public Integer call() throws Exception {
        List<String> comms = new ArrayList<>();
        List<LeftOut> leftOut = new ArrayList<>();
        Communicators communicators = Communicators.discover();
        communicators
                .broken()
                .forEach(reason -> leftOut.add(new LeftOut(
                        "a communicator that could not be loaded",
                        reason,
                        "repair its jar, or take it off the class path")));
        for (CommunicatorProvider provider : communicators.providers()) {
            if (provider.availability() instanceof Availability.Unavailable missing) {
                leftOut.add(new LeftOut("comm " + provider.name(), missing.reason(), missing.remedy()));
            } else {
                comms.add(provider.name());
            }
        }
        List<Benchmark> benchmarks = Catalog.discover().find(patterns);
        RunOptions options = extent.full ? full(comms) : quick(comms, benchmarks);
        List<Cell> cells = Matrix.cells(benchmarks, options);
        measuring.requireLauncher(cells);
        return Measurement.run(options, cells, leftOut, measuring.resume.invocation(measuring.out));
    }

    private RunOptions quick(List<String> comms, List<Benchmark> benchmarks) {
        boolean sized = benchmarks.stream().anyMatch(b -> b.params().containsKey("bytes"));
        return options(comms, List.of(QUICK_RANKS), sized ? QUICK_PARAMS : Map.of(), RunOptions.Effort.QUICK);
    }

    private RunOptions full(List<String> comms) {
        return options(comms, List.of(QUICK_RANKS, 2 * QUICK_RANKS), Map.of(), new RunOptions.Effort(5, 5, 5, 200));
    }

    private RunOptions options(
            List<String> comms, List<Integer> ranks, Map<String, List<String>> params, RunOptions.Effort usual) {
        LockstepOptionsBuilder options = measuring
                .options()
                .comm(comms.toArray(String[]::new))
                .ranks(ranks.toArray(Integer[]::new))
                .effort(effort.or(usual));
        patterns.forEach(options::include);
        params.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
        return options.build();
    }
}
