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
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code lockstep bench}: the suite, on every communicator that this machine has. */
@Command(
        name = "bench",
        description =
                "Measures what it costs to get an object from one JVM into another, and until all ranks agree: some 14"
                        + " cells in five minutes, of what works here.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nFor example%n",
        footer = {
            "  lockstep bench",
            "  lockstep bench AllReduce --budget 1m",
            "  lockstep bench --full --out results",
            "",
            "Exit codes: 0 all cells good, 1 a cell failed, 2 bad usage or input, 3 nothing to run, 130 interrupted."
        })
final class BenchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "REGEX", description = "only benchmarks whose names contain one of these (default: all)")
    List<String> patterns = List.of();

    @Option(
            names = "--full",
            description =
                    "every benchmark, on every communicator, two sizes, five launches of each cell: some twenty minutes")
    boolean full;

    @Mixin
    EffortOptions effort;

    @Mixin
    MeasuringOptions measuring;

    @Mixin
    JarOptions jars;

    @Option(names = "--dry-run", description = "print every cell and its launch command, and run nothing")
    boolean dryRun;

    @Override
    public Integer call() throws Exception {
        jars.require();
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
            if (!full && !BenchSuite.STORY.contains(provider.name())) {
                continue;
            }
            if (provider.availability() instanceof Availability.Unavailable missing) {
                leftOut.add(new LeftOut("comm " + provider.name(), missing.reason(), missing.remedy()));
            } else {
                comms.add(provider.name());
            }
        }
        List<Benchmark> benchmarks = Catalog.discover().find(patterns);
        BenchSuite suite;
        if (full) {
            leaveNoneToMachinesWithoutMpi(communicators, comms);
            suite = BenchSuite.full(benchmarks, comms);
        } else {
            suite = BenchSuite.story(benchmarks, comms);
            requireTold(suite);
        }
        RunOptions options = options(comms, suite).build();
        List<Cell> cells = new ArrayList<>();
        for (BenchSuite.Selection part : suite.parts()) {
            LockstepOptionsBuilder some =
                    options(part.comms(), suite).threads(part.threads().toArray(Integer[]::new));
            part.params().forEach((name, values) -> some.param(name, values.toArray(String[]::new)));
            cells.addAll(Matrix.cells(part.benchmarks(), some.build()));
            leftOut.addAll(Matrix.impossible(part.benchmarks(), some.build()));
        }
        leftOut.addAll(BenchSuite.leaveOutOversubscribedThreads(cells));
        if (full && patterns.isEmpty()) {
            leftOut.addAll(BenchSuite.leaveOutOfFull(cells));
        }
        Progress progress = Measurement.progress();
        LockstepRunner runner = new LockstepRunner(options, new Suite(cells, leftOut), progress);
        if (dryRun) {
            return Measurement.dryRun(runner, options);
        }
        return Measurement.run(runner, measuring, options.out(), progress, Measurement::sentences);
    }

    private void requireTold(BenchSuite suite) {
        if (suite.parts().isEmpty()) {
            throw new UsageException("bench measures nothing of " + String.join(", ", patterns)
                    + ": bench --full, or lockstep run, does");
        }
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
        // Who says how many launches there are to be wants no further ones.
        RunOptions.Plan plan =
                effort.saysForks() ? RunOptions.Plan.within(suite.plan().budgetMillis()) : suite.plan();
        LockstepOptionsBuilder options =
                measuring.options(plan).comm(comms.toArray(String[]::new)).ranks(2);
        effort.apply(options, suite.effort());
        patterns.forEach(options::include);
        return options;
    }
}
