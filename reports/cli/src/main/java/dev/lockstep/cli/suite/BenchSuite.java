package dev.lockstep.cli.suite;

import dev.lockstep.collectives.AllReduceBenchmark;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.transport.benchmarks.ContentionBenchmark;
import dev.lockstep.transport.benchmarks.PingPongBenchmark;
import dev.lockstep.transport.benchmarks.TransportPingPongBenchmark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The suite that {@code lockstep bench} measures.
 *
 * @param ranks numbers of ranks
 * @param effort unless the user says otherwise
 * @param parts together all benchmarks, each in one of them
 */
public record BenchSuite(List<Integer> ranks, RunOptions.Effort effort, List<Selection> parts) {
    /** Two sizes: that of a message of a consensus round, and one that no longer fits an eager message. */
    private static final Map<String, List<String>> QUICK_SIZES = Map.of("bytes", List.of("64", "65536"));

    /** A connection for all messages and one for each, and the fastest way between two processes. */
    private static final Map<String, List<String>> TRANSPORTS =
            Map.of("transport", List.of("shm", "socket", "socket-open-close"));

    private static final Map<String, List<String>> QUICK_WINDOW =
            Map.of("bytes", List.of("64"), "window", List.of("64"), "connection", List.of("own"));
    /** References and alternatives: two benchmarks are enough to show how they compare. */
    private static final Set<String> COMPARED_BY_TWO = Set.of("c", "fastmpj", "mpj", "mpj-multicore");

    private static final String OPEN_MPI = "openmpi";
    private static final String FFM = "ffm";

    private static final List<Integer> SINGLE = List.of(1);
    private static final List<Integer> SINGLE_AND_DOUBLE = List.of(1, 2);

    /**
     * Benchmarks that are measured alike.
     *
     * @param benchmarks at least one
     * @param threads per rank
     * @param params in place of the benchmarks' own
     */
    public record Selection(List<Benchmark> benchmarks, List<Integer> threads, Map<String, List<String>> params) {}

    /** The quick suite, of these benchmarks. */
    public static BenchSuite quick(List<Benchmark> benchmarks) {
        List<Benchmark> plain = without(benchmarks);
        return of(
                List.of(2),
                RunOptions.Effort.QUICK,
                Stream.concat(
                        Stream.of(
                                new Selection(plain, SINGLE, quickSizes(plain)),
                                new Selection(overTransports(benchmarks), SINGLE, quickTransports(benchmarks)),
                                new Selection(contending(benchmarks), SINGLE_AND_DOUBLE, QUICK_WINDOW)),
                        CodecParts.quick(benchmarks)));
    }

    /** The suite of several hours, of these benchmarks. */
    public static BenchSuite full(List<Benchmark> benchmarks) {
        return of(
                List.of(2, 4),
                new RunOptions.Effort(5, 5, 5, 200, 1),
                Stream.concat(
                        Stream.of(
                                new Selection(without(benchmarks), SINGLE, Map.of()),
                                new Selection(overTransports(benchmarks), SINGLE, TRANSPORTS),
                                new Selection(contending(benchmarks), SINGLE_AND_DOUBLE, Map.of())),
                        CodecParts.full(benchmarks)));
    }

    private static BenchSuite of(List<Integer> ranks, RunOptions.Effort effort, Stream<Selection> parts) {
        return new BenchSuite(
                ranks, effort, parts.filter(p -> !p.benchmarks().isEmpty()).toList());
    }

    /** Measures only benchmarks about threads with several per rank. */
    private static List<Benchmark> contending(List<Benchmark> benchmarks) {
        return benchmarks.stream().filter(isContention()).toList();
    }

    private static List<Benchmark> without(List<Benchmark> benchmarks) {
        return benchmarks.stream()
                .filter(isContention().or(isOverTransport()).or(CodecParts::has).negate())
                .toList();
    }

    private static Map<String, List<String>> quickSizes(List<Benchmark> benchmarks) {
        return benchmarks.stream().anyMatch(b -> b.params().containsKey("bytes")) ? QUICK_SIZES : Map.of();
    }

    private static Map<String, List<String>> quickTransports(List<Benchmark> benchmarks) {
        Map<String, List<String>> params = new TreeMap<>(TRANSPORTS);
        params.putAll(quickSizes(overTransports(benchmarks)));
        return params;
    }

    private static List<Benchmark> overTransports(List<Benchmark> benchmarks) {
        return benchmarks.stream().filter(isOverTransport()).toList();
    }

    private static Predicate<Benchmark> isOverTransport() {
        return b -> b.params().containsKey("transport");
    }

    private static Predicate<Benchmark> isContention() {
        return b -> b.name().startsWith(ContentionBenchmark.class.getName() + ".");
    }

    /**
     * Takes cells out whose threads have too few cores: several threads per rank would tell of the scheduler only, and
     * slowly.
     */
    public static List<LeftOut> leaveOutOversubscribedThreads(List<Cell> cells) {
        Predicate<Cell> out = c -> c.layout().threadsPerRank() > 1 && c.layout().oversubscribed();
        Set<LeftOut> leftOut = new LinkedHashSet<>();
        cells.stream().filter(out).forEach(c -> leftOut.add(leftOut(c.benchmark(), c.layout())));
        cells.removeIf(out);
        return new ArrayList<>(leftOut);
    }

    /** Takes cells out of the quick suite that would double its time and tell little more. */
    public static List<LeftOut> leaveOutOfQuick(List<Cell> cells) {
        List<LeftOut> leftOut = new ArrayList<>();
        takeOut(cells, c -> !isOverTransport().test(c.benchmark()) || isPingPongOverTransport(c.benchmark()))
                .ifPresent(comms -> leftOut.add(new LeftOut(
                        "all but ping-pong over transports on " + comms,
                        "the quick suite compares transports by that alone",
                        "bench --full, or lockstep run")));
        takeOut(cells, c -> !COMPARED_BY_TWO.contains(c.layout().comm()) || isOneOfTwo(c.benchmark()))
                .ifPresent(comms -> leftOut.add(new LeftOut(
                        "all but ping-pong and allreduce on " + comms,
                        "the quick suite compares these communicators by the two",
                        "bench --full, or lockstep run")));
        boolean twoMpis =
                cells.stream().anyMatch(on(OPEN_MPI)) && cells.stream().anyMatch(on(FFM));
        takeOut(cells, c -> !twoMpis || !on(FFM).test(c) || !c.benchmark().ownTransport())
                .ifPresent(comm -> leftOut.add(new LeftOut(
                        "benchmarks with a transport of their own on " + comm,
                        "they say the same as on " + OPEN_MPI + ", because no message goes through MPI",
                        "bench --full, or lockstep run")));
        return leftOut;
    }

    private static Predicate<Cell> on(String comm) {
        return c -> c.layout().comm().equals(comm);
    }

    /** Returns the communicators of the cells that are not kept; empty if all are. */
    private static Optional<String> takeOut(List<Cell> cells, Predicate<Cell> kept) {
        String comms = cells.stream()
                .filter(kept.negate())
                .map(c -> c.layout().comm())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return cells.removeIf(kept.negate()) ? Optional.of(comms) : Optional.empty();
    }

    private static boolean isPingPongOverTransport(Benchmark benchmark) {
        return benchmark.name().startsWith(TransportPingPongBenchmark.class.getName() + ".");
    }

    private static boolean isOneOfTwo(Benchmark benchmark) {
        return Stream.of(PingPongBenchmark.class, AllReduceBenchmark.class)
                .anyMatch(type -> benchmark.name().startsWith(type.getName() + "."));
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
