package dev.lockstep.collectives;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.Sized;
import dev.lockstep.harness.Synchronised;
import dev.lockstep.harness.Work;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How much of a collective hides behind other work: it is started, the rank computes for as long as the collective takes
 * by itself, and waits for it; one op is all of that. What the collective takes by itself is measured anew before each
 * iteration, by as many operations, and so each rank computes for as long as it would wait.
 *
 * <p>Run it: {@code ./lockstep run Overlap --comm local,openmpi --ranks 2 -p collective=AllReduce,Barrier}.
 *
 * <p>Read it: the secondary metrics, means over ranks. {@code overlap.osu} is OSU's, max(0, 100 - 100 (overall -
 * (compute - test)) / pure); {@code overlap.imb} is IMB's, (pure + compute - overall) / max(pure, compute), from 0 to
 * 100%. With {@code tests=0} only the library's own progress counts; with more, the time of as many calls of
 * {@link Request#test} is part of computing, and OSU counts it against it. The score is the whole, {@code overall}:
 * about {@code pure} if all is hidden, twice that if nothing is.
 *
 * <p>Sources: {@code osu_iallreduce} and its like of OSU Micro-Benchmarks 7.4; IMB-NBC of Intel MPI Benchmarks.
 */
@RequiresCapability(Capability.NON_BLOCKING_COLLECTIVES)
@Combinations(OverlapBenchmark.Rule.class)
public class OverlapBenchmark extends Operation implements Sized {
    /** The most operations by which is measured what the collective takes by itself. */
    private static final int MOST_PURE = 1000;

    /** Which: the name of a blocking benchmark here, without {@code Benchmark}. */
    @Param({"AllReduce", "AllToAll", "Broadcast"})
    String collective;

    /** Size of a block, as of the blocking benchmarks; a barrier has none, whatever it says. */
    @Param({"1024", "1048576"})
    int bytes;

    /** How often the rank asks, while it computes, whether the collective is complete. */
    @Param({"0", "16"})
    int tests;

    private final Work work = new Work();
    private Operation operation;
    private long pure;
    private long operations;
    private long overall;
    private long computing;
    private long testing;

    @Setup
    @Override
    public void allocate(Rank rank) {
        operation = of(collective).with(Map.of("bytes", bytes));
        operation.allocate(rank);
    }

    @Override
    public long memory(Map<String, String> params, int ranks) {
        return of(params.get("collective")) instanceof Sized sized ? sized.memory(params, ranks) : 0;
    }

    private static Operation of(String name) {
        try {
            return Class.forName(OverlapBenchmark.class.getPackageName() + "." + name + "Benchmark")
                    .asSubclass(Operation.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException("there is no collective=" + name + ": it is a benchmark of "
                    + OverlapBenchmark.class.getPackageName() + " without 'Benchmark', for example AllReduce");
        }
    }

    /** Called by JMH: finds out what the collective takes by itself. What it leaves is filled over: a check is of what is timed. */
    @Setup(Level.Iteration)
    public void measurePure(Rank rank, IterationParams iteration) {
        int times = Math.min(MOST_PURE, iteration.getBatchSize());
        long sum = 0;
        for (int i = 0; i < times; i++) {
            operation.next();
            rank.comm().barrier();
            long start = System.nanoTime();
            operation.start(rank.comm()).await();
            sum += System.nanoTime() - start;
        }
        pure = sum / times;
        operation.fill(rank);
        rank.comm().barrier();
        operations = overall = computing = testing = 0;
    }

    /** Called by JMH. */
    @Setup(Level.Invocation)
    @Override
    public void next() {
        operation.next();
    }

    /** The timed operation. */
    @Benchmark
    public double overlap(Synchronised sync, Rank rank) {
        long start = System.nanoTime();
        Request request = operation.start(rank.comm());
        long started = System.nanoTime();
        boolean complete = false;
        for (int i = 0; i < tests; i++) {
            work.compute(pure / (tests + 1));
            if (!complete) {
                long asked = System.nanoTime();
                complete = request.test();
                testing += System.nanoTime() - asked;
            }
        }
        work.compute(pure / (tests + 1));
        long computed = System.nanoTime();
        if (!complete) {
            request.await();
        }
        operations++;
        overall += System.nanoTime() - start;
        computing += computed - started;
        return work.done();
    }

    /** Called by JMH: all means are over ranks first, as OSU has it. */
    @TearDown(Level.Iteration)
    public void report(Rank rank) {
        double n = Math.max(1, operations);
        String mine = pure + " " + overall / n + " " + computing / n + " " + testing / n;
        double[] mean = new double[4];
        for (String theirs : rank.exchange(mine)) {
            String[] words = theirs.split(" ");
            for (int i = 0; i < mean.length; i++) {
                mean[i] += Double.parseDouble(words[i]) / rank.size();
            }
        }
        Overlap found = new Overlap(mean[0], mean[1], mean[2], mean[3]);
        rank.report("overlap.osu", found.osu(), "%");
        rank.report("overlap.imb", found.imb(), "%");
        rank.report("overlap.pure", found.pure() / 1000, "us/op");
        rank.report("overlap.compute", found.compute() / 1000, "us/op");
        rank.report("overlap.test", found.test() / 1000, "us/op");
    }

    /**
     * What was found out.
     *
     * @param pure nanoseconds of the collective by itself
     * @param overall of the collective and the work beside it
     * @param compute of the work, with tests
     * @param test of the tests
     */
    record Overlap(double pure, double overall, double compute, double test) {
        double osu() {
            return Math.max(0, 100 - 100 * (overall - (compute - test)) / pure);
        }

        double imb() {
            return 100 * Math.max(0, Math.min(1, (pure + compute - overall) / Math.max(pure, compute)));
        }
    }

    @Override
    Request start(Communicator comm) {
        return operation.start(comm);
    }

    @Override
    public void fill(Rank rank) {
        operation.fill(rank);
    }

    @Override
    public void check(Rank rank) {
        operation.check(rank);
    }

    /** Leaves out collectives that a communicator lacks. */
    public static final class Rule extends CollectiveRule {
        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            super.obstacle(params, threads);
            RequiresCapability requires =
                    of(params.get("collective")).getClass().getAnnotation(RequiresCapability.class);
            String comm = params.get("comm");
            return Optional.ofNullable(requires)
                    .flatMap(needed -> Communicators.discover()
                            .find(comm)
                            .flatMap(provider ->
                                    Optional.ofNullable(provider.unsupported().get(needed.value()[0])))
                            .map(reason -> new Obstacle(
                                    "collective=" + params.get("collective") + " on comm " + comm + ": " + reason,
                                    "take another communicator")));
        }
    }
}
