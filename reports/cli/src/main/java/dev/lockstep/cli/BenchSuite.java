package dev.lockstep.cli;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.transport.ContentionBenchmark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What {@code lockstep bench} measures.
 *
 * @param ranks numbers of ranks
 * @param effort unless the user says otherwise
 * @param parts together all benchmarks, each in one of them
 */
record BenchSuite(List<Integer> ranks, RunOptions.Effort effort, List<Part> parts) {
    /** Two sizes: one that a message of a consensus round has, one that no longer fits an eager message. */
    private static final Map<String, List<String>> QUICK_SIZES = Map.of("bytes", List.of("64", "65536"));

    private static final Map<String, List<String>> QUICK_WINDOW =
            Map.of("bytes", List.of("64"), "window", List.of("64"));
    private static final List<Integer> SINGLE = List.of(1);
    private static final List<Integer> SINGLE_AND_DOUBLE = List.of(1, 2);

    /**
     * Benchmarks that are measured alike.
     *
     * @param benchmarks at least one
     * @param threads per rank
     * @param params in place of the benchmarks' own
     */
    record Part(List<Benchmark> benchmarks, List<Integer> threads, Map<String, List<String>> params) {}

    static BenchSuite quick(List<Benchmark> benchmarks) {
        List<Benchmark> plain = without(benchmarks);
        boolean sized = plain.stream().anyMatch(b -> b.params().containsKey("bytes"));
        return of(
                List.of(2),
                RunOptions.Effort.QUICK,
                Stream.concat(
                        Stream.of(
                                new Part(plain, SINGLE, sized ? QUICK_SIZES : Map.of()),
                                new Part(contending(benchmarks), SINGLE_AND_DOUBLE, QUICK_WINDOW)),
                        CodecParts.quick(benchmarks)));
    }

    static BenchSuite full(List<Benchmark> benchmarks) {
        return of(
                List.of(2, 4),
                new RunOptions.Effort(5, 5, 5, 200, 1),
                Stream.concat(
                        Stream.of(
                                new Part(without(benchmarks), SINGLE, Map.of()),
                                new Part(contending(benchmarks), SINGLE_AND_DOUBLE, Map.of())),
                        CodecParts.full(benchmarks)));
    }

    private static BenchSuite of(List<Integer> ranks, RunOptions.Effort effort, Stream<Part> parts) {
        return new BenchSuite(
                ranks, effort, parts.filter(p -> !p.benchmarks().isEmpty()).toList());
    }

    /** Only what is about threads is measured with several per rank. */
    private static List<Benchmark> contending(List<Benchmark> benchmarks) {
        return benchmarks.stream().filter(isContention()).toList();
    }

    private static List<Benchmark> without(List<Benchmark> benchmarks) {
        return benchmarks.stream()
                .filter(isContention().or(CodecParts::has).negate())
                .toList();
    }

    private static Predicate<Benchmark> isContention() {
        return b -> b.name().startsWith(ContentionBenchmark.class.getName() + ".");
    }

    /** Takes cells out whose threads have too few cores: several threads per rank would tell of the scheduler only, and slowly. */
    static List<LeftOut> leaveOutOversubscribedThreads(List<Cell> cells) {
        Predicate<Cell> out = c -> c.layout().threadsPerRank() > 1 && c.layout().oversubscribed();
        Set<LeftOut> leftOut = new LinkedHashSet<>();
        cells.stream().filter(out).forEach(c -> leftOut.add(leftOut(c.benchmark(), c.layout())));
        cells.removeIf(out);
        return new ArrayList<>(leftOut);
    }

    private static LeftOut leftOut(Benchmark benchmark, RankLayout layout) {
        int threads = layout.threadsPerRank();
        return new LeftOut(
                benchmark.shortName() + ", " + layout.ranks() + " ranks of " + threads + " threads",
                "it takes " + layout.ranks() * threads + " cores, and " + Cores.usable() + " can be used here",
                "run it on more cores, or oversubscribed: lockstep run "
                        + benchmark.shortName().replaceAll("\\..*", "") + " --threads " + threads);
    }
}
