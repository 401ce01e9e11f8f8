package dev.lockstep.collectives;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Synchronised;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Every rank sends {@code bytes} to every rank, itself among them, and receives as many from each; one op is one such
 * exchange that this rank has finished its part of.
 *
 * <p>Run it: {@code java -jar jmh-collectives/benchmarks/target/benchmarks.jar AllToAll -t 4} for four ranks that are
 * threads of one JVM; {@code ./lockstep run AllToAll --comm local,openmpi --ranks 2} for threads and for MPI ranks side
 * by side.
 *
 * <p>Read it: microseconds, the mean over ranks, as OSU's {@code osu_alltoall} prints under "Avg". {@code bytes} is the
 * size of one message: a rank sends {@code bytes} times ranks in all. It is the collective that loads a network most,
 * so with more ranks expect it to grow faster than any other. More ranks than cores measure the scheduler.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = AllToAllBenchmark.BATCH)
@Measurement(iterations = 20, batchSize = AllToAllBenchmark.BATCH)
@OperationsPerInvocation(AllToAllBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class AllToAllBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    /** Size of the message from one rank to another. */
    @Param({"4", "1024", "65536"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private ByteBuffer send;
    private ByteBuffer recv;

    /** Writes both buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void allocate(Rank rank) {
        send = rank.allocate(buffer, Math.multiplyExact(bytes, rank.size()));
        recv = rank.allocate(buffer, Math.multiplyExact(bytes, rank.size()));
        fill(rank);
        rank.selfCheck(this);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("alltoall")
    public void allToAll(Synchronised sync, Rank rank) {
        rank.comm().allToAll(send, recv);
    }

    @Override
    public void fill(Rank rank) {
        for (int other = 0; other < rank.size(); other++) {
            KnownContents.putMessage(part(send, other), message(rank, rank.rank(), other));
            KnownContents.putNoMessage(part(recv, other), message(rank, other, rank.rank()));
        }
    }

    @Override
    public void check(Rank rank) {
        for (int other = 0; other < rank.size(); other++) {
            KnownContents.requireMessage(part(recv, other), message(rank, other, rank.rank()));
            KnownContents.requireMessage(part(send, other), message(rank, rank.rank(), other));
        }
    }

    private ByteBuffer part(ByteBuffer all, int other) {
        return all.duplicate().limit((other + 1) * bytes).position(other * bytes);
    }

    /** The number of a message, unlike any other's, so that none can stand in for another. */
    private static int message(Rank rank, int from, int to) {
        return from * rank.size() + to;
    }
}
