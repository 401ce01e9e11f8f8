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
 * Broadcast of {@code bytes} from rank 0; one op is one broadcast that this rank has finished its part of.
 *
 * <p>Run it: {@code java -jar jmh-collectives/benchmarks/target/benchmarks.jar Broadcast -t 4} for four ranks that are
 * threads of one JVM; {@code ./lockstep run Broadcast --comm local,openmpi --ranks 2} for threads and for MPI ranks
 * side by side.
 *
 * <p>Read it: microseconds, the mean over ranks, as OSU's {@code osu_bcast} prints under "Avg". The root may be done
 * when its message is buffered, long before the last rank has it, so the mean flatters small messages: the slowest-rank
 * columns of {@code lockstep} tell when all had it. More ranks than cores measure the scheduler.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 50, batchSize = BroadcastBenchmark.BATCH)
@Measurement(iterations = 20, batchSize = BroadcastBenchmark.BATCH)
@OperationsPerInvocation(BroadcastBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class BroadcastBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    private static final int ROOT = 0;

    /** Message size. */
    @Param({"4", "1024", "65536", "1048576"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    private ByteBuffer message;

    /** Writes the buffer too: pages never written all read from one shared page of zeros, faster than real ones. */
    @Setup
    public void allocate(Rank rank) {
        message = rank.allocate(buffer, bytes);
        fill(rank);
        rank.selfCheck(this);
    }

    /** The timed operation. */
    @Benchmark
    @Reference("bcast")
    public void broadcast(Synchronised sync, Rank rank) {
        rank.comm().bcast(message, ROOT);
    }

    @Override
    public void fill(Rank rank) {
        if (rank.rank() == ROOT) {
            KnownContents.putBroadcast(message);
        } else {
            KnownContents.putNoBroadcast(message);
        }
    }

    @Override
    public void check(Rank rank) {
        KnownContents.requireBroadcast(message);
    }
}
