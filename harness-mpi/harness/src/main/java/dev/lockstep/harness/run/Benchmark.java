package dev.lockstep.harness.run;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.Sized;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.reference.ReferenceProvider;
import dev.lockstep.spi.Availability;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/**
 * A benchmark on the class path.
 *
 * @param name JMH's full name of it
 * @param mode as annotated
 * @param ranked whether it takes a {@link dev.lockstep.harness.Rank}
 * @param synchronised whether it takes a {@link dev.lockstep.harness.Synchronised}
 * @param ownTransport whether it needs no messages of its communicator: {@link dev.lockstep.harness.OwnTransport}
 * @param takesOpTimes whether it takes a {@link dev.lockstep.harness.OpTimes}
 * @param operationsPerCall operations in one call of its method, for example 2 messages of a round trip
 * @param params its parameters and their values, without comm and ranks
 * @param problem why it cannot run as it is written
 * @param rule which combinations of its parameters there can be: {@link dev.lockstep.harness.Combinations}
 * @param profilers that each of its launches has: {@link dev.lockstep.harness.Profiled}
 * @param inPairs whether its ranks exchange in pairs, and how: {@link dev.lockstep.harness.InPairs}
 * @param reference what stands beside it with {@code comm=c}: {@link dev.lockstep.harness.Reference}
 * @param reported the section of a report that shows it: {@link dev.lockstep.harness.Reported}
 * @param threadLevel that its own threads need: {@link dev.lockstep.harness.RequiresThreadLevel}
 * @param scored the ranks whose time is its score: {@link dev.lockstep.harness.Scored}
 * @param capabilities that it needs of its communicator: {@link dev.lockstep.harness.RequiresCapability}
 * @param counts of calls that others make: {@link Counts}
 * @param sameAs the benchmark that it is under another name: its class adds no method to that one's
 */
public record Benchmark(
        String name,
        Mode mode,
        boolean ranked,
        boolean synchronised,
        boolean ownTransport,
        boolean takesOpTimes,
        int operationsPerCall,
        Map<String, List<String>> params,
        Optional<String> problem,
        Optional<Class<? extends CombinationRule>> rule,
        List<String> profilers,
        Optional<InPairs> inPairs,
        Optional<ReferenceKernel> reference,
        Optional<Reported> reported,
        Optional<ThreadLevel> threadLevel,
        Scored.Ranks scored,
        Set<Capability> capabilities,
        List<Counts> counts,
        Optional<String> sameAs) {

    public Benchmark {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        profilers = List.copyOf(profilers);
        capabilities = Set.copyOf(capabilities);
        counts = List.copyOf(counts);
    }

    /** A benchmark of which all combinations can run, and which needs no profiler; as the canonical constructor otherwise. */
    public Benchmark(
            String name,
            Mode mode,
            boolean ranked,
            boolean synchronised,
            boolean ownTransport,
            boolean takesOpTimes,
            int operationsPerCall,
            Map<String, List<String>> params,
            Optional<String> problem) {
        this(
                name,
                mode,
                ranked,
                synchronised,
                ownTransport,
                takesOpTimes,
                operationsPerCall,
                params,
                problem,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Scored.Ranks.ALL,
                Set.of(),
                List.of(),
                Optional.empty());
    }

    /**
     * The thread level that a combination of its parameters needs.
     *
     * @param values of its parameters
     * @return the higher one of its own and its rule's; empty for the usual one
     * @throws UsageException as {@link #obstacle(Map, int)}
     */
    public Optional<ThreadLevel> threadLevel(Map<String, String> values) {
        return Stream.concat(threadLevel.stream(), ask(r -> r.threadLevel(values)).stream())
                .max(Comparator.naturalOrder());
    }

    /**
     * Why a combination of its parameters cannot run at a thread level.
     *
     * @param level that is asked for
     * @param values of its parameters
     * @param threads per rank
     * @return empty if it can
     */
    public Optional<String> obstacle(ThreadLevel level, Map<String, String> values, int threads) {
        if (threads > 1 && level != ThreadLevel.MULTIPLE) {
            return Optional.of(
                    "several threads of a rank communicate at the same time, which takes thread level multiple");
        }
        return threadLevel(values)
                .filter(needed -> needed.compareTo(level) > 0)
                .map(needed -> "its threads take thread level " + needed.label()
                        + " (@RequiresThreadLevel, or its rule by these parameters)");
    }

    /**
     * Its name without packages.
     *
     * @return class and method
     */
    public String shortName() {
        String[] parts = name.split("\\.");
        return parts.length < 2 ? name : parts[parts.length - 2] + "." + parts[parts.length - 1];
    }

    /** JMH's short name of the mode in which it runs: ranks count operations, whatever the annotation says. */
    public String modeLabel() {
        return (ranked ? Mode.SingleShotTime : mode).shortLabel();
    }

    /** Whether its operations can be timed one by one. */
    public boolean timed() {
        return synchronised || takesOpTimes;
    }

    /** The way in which its ranks keep together, in a few words for the record. */
    public String synchronisation(Optional<CommunicatorProvider> provider) {
        boolean messages = provider.map(p -> !p.unsupported().containsKey(Capability.POINT_TO_POINT))
                .orElse(true);
        String barrier = messages ? "barrier before each operation" : "barrier of the relay before each operation";
        return synchronised ? barrier : ranked ? "continuous exchange" : "none";
    }

    /** The reason why it cannot run on a provider's ranks; empty if it can. */
    public Optional<String> obstacle(CommunicatorProvider provider) {
        if (provider.name().equals(ReferenceProvider.NAME)) {
            return reference.isPresent()
                    ? Optional.empty()
                    : Optional.of("the C reference has no kernel that does the same (@Reference names one)");
        }
        Stream<Capability> messages = ownTransport ? Stream.empty() : Stream.of(Capability.POINT_TO_POINT);
        return Stream.concat(messages, capabilities.stream().sorted())
                .filter(provider.unsupported()::containsKey)
                .findFirst()
                .map(provider.unsupported()::get);
    }

    /**
     * The reason why a combination of its parameters cannot run on a provider's ranks, when others can; empty if it
     * can.
     *
     * @param values of its parameters
     * @param threads per rank
     */
    public Optional<String> obstacle(CommunicatorProvider provider, Map<String, String> values, int threads) {
        return provider.name().equals(ReferenceProvider.NAME)
                ? reference.flatMap(kernel -> kernel.obstacle(values, threads))
                : Optional.empty();
    }

    /**
     * The reason why a combination of its parameters cannot run; empty if it can.
     *
     * @param values of its parameters
     * @param threads per rank
     * @throws UsageException if a value does not exist, or the rule cannot be asked
     */
    public Optional<CombinationRule.Obstacle> obstacle(Map<String, String> values, int threads) {
        return ask(rule -> rule.obstacle(values, threads));
    }

    /**
     * The requirements of a combination that can run, besides those of its communicator; empty if there are none.
     *
     * @param values of its parameters
     * @throws UsageException as {@link #obstacle(Map, int)}
     */
    public Optional<Availability.Available> requirements(Map<String, String> values) {
        return ask(rule -> rule.requirements(values));
    }

    /**
     * How many threads of its own a combination that can run keeps busy in each rank.
     *
     * @param values of its parameters
     * @throws UsageException as {@link #obstacle(Map, int)}
     */
    public int ownThreads(Map<String, String> values) {
        return ask(rule -> Optional.of(rule.ownThreads(values))).orElse(0);
    }

    /**
     * What stands in for what a combination that can run asks for; empty if it has all of it.
     *
     * @param values of its parameters
     * @throws UsageException as {@link #obstacle(Map, int)}
     */
    public Optional<String> emulated(Map<String, String> values) {
        return ask(rule -> rule.emulated(values));
    }

    /**
     * How a combination does its work, by its rule.
     *
     * @param values of its parameters, and of {@code comm}
     * @return a word or two; empty if there is nothing to say
     */
    public Optional<String> how(Map<String, String> values) {
        return ask(rule -> rule.how(values));
    }

    /**
     * What a combination's messages go over, by its rule.
     *
     * @param values of its parameters, and of {@code comm}
     * @return in the words of a chart; empty if its parameters say it
     */
    public Optional<String> medium(Map<String, String> values) {
        return ask(rule -> rule.medium(values));
    }

    /**
     * How much memory the messages of a combination take.
     *
     * @param values of its parameters
     * @param ranks how many there are
     * @return the bytes of each thread of a rank; 0 if its class does not say ({@link Sized})
     * @throws UsageException if a value does not exist
     */
    public long memory(Map<String, String> values, int ranks) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> type = Class.forName(name.substring(0, name.lastIndexOf('.')), false, loader);
            return Sized.class.isAssignableFrom(type)
                    ? ((Sized) type.getConstructor().newInstance()).memory(values, ranks)
                    : 0;
        } catch (IllegalArgumentException e) {
            throw new UsageException(shortName() + ": " + e.getMessage());
        } catch (ReflectiveOperationException e) {
            return 0;
        }
    }

    private <T> Optional<T> ask(Function<CombinationRule, Optional<T>> question) {
        if (rule.isEmpty()) {
            return Optional.empty();
        }
        try {
            return question.apply(rule.get().getConstructor().newInstance());
        } catch (IllegalArgumentException e) {
            throw new UsageException(shortName() + ": " + e.getMessage());
        } catch (ReflectiveOperationException e) {
            throw new UsageException(name + ": its rule " + rule.get().getName()
                    + " needs to be a public class with a public constructor without arguments: " + e);
        }
    }
}
