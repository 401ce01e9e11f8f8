package dev.lockstep.harness;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.rank.RankProcess;
import dev.lockstep.harness.rank.RankThread;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The rank that a benchmark thread plays: take it as an argument of {@code @Setup} and {@code @Benchmark} methods.
 *
 * <p>Its two parameters are part of JMH's own result key: {@code comm}, the name of a communicator provider, and
 * {@code ranks}. With {@code comm=local} ranks are the threads of this JVM, so {@code java -jar benchmarks.jar -t 4}
 * has four; {@code ranks=2} with {@code -t 4} makes two ranks of two threads each. With any other {@code comm} each
 * rank is a process, and the JVM must have been started by the harness or by {@code -prof ranks}.
 *
 * <p>Before and after each iteration the threads of one host probe how far apart their cores are, untimed. Fixtures of an
 * iteration that take this class, or whose state's set-up does, lie between the probes and the operations.
 *
 * @implNote JMH makes one instance of this class per thread <em>and injection site</em>, so it is a thin handle:
 *     all that is real is in the thread's one {@link RankThread}.
 */
@State(Scope.Thread)
public class Rank {
    /** The name of a communicator provider. */
    @Param("local")
    String comm;

    /** The number of ranks, or {@code auto} for as many as there are. */
    @Param("auto")
    String ranks;

    private RankThread rankThread;

    /** Called by JMH. */
    @Setup(Level.Trial)
    public void attach(BenchmarkParams benchmark, ThreadParams thread) {
        rankThread = RankProcess.join(comm, ranks, benchmark.getThreads()).rankThread(thread.getThreadIndex());
        Scored.Ranks scored = scored(benchmark.getBenchmark());
        if (size() == 1 && !scored.include(0)) {
            throw new IllegalArgumentException(
                    "the score is the time of " + scored + ", and there is no other: it takes 2 ranks or more");
        }
        rankThread.attach(scored.include(rank()), benchmark.getOpsPerInvocation());
    }

    /** A class that is not found is nested in another, and no benchmark of ranks: the catalogue refuses it. */
    private static Scored.Ranks scored(String method) {
        try {
            return Scored.Ranks.of(Class.forName(
                    method.replaceFirst("\\.[^.]*$", ""),
                    false,
                    Thread.currentThread().getContextClassLoader()));
        } catch (ClassNotFoundException e) {
            return Scored.Ranks.ALL;
        }
    }

    /** Called by JMH. */
    @Setup(Level.Iteration)
    public void beginIteration(IterationParams iteration) {
        rankThread.beginIteration(iteration);
    }

    /** Called by JMH. */
    @TearDown(Level.Iteration)
    public void endIteration() {
        rankThread.endIteration();
    }

    /**
     * This thread's communicator: with T threads per rank, thread t of every rank shares one, and different t never
     * meet. The harness closes it.
     */
    public Communicator comm() {
        return rankThread.comm();
    }

    /** The number of this rank, 0 to {@code size() - 1}. */
    public int rank() {
        return rankThread.rank();
    }

    /** The number of ranks, at least 1. */
    public int size() {
        return rankThread.comm().size();
    }

    /** The number of threads of each rank, at least 1. */
    public int threads() {
        return rankThread.threads();
    }

    /** The number of this thread within its rank, 0 to {@code threads() - 1}. */
    public int thread() {
        return rankThread.thread();
    }

    /**
     * A buffer for a benchmark's parameter {@code buffer}, in native byte order.
     *
     * @param kind {@code direct}: what the communicator likes best; or {@code heap}: around an array, which most
     *     libraries need a copy of
     * @param bytes its capacity
     * @return full of zeros, and perhaps on pages not yet touched: write to it before use
     * @throws IllegalArgumentException if there is no such kind
     */
    public ByteBuffer allocate(String kind, int bytes) {
        return switch (kind) {
            case "direct" -> comm().allocate(bytes);
            case "heap" -> ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
            default ->
                throw new IllegalArgumentException(
                        "there is no buffer of kind '" + kind + "': buffer=direct or buffer=heap");
        };
    }

    /**
     * Tells every rank a small value of this one, for example where it listens; collective, and for set-up only. Thread
     * t of every rank takes part with thread t of the others, and all call it equally often. Works with every
     * {@code comm}, also {@code none}; it is slow, and never to be timed.
     *
     * @param value at most {@value AllGather#MAX_BYTES} bytes
     * @return every rank's, by rank
     * @throws IllegalArgumentException if the value is longer
     */
    public List<byte[]> exchange(byte[] value) {
        return rankThread.exchange(value);
    }

    /** As [[#exchange(byte[])]], with text, encoded as UTF-8. */
    public List<String> exchange(String value) {
        return exchange(value.getBytes(StandardCharsets.UTF_8)).stream()
                .map(theirs -> new String(theirs, StandardCharsets.UTF_8))
                .toList();
    }

    /**
     * Returns when all threads of this rank have called it. No message is sent, and no other rank is waited for.
     *
     * @throws IllegalStateException if one of them has failed, or this one was interrupted
     */
    public void awaitThreads() {
        rankThread.awaitThreads();
    }

    /**
     * Reports a number of the benchmark's own for this iteration, besides the time of its calls: a secondary metric of
     * {@code results.json}, the mean of the threads that report it. To be called by JMH's thread in each iteration, in a
     * call or in a {@code @TearDown(Level.Iteration)}; of several values the last one counts. Plain JMH without
     * {@code -prof ranks} does not show it.
     *
     * @param metric its name, unlike any other's; those of {@code ranks.} are the harness's, and refused
     * @param value of this thread
     * @param unit for example {@code us/op}
     * @throws IllegalArgumentException if the name is one of the harness's
     */
    public void report(String metric, double value, String unit) {
        if (metric.startsWith(RankThread.OWN)) {
            throw new IllegalArgumentException(
                    "metrics '" + RankThread.OWN + "…' are the harness's: not '" + metric + "'");
        }
        rankThread.report(metric, value, unit);
    }

    /**
     * Says what the score of this iteration is, in place of the time of its calls, which becomes the secondary metric
     * {@value RankThread#CALLS}. Use it where calls come at fixed times, so that their duration says nothing. To be called
     * like {@link #report}, by each rank that is scored, in each iteration. Plain JMH without {@code -prof ranks}
     * shows the time of the calls.
     *
     * @param nanos per operation
     */
    public void score(double nanos) {
        rankThread.score(nanos);
    }

    /**
     * The address where this rank may listen for the others: that by which its process reaches the harness, and so one
     * on a network that it shares with them.
     *
     * @return the loopback address if ranks are threads, or all on one host
     */
    public InetAddress address() {
        return rankThread.address();
    }

    /**
     * A folder for files that ranks of one host share, in its shared memory: of this launch alone, which removes it with
     * all that is in it, and nobody else can read it.
     *
     * @return empty under plain JMH, and where there is no such memory
     */
    public Optional<Path> folder() {
        return rankThread.folder();
    }

    /**
     * Hands in this thread's self-check, from a {@code @Setup(Level.Trial)}: {@code rank.selfCheck(this)}. The pilot
     * runs it around one untimed operation, before anything is measured, and each launch around its last iteration; plain
     * JMH does not.
     *
     * @param check usually the benchmark itself
     */
    public void selfCheck(SelfCheck check) {
        rankThread.selfCheck(() -> check.fill(this), () -> check.check(this));
    }

    /**
     * Says that this rank serves as rank 0 does, from a {@code @Setup(Level.Trial)}: its time is no score. For benchmarks
     * that score {@link Scored.Ranks#CLIENTS}, and whose parameters decide how many servers there are.
     *
     * @throws IllegalStateException if it is rank 1, which is a client always: the others' operations are counted by its
     */
    public void serve() {
        if (rank() == 1) {
            throw new IllegalStateException("rank 1 is a client, and cannot serve: let another rank do so");
        }
        rankThread.serve();
    }

    /**
     * Says how ranks come to each operation, from a {@code @Setup(Level.Trial)} of a {@link Synchronised} benchmark.
     *
     * @param arrival the same on every rank
     * @throws IllegalArgumentException if a rank is late that there is not
     */
    public void arrive(Arrival arrival) {
        rankThread.arrive(arrival);
    }

    RankThread rankThread() {
        return rankThread;
    }
}
