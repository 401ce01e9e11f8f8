package dev.lockstep.cli;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.run.Catalog;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.DryRun;
import dev.lockstep.harness.run.Matrix;
import dev.lockstep.harness.run.Ops;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String> params = Map.of();

    @Option(names = "--forks", paramLabel = "N", description = "launches of each cell (default: 3)")
    int forks = RunOptions.Effort.DEFAULT.forks();

    @Option(names = "--warmup", paramLabel = "N", description = "warm-up iterations of each launch (default: 5)")
    int warmup = RunOptions.Effort.DEFAULT.warmupIterations();

    @Option(names = "--iterations", paramLabel = "N", description = "measured iterations of each launch (default: 5)")
    int iterations = RunOptions.Effort.DEFAULT.iterations();

    @Option(
            names = "--iteration-time",
            paramLabel = "TIME",
            defaultValue = "200ms",
            description = "how long an iteration should last (default: ${DEFAULT-VALUE})")
    String iterationTime;

    @Option(
            names = "--ops",
            paramLabel = "auto|osu|paper|N|from:FILE",
            defaultValue = "auto",
            description = "operations per iteration: calibrated, from OSU's or the paper's table, given, or those of an"
                    + " earlier results.json (default: ${DEFAULT-VALUE})")
    String ops;

    @Mixin
    MeasuringOptions measuring;

    @Option(names = "--cp", paramLabel = "JAR:...", description = "jars of your own benchmarks (read by ./lockstep)")
    String classPath;

    @Option(names = "--dry-run", description = "print every cell and its launch command, and run nothing")
    boolean dryRun;

    @Override
    public Integer call() throws Exception {
        requirePositive("--ranks", ranks);
        requirePositive("--threads", threads);
        requirePositive("--forks", List.of(forks));
        requirePositive("--iterations", List.of(iterations));
        RunOptions options = new RunOptions(
                patterns,
                comms,
                ranks,
                threads,
                split(params),
                new RunOptions.Effort(
                        forks, warmup, iterations, MeasuringOptions.millis("--iteration-time", iterationTime)),
                Ops.parse(ops),
                measuring.launch(),
                measuring.chosenJvm(),
                measuring.folder());
        List<Cell> cells = Matrix.cells(Catalog.discover().find(patterns), options);
        if (dryRun) {
            DryRun.print(cells, options, System.out);
            return 0;
        }
        requireAvailable(cells);
        return Measurement.run(options, cells, List.of());
    }

    private static Map<String, List<String>> split(Map<String, String> params) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        params.forEach((name, values) -> all.put(name, Arrays.asList(values.split(","))));
        return all;
    }

    private static void requirePositive(String option, List<Integer> numbers) {
        for (int n : numbers) {
            if (n < 1) {
                throw new UsageException(option + " must be at least 1, not " + n);
            }
        }
    }

    /** What was asked for by name must be there; a run that left it out in silence would answer another question. */
    private static void requireAvailable(List<Cell> cells) {
        Communicators all = Communicators.discover();
        cells.stream()
                .map(c -> c.layout().comm())
                .distinct()
                .forEach(comm -> all.find(comm).ifPresent(provider -> {
                    if (provider.availability() instanceof Availability.Unavailable missing) {
                        throw new UsageException("comm " + comm + " cannot be used here: " + missing.reason()
                                + "; to get it: " + missing.remedy());
                    }
                }));
    }
}
