package dev.lockstep.harness.plan;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.reference.ReferenceProvider;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.Profiling;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Multiplies benchmarks, parameters, communicators, ranks and threads out into cells. */
public final class Matrix {
    private Matrix() {}

    /**
     * The cells of a run.
     *
     * @param benchmarks selected ones
     * @param options of the run
     * @return in the order in which they are reported, without those that {@link #unfit} names
     * @throws UsageException if a parameter or communicator does not exist, or none of the benchmarks can run on any of the communicators with
     *     any of its parameters
     */
    public static List<Cell> cells(List<Benchmark> benchmarks, RunOptions options) {
        checkParams(benchmarks, options.params());
        List<CommunicatorProvider> providers = providers(options);
        Hosts hosts = options.launch().hosts().withOwnCores();
        List<Cell> cells = new ArrayList<>();
        for (Benchmark benchmark : benchmarks) {
            for (Map<String, String> params : combinations(benchmark, options)) {
                for (int threads : options.threads()) {
                    for (RankLayout layout : layouts(benchmark, params, providers, options, threads)) {
                        cells.add(new Cell(benchmark, named(params, layout, options), layout.on(hosts)));
                    }
                }
            }
        }
        List<LeftOut> unfit = cells.isEmpty() ? unfit(benchmarks, options) : List.of();
        if (cells.isEmpty() && !unfit.isEmpty()) {
            throw new UsageException(unfit.get(0).what() + ": " + unfit.get(0).reason() + "; "
                    + unfit.get(0).remedy());
        }
        return cells;
    }

    /**
     * What a run leaves out: because a communicator lacks what a benchmark needs, or because parameters do not go together.
     *
     * @param benchmarks selected ones
     * @param options of the run
     * @return a record for each of those communicators, then {@link #impossible}, and what takes too much memory
     */
    public static List<LeftOut> unfit(List<Benchmark> benchmarks, RunOptions options) {
        List<LeftOut> leftOut = new ArrayList<>();
        for (CommunicatorProvider provider : providers(options)) {
            Map<String, List<String>> byReason = new LinkedHashMap<>();
            benchmarks.stream()
                    .filter(Benchmark::ranked)
                    .forEach(b -> b.obstacle(provider)
                            .ifPresent(reason -> byReason.computeIfAbsent(reason, r -> new ArrayList<>())
                                    .add(b.shortName())));
            byReason.forEach((reason, names) -> leftOut.add(new LeftOut(
                    String.join(", ", names) + " on comm " + provider.name(), reason, remedy(provider, reason))));
        }
        leftOut.addAll(withoutCounterpart(benchmarks, options));
        leftOut.addAll(levelsTooLow(benchmarks, options));
        if (options.comms().contains(ReferenceProvider.NAME)
                && !options.profilers().isEmpty()) {
            leftOut.add(new LeftOut(
                    options.profilers().stream().map(Profiling::name).collect(Collectors.joining(", ")) + " on comm "
                            + ReferenceProvider.NAME,
                    "JMH's profilers are for JVMs",
                    "profile the program by the launcher's arguments"));
        }
        if (options.comms().contains(ReferenceProvider.NAME) && options.profilesMpi()) {
            leftOut.add(new LeftOut(
                    "--profile-mpi on comm " + ReferenceProvider.NAME,
                    "the layer is around communicators of Java",
                    "link mpiP to the program"));
        }
        leftOut.addAll(impossible(benchmarks, options));
        leftOut.addAll(tooLarge(benchmarks, options));
        return leftOut;
    }

    private static String remedy(CommunicatorProvider provider, String reason) {
        if (provider.name().equals(ReferenceProvider.NAME)) {
            return "take another communicator beside it";
        }
        return "take another communicator"
                + (reason.equals(provider.unsupported().get(Capability.POINT_TO_POINT))
                        ? "; a benchmark with a transport of its own says so by @OwnTransport"
                        : "");
    }

    /** Combinations that a communicator cannot stand beside; one record for each reason. */
    private static List<LeftOut> withoutCounterpart(List<Benchmark> benchmarks, RunOptions options) {
        Map<String, TreeSet<String>> byReason = new LinkedHashMap<>();
        Map<String, String> comms = new LinkedHashMap<>();
        for (CommunicatorProvider provider : providers(options)) {
            for (Benchmark benchmark : benchmarks) {
                for (Map<String, String> params : combinations(benchmark, options)) {
                    for (int threads : options.threads()) {
                        benchmark.obstacle(provider, params, threads).ifPresent(reason -> {
                            byReason.computeIfAbsent(reason, r -> new TreeSet<>())
                                    .add(benchmark.shortName());
                            comms.put(reason, provider.name());
                        });
                    }
                }
            }
        }
        return byReason.entrySet().stream()
                .map(e -> new LeftOut(
                        String.join(", ", e.getValue()) + ", in part, on comm " + comms.get(e.getKey()),
                        e.getKey(),
                        "compare those that it has"))
                .toList();
    }

    /**
     * What a run leaves out because parameters do not go together, says the benchmark's {@link dev.lockstep.harness.CombinationRule}.
     *
     * @param benchmarks selected ones
     * @param options of the run
     * @return a record for each obstacle
     */
    public static List<LeftOut> impossible(List<Benchmark> benchmarks, RunOptions options) {
        Obstacles obstacles = new Obstacles();
        for (Benchmark benchmark : benchmarks) {
            for (Map<String, String> params : combinations(benchmark, options)) {
                for (Map<String, String> asked : withComm(benchmark, params, providers(options))) {
                    options.threads()
                            .forEach(threads -> obstacles.look(benchmark, asked, benchmark.obstacle(asked, threads)));
                }
            }
        }
        return obstacles.leftOut();
    }

    /** What takes more memory than a rank may have; a record for each benchmark and number of ranks. */
    private static List<LeftOut> tooLarge(List<Benchmark> benchmarks, RunOptions options) {
        List<LeftOut> leftOut = new ArrayList<>();
        for (Benchmark benchmark : benchmarks) {
            for (int ranks : benchmark.ranked() ? options.ranks() : List.<Integer>of()) {
                Obstacles obstacles = new Obstacles();
                CombinationRule.Obstacle tooLarge = new CombinationRule.Obstacle(
                        "on " + ranks + " ranks its messages take more of a rank's memory than --max-memory="
                                + (options.maxMemory() >> 20) + ", in MB",
                        "allow more, if the machine has it");
                for (Map<String, String> params : combinations(benchmark, options)) {
                    for (int threads : options.threads()) {
                        boolean fits = hasRoom(benchmark, params, ranks, threads, options);
                        obstacles.look(benchmark, params, fits ? Optional.empty() : Optional.of(tooLarge));
                    }
                }
                leftOut.addAll(obstacles.leftOut());
            }
        }
        return leftOut;
    }

    private static boolean hasRoom(
            Benchmark benchmark, Map<String, String> params, int ranks, int threads, RunOptions options) {
        return benchmark.memory(params, ranks) <= options.maxMemory() / threads;
    }

    private static List<CommunicatorProvider> providers(RunOptions options) {
        return options.comms().stream().map(Matrix::provider).toList();
    }

    private static void checkParams(List<Benchmark> benchmarks, Map<String, List<String>> given) {
        TreeSet<String> known = new TreeSet<>();
        benchmarks.forEach(b -> known.addAll(b.params().keySet()));
        for (String name : given.keySet()) {
            if (name.equals("comm") || name.equals("ranks")) {
                throw new UsageException("-p " + name + ": say --" + name + " instead");
            }
            if (!known.contains(name)) {
                throw new UsageException(
                        "none of the selected benchmarks has a parameter '" + name + "'; they have " + known);
            }
        }
    }

    private static CommunicatorProvider provider(String comm) {
        try {
            return Communicators.discover().require(comm);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static List<RankLayout> layouts(
            Benchmark benchmark,
            Map<String, String> params,
            List<CommunicatorProvider> providers,
            RunOptions options,
            int threads) {
        if (!benchmark.ranked()) {
            return benchmark.obstacle(params, threads).isEmpty()
                    ? List.of(RankLayout.plain(threads).with(benchmark.requirements(params)))
                    : List.of();
        }
        List<RankLayout> layouts = new ArrayList<>();
        for (CommunicatorProvider provider : providers) {
            boolean fits = benchmark.obstacle(provider).isEmpty()
                    && benchmark.obstacle(provider, params, threads).isEmpty()
                    && benchmark.obstacle(withComm(params, provider), threads).isEmpty();
            for (int n : fits ? options.ranks() : List.<Integer>of()) {
                if (!hasRoom(benchmark, params, n, threads, options)) {
                    continue;
                }
                Map<String, String> values = withComm(params, provider);
                RankLayout layout = RankLayout.of(provider, n, threads)
                        .with(benchmark.requirements(values))
                        .withOwnThreads(benchmark.ownThreads(values));
                layouts.addAll(atLevels(layout, benchmark, values, provider, options));
            }
        }
        return layouts;
    }

    private static List<RankLayout> atLevels(
            RankLayout layout,
            Benchmark benchmark,
            Map<String, String> params,
            CommunicatorProvider provider,
            RunOptions options) {
        if (!RankLayout.hasThreadLevel(provider)) {
            return List.of(layout);
        }
        return options.threadLevels().isEmpty()
                ? List.of(benchmark.threadLevel(params).map(layout::at).orElse(layout))
                : options.threadLevels().stream()
                        .filter(level -> benchmark
                                .obstacle(level, params, layout.threadsPerRank())
                                .isEmpty())
                        .map(layout::at)
                        .toList();
    }

    /** Where a run has several levels they are a parameter; of one alone JVMs' arguments tell. */
    private static Map<String, String> named(Map<String, String> params, RankLayout layout, RunOptions options) {
        boolean compared =
                options.threadLevels().size() > 1 || options.versus().name().equals(Baseline.THREAD_LEVEL);
        if (!compared || layout.asked().isEmpty()) {
            return params;
        }
        Map<String, String> all = new LinkedHashMap<>(params);
        all.put(Baseline.THREAD_LEVEL, layout.asked().get().label());
        return all;
    }

    /** Levels that were asked for and are too low; one record for each reason. */
    private static List<LeftOut> levelsTooLow(List<Benchmark> benchmarks, RunOptions options) {
        List<CommunicatorProvider> levelled =
                providers(options).stream().filter(RankLayout::hasThreadLevel).toList();
        Map<String, TreeSet<String>> byReason = new LinkedHashMap<>();
        Map<String, TreeSet<ThreadLevel>> levels = new LinkedHashMap<>();
        for (ThreadLevel level : options.threadLevels()) {
            for (int threads : options.threads()) {
                for (Benchmark benchmark :
                        benchmarks.stream().filter(Benchmark::ranked).toList()) {
                    combinations(benchmark, options).stream()
                            .flatMap(params -> withComm(benchmark, params, levelled).stream())
                            .flatMap(params -> benchmark.obstacle(level, params, threads).stream())
                            .forEach(reason -> {
                                byReason.computeIfAbsent(reason, r -> new TreeSet<>())
                                        .add(benchmark.shortName());
                                levels.computeIfAbsent(reason, r -> new TreeSet<>())
                                        .add(level);
                            });
                }
            }
        }
        return byReason.entrySet().stream()
                .map(e -> new LeftOut(
                        String.join(", ", e.getValue()) + ", in part, at thread level "
                                + levels.get(e.getKey()).stream()
                                        .map(ThreadLevel::label)
                                        .collect(Collectors.joining(", ")),
                        e.getKey(),
                        "ask for that level, or for none"))
                .toList();
    }

    /** What a rule is asked about: for ranks, one combination on each communicator that has what the benchmark needs. */
    private static List<Map<String, String>> withComm(
            Benchmark benchmark, Map<String, String> params, List<CommunicatorProvider> providers) {
        return benchmark.ranked()
                ? providers.stream()
                        .filter(provider -> benchmark.obstacle(provider).isEmpty())
                        .map(provider -> withComm(params, provider))
                        .toList()
                : List.of(params);
    }

    private static Map<String, String> withComm(Map<String, String> params, CommunicatorProvider provider) {
        Map<String, String> all = new LinkedHashMap<>(params);
        all.put(CellKey.COMM, provider.name());
        return all;
    }

    private static List<Map<String, String>> combinations(Benchmark benchmark, RunOptions options) {
        List<Map<String, String>> all = new ArrayList<>();
        all.add(Collections.emptyMap());
        for (var param : benchmark.params().entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> start : all) {
                for (String value : values(param.getKey(), param.getValue(), options)) {
                    Map<String, String> next = new LinkedHashMap<>(start);
                    next.put(param.getKey(), value);
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all;
    }

    /** Those given, otherwise the benchmark's own; and that of the base, if they are compared. */
    private static List<String> values(String name, List<String> own, RunOptions options) {
        List<String> values = options.params().getOrDefault(name, own);
        return options.versus().among(name, values);
    }
}
