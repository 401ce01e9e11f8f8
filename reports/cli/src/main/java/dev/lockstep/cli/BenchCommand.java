package dev.lockstep.cli;

import dev.lockstep.cli.options.EffortOptions;
import dev.lockstep.cli.options.JarOptions;
import dev.lockstep.cli.options.MeasuringOptions;
import dev.lockstep.cli.suite.BenchSuite;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.execute.LockstepRunner;
import dev.lockstep.harness.plan.Catalog;
import dev.lockstep.harness.plan.Matrix;
import dev.lockstep.harness.plan.Suite;
import dev.lockstep.harness.rank.NoneProvider;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep bench}: the suite, on every communicator that this machine has. */
@Command(
        name = "bench",
        description = "Runs the suite on every communicator that works here, and reports what it had to leave out.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class BenchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "REGEX", description = "only benchmarks whose names contain one of these (default: all)")
    List<String> patterns = List.of();

    @ArgGroup
    Extent extent = new Extent();

    @Mixin
    EffortOptions effort;

    @Mixin
    MeasuringOptions measuring;

    @Mixin
    JarOptions jars;

    @Option(names = "--dry-run", description = "print every cell and its launch command, and run nothing")
    boolean dryRun;

    static final class Extent {
        @Option(names = "--quick", description = "some 90 cells, two sizes, three forks, some 18 minutes (default)")
        boolean quick;

        @Option(names = "--full", description = "all sizes, 2 and 4 ranks, five forks: several hours")
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
        leaveNoneToMachinesWithoutMpi(communicators, comms);
        List<Benchmark> benchmarks = Catalog.discover().find(patterns);
        BenchSuite suite = extent.full ? BenchSuite.full(benchmarks) : BenchSuite.quick(benchmarks);
        RunOptions options = options(comms, suite).build();
        List<Cell> cells = new ArrayList<>();
        for (BenchSuite.Selection part : suite.parts()) {
            LockstepOptionsBuilder some =
                    options(comms, suite).threads(part.threads().toArray(Integer[]::new));
            part.params().forEach((name, values) -> some.param(name, values.toArray(String[]::new)));
            cells.addAll(Matrix.cells(part.benchmarks(), some.build()));
            leftOut.addAll(Matrix.impossible(part.benchmarks(), some.build()));
        }
        leftOut.addAll(BenchSuite.leaveOutOversubscribedThreads(cells));
        if (!extent.full && patterns.isEmpty()) {
            leftOut.addAll(BenchSuite.leaveOutOfQuick(cells));
        }
        Progress progress = Measurement.progress();
        LockstepRunner runner = new LockstepRunner(options, new Suite(cells, leftOut), progress);
        if (dryRun) {
            return Measurement.dryRun(runner, options);
        }
        return Measurement.run(runner, measuring, options.out(), progress, Measurement::sentences);
    }

    /** Processes without MPI are measured only where there are no others: the same benchmarks run in MPI's as well. */
    private static void leaveNoneToMachinesWithoutMpi(Communicators communicators, List<String> comms) {
        boolean others = communicators.providers().stream()
                .filter(p -> comms.contains(p.name()) && !p.name().equals(NoneProvider.NAME))
                .anyMatch(p -> !p.ranksAreThreads());
        if (others) {
            comms.remove(NoneProvider.NAME);
        }
    }

    private LockstepOptionsBuilder options(List<String> comms, BenchSuite suite) {
        LockstepOptionsBuilder options = measuring
                .options()
                .comm(comms.toArray(String[]::new))
                .ranks(suite.ranks().toArray(Integer[]::new))
                .effort(effort.or(suite.effort()));
        patterns.forEach(options::include);
        return options;
    }
}
