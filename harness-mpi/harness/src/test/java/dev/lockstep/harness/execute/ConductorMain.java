package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.plan.Catalog;
import dev.lockstep.harness.plan.Matrix;
import dev.lockstep.harness.plan.Suite;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Ops;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.harness.samples.QuietBenchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A run with the API alone, in a JVM of its own. Arguments: folder, mark, comms, ranks, threads, forks[+distribution forks[+operations[+milliseconds of an iteration]]], patterns. */
public final class ConductorMain {
    /** The system property that says what ranks are bound to, which is nothing else. */
    static final String BIND = "lockstep.test.bind";

    private ConductorMain() {}

    /** Ends with the run's exit code; 2 for what is the user's fault. */
    public static void main(String[] args) throws IOException, InterruptedException {
        LockstepOptionsBuilder builder = new LockstepOptionsBuilder()
                .comm(args[2].split(","))
                .ranks(numbers(args[3]))
                .threads(numbers(args[4]))
                .effort(new RunOptions.Effort(part(args[5], 0, 1), 1, 2, part(args[5], 3, 5), part(args[5], 1, 0)))
                .ops(part(args[5], 2, 0) > 0 ? new Ops.Fixed(part(args[5], 2, 0)) : new Ops.Calibrated())
                .launch(LaunchOptions.DEFAULT
                        .bound(System.getProperty(BIND, "none"))
                        .within(180))
                .jvm(new Jvm(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        List.of(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                args[1],
                                "-D" + QuietBenchmark.FOLDER + "=" + args[0])))
                .output(Path.of(args[0]));
        List.of(args).subList(6, args.length).forEach(builder::include);
        RunOptions options = builder.build();
        try {
            List<Cell> cells = Matrix.cells(Catalog.discover().find(options.patterns()), options);
            Suite suite = new Suite(cells, List.of(new LeftOut("comm none", "not asked for", "ask for it")));
            RunSummary summary = new LockstepRunner(options, suite, new Progress(System.err, 0)).measure();
            System.exit(summary.exitCode());
        } catch (UsageException e) {
            System.err.println("usage: " + e.getMessage());
            System.exit(2);
        }
    }

    private static int part(String text, int index, int otherwise) {
        String[] parts = text.split("\\+");
        return index < parts.length ? Integer.parseInt(parts[index]) : otherwise;
    }

    private static Integer[] numbers(String list) {
        return Stream.of(list.split(",")).map(Integer::valueOf).toArray(Integer[]::new);
    }
}
