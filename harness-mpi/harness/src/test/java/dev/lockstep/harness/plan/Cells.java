package dev.lockstep.harness.plan;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/** Cells and options that mean nothing. */
public final class Cells {
    public static final Benchmark SYNCHRONISED = benchmark("a.b.C.d", true, true, Map.of("bytes", List.of("8", "64")));
    public static final Benchmark CONTINUOUS = benchmark("a.b.C.e", true, false, Map.of());
    public static final Benchmark PLAIN = benchmark("a.b.C.f", false, false, Map.of("size", List.of("1")));
    public static final Benchmark OWN_TRANSPORT = ownTransport("a.b.C.g");

    private Cells() {}

    public static Benchmark benchmark(
            String name, boolean ranked, boolean synchronised, Map<String, List<String>> params) {
        return new Benchmark(
                name, Mode.SingleShotTime, ranked, synchronised, false, false, 1, params, Optional.empty());
    }

    /** A benchmark of ranks that needs no messages. */
    public static Benchmark ownTransport(String name) {
        return new Benchmark(name, Mode.SingleShotTime, true, false, true, false, 1, Map.of(), Optional.empty());
    }

    /**
     * A benchmark that declares more of itself.
     *
     * @param of name, parameters and the like
     * @param declared its rule's class, a thread level, a counterpart in C, or how its ranks exchange in pairs
     */
    public static Benchmark declaring(Benchmark of, Object... declared) {
        return new Benchmark(
                of.name(),
                of.mode(),
                of.ranked(),
                of.synchronised(),
                of.ownTransport(),
                of.takesOpTimes(),
                of.operationsPerCall(),
                of.params(),
                of.problem(),
                rule(declared),
                List.of(),
                one(declared, InPairs.class),
                one(declared, ReferenceKernel.class),
                Optional.empty(),
                one(declared, ThreadLevel.class),
                Scored.Ranks.ALL,
                one(declared, Capability.class).map(Set::of).orElse(Set.of()),
                one(declared, Counts[].class).map(List::of).orElse(List.of()),
                Optional.empty());
    }

    private static Optional<Class<? extends CombinationRule>> rule(Object[] declared) {
        for (Object one : declared) {
            if (one instanceof Class<?> type) {
                return Optional.of(type.asSubclass(CombinationRule.class));
            }
        }
        return Optional.empty();
    }

    private static <T> Optional<T> one(Object[] declared, Class<T> type) {
        return Stream.of(declared).filter(type::isInstance).map(type::cast).findFirst();
    }

    public static RankLayout local(int ranks, int threads) {
        return RankLayout.of(new LocalProvider(), ranks, threads);
    }

    public static Cell cell(Benchmark benchmark, Map<String, String> params) {
        return new Cell(benchmark, params, benchmark.ranked() ? local(2, 1) : RankLayout.plain(1));
    }

    public static RunOptions options(
            List<String> comms, List<Integer> ranks, List<Integer> threads, Map<String, List<String>> params) {
        LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                .comm(comms.toArray(String[]::new))
                .ranks(ranks.toArray(Integer[]::new))
                .threads(threads.toArray(Integer[]::new))
                .effort(new RunOptions.Effort(3, 4, 5, 80, 1))
                .jvm(new Jvm("java", List.of()))
                .output(Path.of("out"));
        params.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
        return options.build();
    }

    /** With two ranks of one thread on each of these communicators. */
    public static RunOptions on(String... comms) {
        return options(List.of(comms), List.of(2), List.of(1), Map.of());
    }

    /** Names of the cells that there are. */
    static List<String> ids(List<Benchmark> benchmarks, RunOptions options) {
        return Matrix.cells(benchmarks, options).stream().map(Cell::id).toList();
    }
}
