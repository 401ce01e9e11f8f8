package dev.lockstep.harness.plan;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Profiled;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.RequiresThreadLevel;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.Synchronised;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.UsageException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks on the class path, as JMH lists them, and checked for what ranks cannot bear. */
public final class Catalog {
    private static final List<String> OURS = List.of("comm", "ranks");
    private static final String FLOOR = "FloorBenchmark";

    private final List<Benchmark> benchmarks;

    private Catalog(List<Benchmark> benchmarks) {
        this.benchmarks = List.copyOf(benchmarks);
    }

    /**
     * Looks through the class path.
     *
     * @return all benchmarks, with those that cannot run as they are written
     */
    public static Catalog discover() {
        return of(BenchmarkList.defaultList());
    }

    /** Those of one list, whose classes the context class loader finds. JMH lists a benchmark once for each of its modes; ranks have only one. */
    static Catalog of(BenchmarkList list) {
        Map<String, Benchmark> all = new LinkedHashMap<>();
        for (BenchmarkListEntry entry : list.getAll(
                OutputFormatFactory.createFormatInstance(
                        new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT),
                List.of())) {
            for (Mode mode : entry.getMode() == Mode.All ? Mode.values() : new Mode[] {entry.getMode()}) {
                if (mode != Mode.All) {
                    Benchmark benchmark = read(entry, mode);
                    all.putIfAbsent(benchmark.name() + " " + benchmark.modeLabel(), benchmark);
                }
            }
        }
        return new Catalog(List.copyOf(all.values()));
    }

    private static Benchmark read(BenchmarkListEntry entry, Mode mode) {
        Map<String, List<String>> params = new LinkedHashMap<>();
        if (entry.getParams().hasValue()) {
            entry.getParams().get().forEach((name, values) -> params.put(name, Arrays.asList(values)));
        }
        boolean ranked = params.keySet().containsAll(OURS);
        boolean hasOurs = OURS.stream().anyMatch(params::containsKey);
        OURS.forEach(params::remove);
        String name = entry.getUsername();
        try {
            List<Class<?>> states = hasOurs ? checkedStates(name) : List.of();
            int operations = ranked ? operationsPerCall(entry) : 1;
            Class<?> type = load(name);
            boolean ownTransport = ranked && type.isAnnotationPresent(OwnTransport.class);
            Optional<Class<? extends CombinationRule>> rule =
                    Optional.ofNullable(type.getAnnotation(Combinations.class)).map(Combinations::value);
            Profiled profiled = type.getAnnotation(Profiled.class);
            return new Benchmark(
                    name,
                    mode,
                    ranked,
                    states.contains(Synchronised.class),
                    ownTransport,
                    states.contains(OpTimes.class),
                    operations,
                    params,
                    Optional.empty(),
                    rule,
                    profiled == null ? List.of() : List.of(profiled.value()),
                    Optional.ofNullable(type.getAnnotation(InPairs.class)),
                    ranked ? reference(entry, type) : Optional.empty(),
                    annotation(Reported.class, name, type),
                    Optional.ofNullable(type.getAnnotation(RequiresThreadLevel.class))
                            .map(RequiresThreadLevel::value),
                    scored(entry, type),
                    Optional.ofNullable(type.getAnnotation(RequiresCapability.class))
                            .map(requires -> Set.of(requires.value()))
                            .orElse(Set.of()),
                    List.of(type.getAnnotationsByType(Counts.class)),
                    sameAs(name, type));
        } catch (UsageException e) {
            return new Benchmark(name, mode, ranked, false, false, false, 1, params, Optional.of(e.getMessage()));
        }
    }

    private static Optional<String> sameAs(String name, Class<?> type) {
        Class<?> base = type.getSuperclass();
        String method = name.substring(name.lastIndexOf('.') + 1);
        boolean inherits =
                Stream.of(type.getDeclaredMethods()).noneMatch(m -> m.getName().equals(method));
        return inherits && base != null && !Modifier.isAbstract(base.getModifiers())
                ? Optional.of(base.getName() + "." + method)
                : Optional.empty();
    }

    /** C ranks have no part in it: their times are merged as those of equals. */
    private static Scored.Ranks scored(BenchmarkListEntry entry, Class<?> type) {
        Scored.Ranks scored = Scored.Ranks.of(type);
        if (scored != Scored.Ranks.ALL && reference(entry, type).isPresent()) {
            throw new UsageException(entry.getUsername() + ": it has both @Scored and @Reference, and the C reference"
                    + " scores all ranks; leave one out");
        }
        return scored;
    }

    private static Optional<ReferenceKernel> reference(BenchmarkListEntry entry, Class<?> type) {
        return annotation(Reference.class, entry.getUsername(), type)
                .map(reference -> new ReferenceKernel(
                        reference.value(), entry.getTimeUnit().orElse(Defaults.OUTPUT_TIMEUNIT)));
    }

    private static <A extends Annotation> Optional<A> annotation(Class<A> which, String name, Class<?> type) {
        String method = name.substring(name.lastIndexOf('.') + 1);
        return Stream.of(type.getMethods())
                .filter(m -> m.getName().equals(method) && m.isAnnotationPresent(which))
                .map(m -> m.getAnnotation(which))
                .findFirst();
    }

    private static int operationsPerCall(BenchmarkListEntry entry) {
        int operations = entry.getOperationsPerInvocation().orElse(1);
        int batch = entry.getMeasurementBatchSize().orElse(1);
        if (operations % batch != 0) {
            throw new UsageException(entry.getUsername() + ": @OperationsPerInvocation(" + operations
                    + ") must be a multiple of @Measurement(batchSize = " + batch + ")");
        }
        return operations / batch;
    }

    /** Refuses what JMH would merge or reorder in silence; answers which states the benchmark's method takes. */
    private static List<Class<?>> checkedStates(String name) {
        Class<?> type = load(name);
        String method = name.substring(name.lastIndexOf('.') + 1);
        List<Class<?>> all = new ArrayList<>();
        for (Method m : type.getMethods()) {
            if (m.getName().equals(method)) {
                List<Class<?>> states = Stream.of(m.getParameterTypes())
                        .filter(p -> p.isAnnotationPresent(State.class))
                        .toList();
                states.forEach(s -> refuseOurParams(name, s));
                checkOrder(name, states);
                all.addAll(states);
            }
        }
        refuseOurParams(name, type);
        return all;
    }

    private static void checkOrder(String name, List<Class<?>> states) {
        if (states.indexOf(Synchronised.class) > 0) {
            throw new UsageException(
                    name + ": Synchronised must be the first state among its parameters, for JMH runs the"
                            + " fixtures of each invocation in reverse order and the barrier has to come last");
        }
        if (states.containsAll(List.of(Synchronised.class, OpTimes.class))) {
            throw new UsageException(
                    name + ": it takes both Synchronised and OpTimes, and each would time its operations;"
                            + " Synchronised does so by itself, so leave OpTimes out");
        }
    }

    private static void refuseOurParams(String benchmark, Class<?> state) {
        if (state == dev.lockstep.harness.Rank.class) {
            return;
        }
        for (Class<?> c = state; c != null; c = c.getSuperclass()) {
            for (var field : c.getDeclaredFields()) {
                if (field.isAnnotationPresent(Param.class) && OURS.contains(field.getName())) {
                    throw new UsageException(benchmark + ": " + c.getName() + " declares a @Param '" + field.getName()
                            + "', which is Rank's own; JMH would merge the two in silence. Name it otherwise");
                }
            }
        }
    }

    private static Class<?> load(String name) {
        String type = name.substring(0, name.lastIndexOf('.'));
        try {
            return Class.forName(type, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UsageException("JMH lists " + name + ", but the class path has no class " + type);
        }
    }

    /**
     * All of them but the floor, which launches measure by themselves.
     *
     * @return by name
     */
    public List<Benchmark> all() {
        return benchmarks.stream().filter(b -> !b.name().contains(FLOOR)).toList();
    }

    /**
     * Those that a user names. One that is another under a name of its own is taken only by that name.
     *
     * @param patterns regular expressions that a name must contain one of; empty for all
     * @return at least one
     * @throws UsageException if a pattern fits none, or is none, or one of them cannot run as it is written
     */
    public List<Benchmark> find(List<String> patterns) {
        List<Benchmark> found = patterns.isEmpty()
                ? all().stream().filter(b -> b.sameAs().isEmpty()).toList()
                : matching(patterns);
        found.stream().flatMap(b -> b.problem().stream()).findFirst().ifPresent(problem -> {
            throw new UsageException(problem);
        });
        return found;
    }

    private List<Benchmark> matching(List<String> patterns) {
        List<Pattern> compiled = patterns.stream().map(Catalog::compile).toList();
        for (Pattern pattern : compiled) {
            if (benchmarks.stream().noneMatch(b -> pattern.matcher(b.name()).find())) {
                throw new UsageException("no benchmark matches '" + pattern + "'; there are:\n  "
                        + String.join(
                                "\n  ", all().stream().map(Benchmark::name).toList()));
            }
        }
        return benchmarks.stream()
                .filter(b -> compiled.stream().anyMatch(p -> names(p, b)))
                .toList();
    }

    private static boolean names(Pattern pattern, Benchmark benchmark) {
        return pattern.matcher(benchmark.name()).find()
                && benchmark.sameAs().filter(pattern.asPredicate()).isEmpty();
    }

    private static Pattern compile(String pattern) {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new UsageException("'" + pattern + "' is not a regular expression: " + e.getDescription());
        }
    }
}
