package dev.lockstep.collectives;

import dev.lockstep.collectives.algorithms.AlgorithmCollectives;
import dev.lockstep.collectives.algorithms.Choice;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Reductions;
import dev.lockstep.comm.Request;
import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** How a collective is measured: so many operations, each of which all ranks start together. */
@Counts(by = Counts.OSU, small = 1_000, large = 100)
@Counts(by = Counts.PAPER, small = 1_000, large = 100)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = Operation.BATCH)
@Measurement(iterations = 20, batchSize = Operation.BATCH)
@OperationsPerInvocation(Operation.BATCH)
@Fork(2)
@Threads(2)
@Combinations(CollectiveRule.class)
public abstract class Operation implements SelfCheck {
    static final int BATCH = 1000;

    /**
     * What holds ranks together before each operation, untimed: {@code dissemination}, {@code barrier} (the library's) or
     * {@code none}, or {@code window} while each is timed; see {@link Arrival}.
     */
    @Param("dissemination")
    String sync;

    /** Who comes late: {@code none}, or {@code WHO:TIME[:EVERY]} such as {@code 0:1ms:100}; see {@link Arrival}. */
    @Param("none")
    String late;

    /** Who makes the collective, if it moves bytes as they are. */
    Collectives collectives;

    /** Who makes the collective, if it combines elements. */
    Reductions reductions;

    private AlgorithmCollectives overMessages;

    /**
     * Settles who makes the collective, for benchmarks that have the parameter {@code algorithm}.
     *
     * @param rank null if nothing is to be done
     * @param algorithm {@value CollectiveRule#LIBRARY}, {@value CollectiveRule#TUNED}, or one of those over the messages of
     *     the communicator
     * @param choice by the algorithm's name
     */
    final void by(Rank rank, String algorithm, Function<String, Choice> choice) {
        if (rank != null && algorithm.equals(CollectiveRule.LIBRARY)) {
            collectives = rank.comm();
            reductions = rank.comm();
        } else if (rank != null) {
            boolean tuned = algorithm.equals(CollectiveRule.TUNED);
            overMessages = AlgorithmCollectives.over(rank.comm(), tuned ? Choice.TUNED : choice.apply(algorithm));
            collectives = overMessages;
            reductions = overMessages;
        }
    }

    /** Called by JMH. */
    @TearDown
    public void release() {
        if (overMessages != null) {
            overMessages.close();
        }
    }

    /** Called by JMH. */
    @Setup
    public void arrive(Rank rank) {
        rank.arrive(Arrival.of(sync, late));
    }

    /** Makes ready what operations need, and hands in the self-check. */
    public abstract void allocate(Rank rank);

    /** Does what JMH does with parameters: each has the first of its values, unless another one is given. */
    final Operation with(Map<String, ?> params) {
        try {
            for (Class<?> type = getClass(); type != Object.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    Param param = field.getAnnotation(Param.class);
                    if (param != null) {
                        Object given = params.get(field.getName());
                        String text = given == null ? param.value()[0] : given.toString();
                        Object parsed = field.getType() == boolean.class ? Boolean.valueOf(text) : text;
                        field.set(this, field.getType() == int.class ? Integer.valueOf(text) : parsed);
                    }
                }
            }
            return this;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Goes on to the next operation: not timed, and before ranks wait for each other. */
    void next() {}

    /** Starts the non-blocking form of the operation. */
    abstract Request start(Communicator comm);
}
