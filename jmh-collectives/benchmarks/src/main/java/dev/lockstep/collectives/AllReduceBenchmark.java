package dev.lockstep.collectives;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.Reported;
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
 * Allreduce of {@code bytes} of float sums; one op is one completed allreduce on this rank.
 *
 * <p>Run it: {@code java -jar jmh-collectives/benchmarks/target/benchmarks.jar AllReduce -t 4} for four ranks that are
 * threads of one JVM; {@code ./lockstep run AllReduce --comm local,openmpi --ranks 2} for threads and for MPI ranks
 * side by side.
 *
 * <p>Read it: microseconds, the mean over ranks, as OSU's {@code osu_allreduce} prints under "Avg". The slowest rank
 * decides how fast a program goes on: with {@code lockstep} see the slowest-rank columns. With {@code comm=local} a
 * message is a copy within one heap, so that column is the floor of coordination between threads, not a network. More
 * ranks than cores measure the scheduler.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = AllReduceBenchmark.BATCH)
@Measurement(iterations = 20, batchSize = AllReduceBenchmark.BATCH)
@OperationsPerInvocation(AllReduceBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class AllReduceBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    /** Message size; a multiple of a float's 4 bytes. */
    @Param({"4", "1024", "65536", "1048576"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private ByteBuffer send;
    private ByteBuffer recv;

    /** Writes both buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void allocate(Rank rank) {
        send = rank.allocate(buffer, bytes);
        recv = rank.allocate(buffer, bytes);
        fill(rank);
        rank.selfCheck(this);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("allreduce")
    @Reported(section = "collectives", stage = "all-reduce")
    public void allReduce(Synchronised sync, Rank rank) {
        rank.comm().allReduce(send, recv, Datatype.FLOAT, ReduceOp.SUM);
    }

    @Override
    public void fill(Rank rank) {
        KnownContents.putContribution(send, rank.rank());
        KnownContents.putNoResult(recv);
    }

    @Override
    public void check(Rank rank) {
        KnownContents.requireSum(recv, rank.size());
        KnownContents.requireContribution(send, rank.rank());
    }
}
