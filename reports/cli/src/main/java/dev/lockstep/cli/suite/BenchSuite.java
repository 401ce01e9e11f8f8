package dev.lockstep.cli.suite;

import dev.lockstep.codec.benchmarks.RoundTripBenchmark;
import dev.lockstep.collectives.AllReduceBenchmark;
import dev.lockstep.collectives.AllToAllBenchmark;
import dev.lockstep.collectives.BarrierBenchmark;
import dev.lockstep.collectives.BroadcastBenchmark;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.rank.NoneProvider;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.pattern.EncodeSendDecodeBenchmark;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code lockstep bench} measures.
 *
 * @param effort unless the user says otherwise
 * @param plan unless the user says otherwise
 * @param parts together all benchmarks, each in one of them
 */
public record BenchSuite(RunOptions.Effort effort, RunOptions.Plan plan, List<Selection> parts) {
    /** The size of a message of a consensus round. */
    private static final List<String> SMALL = List.of("64");

    /** And one that no longer fits an eager message. */
    private static final Map<String, List<String>> SIZES = Map.of("bytes", List.of("64", "65536"));

    /** A connection for all messages and one for each, and the fastest way between two processes. */
    private static final List<String> TRANSPORTS = List.of("shm", "socket", "socket-open-close");

    private static final Map<String, List<String>> WINDOW =
            Map.of("bytes", SMALL, "window", List.of("64"), "connection", List.of("own"));
    /** References and alternatives: two benchmarks are enough to show how they compare. */
    private static final Set<String> COMPARED_BY_TWO = Set.of("c", "fastmpj", "mpj", "mpj-multicore");

    /** The same as another benchmark, or nearly. */
    private static final Pattern VARIANTS = Pattern.compile(
            "\\.(OsuBidirectionalBandwidth|(All)?Gatherv|Scatterv|AllToAllv|Overlap|ProbedLatency|PersistentLatency)Benchmark\\.");

    private static final String OPEN_MPI = "openmpi";
    private static final String FFM = "ffm";
    /** The communicators of the story: one JVM, and what MPI costs from C and by each of its ways from Java. */
    public static final List<String> STORY = List.of("local", "c", FFM, OPEN_MPI);

    private static final List<Integer> SINGLE = List.of(1);
    private static final List<Integer> SINGLE_AND_DOUBLE = List.of(1, 2);

    private static final long STORY_MILLIS = 300_000;
    private static final double STORY_PRECISION = 0.1;

    /**
     * Benchmarks that are measured alike.
     *
     * @param benchmarks at least one
     * @param comms of those that there are here
     * @param threads per rank
     * @param params in place of the benchmarks' own
     */
    public record Selection(
            List<Benchmark> benchmarks, List<String> comms, List<Integer> threads, Map<String, List<String>> params) {}

    /**
     * One story in five minutes: what it costs to get an object from one JVM into another, and what it costs until all
     * ranks agree.
     *
     * @param benchmarks of these
     * @param comms of {@link #STORY} that work here
     */
    public static BenchSuite story(List<Benchmark> benchmarks, List<String> comms) {
        List<String> processes = List.of(NoneProvider.NAME);
        Map<String, List<String>> ping = Map.of("payload", List.of("ping"));
        Map<String, List<String>> small = Map.of("bytes", SMALL);
        return of(
                new RunOptions.Effort(5, 4, 5, 80, 0),
                new RunOptions.Plan(1, STORY_MILLIS, STORY_PRECISION, Shard.WHOLE),
                Stream.of(
                        part(benchmarks, PingPongBenchmark.class, comms, small),
                        part(
                                benchmarks,
                                TransportPingPongBenchmark.class,
                                processes,
                                with(small, "transport", TRANSPORTS)),
                        part(
                                benchmarks,
                                RoundTripBenchmark.class,
                                comms,
                                with(ping, "codec", List.of("json-string", "kryo"))),
                        part(
                                benchmarks,
                                EncodeSendDecodeBenchmark.class,
                                processes,
                                with(with(ping, "codec", List.of("json-string")), "transport", List.of("socket"))),
                        part(benchmarks, AllReduceBenchmark.class, comms, small)));
    }

    private static Selection part(
            List<Benchmark> benchmarks, Class<?> type, List<String> comms, Map<String, List<String>> params) {
        return new Selection(benchmarks.stream().filter(isOf(type)).toList(), comms, SINGLE, params);
    }

    private static Map<String, List<String>> with(Map<String, List<String>> params, String name, List<String> values) {
        Map<String, List<String>> all = new TreeMap<>(params);
        all.put(name, values);
        return all;
    }

    /**
     * Every benchmark, at two sizes, on every communicator.
     *
     * @param benchmarks of these
     * @param comms that work here
     */
    public static BenchSuite full(List<Benchmark> benchmarks, List<String> comms) {
        List<Benchmark> plain = benchmarks.stream()
                .filter(isContention().or(isOverTransport()).or(CodecParts::has).negate())
                .toList();
        List<Benchmark> overTransports =
                benchmarks.stream().filter(isOverTransport()).toList();
        return of(
                new RunOptions.Effort(5, 4, 5, 80, 1),
                RunOptions.Plan.DEFAULT,
                Stream.concat(
                        Stream.of(
                                new Selection(plain, comms, SINGLE, sizes(plain)),
                                new Selection(
                                        overTransports,
                                        comms,
                                        SINGLE,
                                        with(sizes(overTransports), "transport", TRANSPORTS)),
                                new Selection(
                                        benchmarks.stream()
                                                .filter(isContention())
                                                .toList(),
                                        comms,
                                        SINGLE_AND_DOUBLE,
                                        WINDOW)),
                        CodecParts.of(benchmarks, comms)));
    }

    private static BenchSuite of(RunOptions.Effort effort, RunOptions.Plan plan, Stream<Selection> parts) {
        return new BenchSuite(
                effort, plan, parts.filter(p -> !p.benchmarks().isEmpty()).toList());
    }

    private static Map<String, List<String>> sizes(List<Benchmark> benchmarks) {
        return benchmarks.stream().anyMatch(b -> b.params().containsKey("bytes")) ? SIZES : Map.of();
    }

    /** Those of codecs have their own part. */
    private static Predicate<Benchmark> isOverTransport() {
        return b -> b.params().containsKey("transport") && !CodecParts.has(b);
    }

    private static Predicate<Benchmark> isContention() {
        return isOf(ContentionBenchmark.class);
    }

    static Predicate<Benchmark> isOf(Class<?> type) {
        return b -> b.name().startsWith(type.getName() + ".");
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

    /** Takes cells out of the full suite that would double its time and tell little more. */
    public static List<LeftOut> leaveOutOfFull(List<Cell> cells) {
        List<LeftOut> leftOut = new ArrayList<>();
        takeOut(cells, c -> !VARIANTS.matcher(c.benchmark().name()).find())
                .ifPresent(comms -> leftOut.add(new LeftOut(
                        "kernels of OSU, collectives of unequal blocks or beside other work, messages that are probed or"
                                + " persistent, on " + comms,
                        "the suite has what they are variants of",
                        "lockstep run")));
        takeOut(
                        cells,
                        c -> !isFurtherCollective(c.benchmark())
                                || SMALL.contains(c.params().get("bytes")))
                .ifPresent(comms -> leftOut.add(new LeftOut(
                        "collectives but barrier, broadcast, allreduce and all-to-all, of more than 64 bytes, on "
                                + comms,
                        "four tell how they grow",
                        "lockstep run")));
        takeOut(
                        cells,
                        c -> !isOverTransport().test(c.benchmark())
                                || isOf(TransportPingPongBenchmark.class).test(c.benchmark()))
                .ifPresent(comms -> leftOut.add(new LeftOut(
                        "all but ping-pong over transports on " + comms,
                        "the suite compares transports by that alone",
                        "lockstep run")));
        takeOut(
                        cells,
                        c -> !COMPARED_BY_TWO.contains(c.layout().comm())
                                || isOf(PingPongBenchmark.class)
                                        .or(isOf(AllReduceBenchmark.class))
                                        .test(c.benchmark()))
                .ifPresent(comms -> leftOut.add(new LeftOut(
                        "all but ping-pong and allreduce on " + comms,
                        "the suite compares these communicators by the two",
                        "lockstep run")));
        boolean twoMpis =
                cells.stream().anyMatch(on(OPEN_MPI)) && cells.stream().anyMatch(on(FFM));
        takeOut(cells, c -> !twoMpis || !on(FFM).test(c) || !c.benchmark().ownTransport())
                .ifPresent(comm -> leftOut.add(new LeftOut(
                        "benchmarks with a transport of their own on " + comm,
                        "they say the same as on " + OPEN_MPI + ", because no message goes through MPI",
                        "lockstep run")));
        return leftOut;
    }

    private static boolean isFurtherCollective(Benchmark benchmark) {
        return benchmark.name().startsWith(AllReduceBenchmark.class.getPackageName() + ".")
                && !isOf(AllReduceBenchmark.class)
                        .or(isOf(AllToAllBenchmark.class))
                        .or(isOf(BarrierBenchmark.class))
                        .or(isOf(BroadcastBenchmark.class))
                        .test(benchmark);
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

    private static LeftOut leftOut(Benchmark benchmark, RankLayout layout) {
        int threads = layout.threadsPerRank();
        return new LeftOut(
                benchmark.shortName() + ", " + layout.ranks() + " ranks of " + threads + " threads",
                "it takes " + layout.ranks() * threads + " cores, and " + Cores.usable() + " can be used here",
                "run it on more cores, or oversubscribed: lockstep run "
                        + benchmark.shortName().replaceAll("\\..*", "") + " --threads " + threads);
    }
}
