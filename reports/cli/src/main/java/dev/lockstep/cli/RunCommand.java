package dev.lockstep.cli;

import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.LockstepRunner;
import dev.lockstep.harness.run.Ops;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.Require;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.Suite;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep run}. */
@Command(
        name = "run",
        description = "Runs some benchmarks, side by side on several communicators and numbers of ranks.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nFor example%n",
        footer = {
            "  lockstep run AllReduce --comm local,openmpi --ranks 2 -p bytes=64,65536",
            "  lockstep run PingPong --forks 5 --iteration-time 500ms",
            "  lockstep run PingPong --comm openmpi --vs comm=local",
            "",
            "Exit codes: 0 all cells good, 1 a cell failed, 2 bad usage or input, 3 nothing to run, 130 interrupted."
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "REGEX", description = "benchmarks whose names contain one of these (default: all)")
    List<String> patterns = List.of();

    @Option(
            names = "--comm",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "communicators: names from 'lockstep list comms' (default: ${DEFAULT-VALUE})")
    List<String> comms;

    @Option(
            names = "--ranks",
            split = ",",
            paramLabel = "N",
            defaultValue = "2",
            description = "numbers of ranks (default: ${DEFAULT-VALUE})")
    List<Integer> ranks;

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            defaultValue = "1",
            description = "threads per rank (default: ${DEFAULT-VALUE})")
    List<Integer> threads;

    @Option(names = "-p", paramLabel = "NAME=V1,V2", description = "values of a benchmark's parameter")
    List<String> params = List.of();

    @Option(
            names = "--vs",
            paramLabel = "NAME=VALUE",
            description = "compare with the cells in which comm, ranks, threads or a parameter has this value, in"
                    + " alternating launches; forks are pairs then, by default 10")
    String versus;

    @Mixin
    EffortOptions effort;

    @Option(
            names = "--ops",
            paramLabel = "auto|osu|paper|N|from:FILE|like:FILE",
            defaultValue = "auto",
            description = "operations per iteration: calibrated, from OSU's or the paper's table, given, or those of an"
                    + " earlier results.json; like: calibrates what that lacks (default: ${DEFAULT-VALUE})")
    String ops;

    @Mixin
    MeasuringOptions measuring;

    @Mixin
    InspectionOptions inspection;

    @Mixin
    JarOptions jars;

    @Option(
            names = "--handicap",
            paramLabel = "PERCENT",
            description = "do so much more work than is counted, such as 5%%: to see whether a comparison notices")
    String handicap;

    @Option(names = "--dry-run", description = "print every cell and its launch command, and run nothing")
    boolean dryRun;

    @Override
    public Integer call() throws Exception {
        Require.eachAtLeast(1, "--ranks", ranks);
        Require.eachAtLeast(1, "--threads", threads);
        LockstepOptionsBuilder builder = measuring
                .options()
                .comm(comms.toArray(String[]::new))
                .ranks(ranks.toArray(Integer[]::new))
                .threads(threads.toArray(Integer[]::new))
                .effort(effort.or(
                        inspection.usual(versus == null ? RunOptions.Effort.DEFAULT : RunOptions.Effort.PAIRED)))
                .ops(Ops.parse(ops));
        patterns.forEach(builder::include);
        values(params).forEach((name, values) -> builder.param(name, values.toArray(String[]::new)));
        if (versus != null) {
            builder.versus(base(versus));
        }
        inspection.apply(builder);
        if (handicap != null) {
            builder.handicap(Handicap.parse(handicap));
        }
        RunOptions options = builder.build();
        Progress progress = Measurement.progress();
        LockstepRunner runner = new LockstepRunner(options, Suite.of(options), progress);
        if (dryRun) {
            return Measurement.dryRun(runner, options);
        }
        if (handicap != null) {
            progress.say("handicap: every score is " + handicap + " worse than it would be without");
        }
        return Measurement.run(runner, measuring.resume.invocation(measuring.out), options.out(), progress);
    }

    /** A parameter named twice has the values of both, as with JMH; a value said twice would be one cell measured twice. */
    static Map<String, List<String>> values(List<String> params) {
        Map<String, Set<String>> all = new LinkedHashMap<>();
        for (String param : params) {
            int equals = param.indexOf('=');
            if (equals < 1 || equals == param.length() - 1) {
                throw new UsageException("-p takes a name and values, such as bytes=64,65536, not '" + param + "'");
            }
            all.computeIfAbsent(param.substring(0, equals), name -> new LinkedHashSet<>())
                    .addAll(Arrays.asList(param.substring(equals + 1).split(",")));
        }
        Map<String, List<String>> lists = new LinkedHashMap<>();
        all.forEach((name, values) -> lists.put(name, List.copyOf(values)));
        return lists;
    }

    private static Baseline base(String text) {
        try {
            return Baseline.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--vs " + e.getMessage());
        }
    }
}
