package dev.lockstep.cli.options;

import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Ops;
import dev.lockstep.harness.run.Require;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import dev.lockstep.spi.Options;
import dev.lockstep.transport.Transports;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose a benchmark's cells and the operations per iteration. */
public final class CellOptions {
    private static final String TRANSPORT = "transport";
    private static final String VIA = ":via=";
    private static final String ALL = "all";
    private static final String PACKAGE = "transport.benchmarks.";

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

    @Option(
            names = "--thread-level",
            split = ",",
            paramLabel = "LEVEL",
            description =
                    "what ranks ask MPI for: single, funneled, serialized or multiple (default: for one thread per"
                            + " rank single with Open MPI, funneled with others; multiple for more)")
    List<String> threadLevels = List.of();

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "NAME",
            description = "transports: names from 'lockstep list transports', with options behind them such as"
                    + " shm:wait=park, or all; short for -p transport=, and with --comm transport what that goes over")
    List<String> transports = List.of();

    @Option(names = "-p", paramLabel = "NAME=V1,V2", description = "values of a benchmark's parameter")
    List<String> params = List.of();

    @Option(
            names = "--ops",
            paramLabel = "auto|osu|paper|N|from:FILE|like:FILE",
            defaultValue = "auto",
            description =
                    "operations per iteration: calibrated, OSU's or the paper's where a benchmark has them, given, or those of an"
                            + " earlier results.json, with its warm-up; like: calibrates what that lacks (default: ${DEFAULT-VALUE})")
    String ops;

    @Option(
            names = "--max-memory",
            paramLabel = "MB",
            defaultValue = "512",
            description = "leave out what takes more memory than that for the messages of a rank (default:"
                    + " ${DEFAULT-VALUE}, as OSU's benchmarks)")
    int maxMemory;

    public void apply(LockstepOptionsBuilder options) {
        Require.eachAtLeast(1, "--ranks", ranks);
        Require.eachAtLeast(1, "--threads", threads);
        options.comm(comms().toArray(String[]::new))
                .ranks(ranks.toArray(Integer[]::new))
                .threads(threads.toArray(Integer[]::new))
                .threadLevel(threadLevels.toArray(String[]::new))
                .ops(Ops.parse(ops))
                .maxMemory(Require.atLeast(1, "--max-memory", maxMemory) << 20);
        Stream<String> transport = carries() ? Stream.empty() : transport(transports).stream();
        values(Stream.concat(transport, params.stream()).toList())
                .forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
    }

    /** Patterns of benchmarks: with transports, the name of one over communicators finds its counterpart, too. */
    public List<String> named(List<String> patterns) {
        return patterns.stream()
                .map(pattern -> transports.isEmpty() || carries()
                        ? pattern
                        : pattern.replace(PACKAGE, PACKAGE + "(Transport)?"))
                .toList();
    }

    /** Whether the transports are those that a communicator goes over. */
    private boolean carries() {
        return comms.stream().anyMatch(CellOptions::goesOverSomething);
    }

    /** Whether it is the communicator over transports, and what it goes over has not been said. */
    private static boolean goesOverSomething(String comm) {
        return Options.name(comm).equals(TRANSPORT) && !comm.contains(VIA);
    }

    /** The communicators, with what the one over transports goes over. */
    private List<String> comms() {
        return transports.isEmpty()
                ? comms
                : comms.stream()
                        .flatMap(comm -> goesOverSomething(comm)
                                ? names(transports).map(name -> comm + VIA + name)
                                : Stream.of(comm))
                        .toList();
    }

    private static Stream<String> names(List<String> names) {
        return names.stream()
                .flatMap(name -> name.equals(ALL) ? Transports.discover().names().stream() : Stream.of(name));
    }

    /** The parameter that {@code --transport} is short for; empty if it was not said. */
    static Optional<String> transport(List<String> names) {
        return Optional.of(names(names).collect(Collectors.joining(",")))
                .filter(values -> !values.isEmpty())
                .map(values -> TRANSPORT + "=" + values);
    }

    /** Sets the option of that name, or adds a parameter. */
    void choose(String name, List<String> values) {
        switch (name) {
            case Baseline.COMM -> comms = values;
            case Baseline.RANKS -> ranks = values.stream().map(Integer::valueOf).toList();
            case Baseline.THREADS ->
                threads = values.stream().map(Integer::valueOf).toList();
            case Baseline.THREAD_LEVEL -> threadLevels = values;
            default ->
                params = Stream.concat(Stream.of(name + "=" + String.join(",", values)), params.stream())
                        .toList();
        }
    }

    /**
     * A parameter named twice has the values of both, as with JMH; a value given twice would be one cell measured
     * twice.
     */
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
}
