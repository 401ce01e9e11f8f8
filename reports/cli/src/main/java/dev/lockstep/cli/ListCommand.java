package dev.lockstep.cli;

import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Catalog;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lockstep list}. */
@Command(name = "list", description = "Lists what there is to run.", mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    /** What can be listed. */
    enum What {
        benchmarks,
        comms,
        launchers
    }

    @Parameters(
            paramLabel = "WHAT",
            arity = "0..1",
            defaultValue = "benchmarks",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    What what;

    @Mixin
    JarOptions jars;

    @Override
    public Integer call() {
        switch (what) {
            case benchmarks -> Catalog.discover().all().forEach(ListCommand::print);
            case comms ->
                Communicators.discover()
                        .providers()
                        .forEach(p -> System.out.printf("%-10s %s%n", p.name(), p.description()));
            case launchers ->
                Launchers.discover().all().forEach(l -> System.out.printf("%-10s %s%n", l.name(), l.description()));
        }
        return 0;
    }

    private static void print(Benchmark benchmark) {
        System.out.println(benchmark.name());
        benchmark
                .params()
                .forEach((name, values) -> System.out.println("    " + name + " = " + String.join(", ", values)));
    }
}
