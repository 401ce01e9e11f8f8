package dev.lockstep.pattern.progress;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Sized;
import dev.lockstep.harness.Work;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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

/**
 * Everybody's block to everybody, by an {@code iSend} and an {@code iRecv} for each rank, itself included, and one wait for
 * all; before it each rank computes for a while. One op is one such exchange, without what was computed before it.
 *
 * <p>Run it: {@code ./lockstep run AllToAllPull --comm push:counters=on,pull:counters=on --ranks 2 -p compute=0,1000}; with
 * {@code progress=spin|yield|20us} and {@code idle=64} behind the communicator's name.
 *
 * <p>Read it: microseconds of an exchange, and for a communicator that counts the secondary metrics {@code progress.*} per
 * exchange: how often progress was made, how many sockets had something or could take something, how often there was nothing
 * to send by one that could, and the time in each, in selecting, and between one call and the next. What is computed is
 * part of {@code progress.between}.
 *
 * <p>Source: section III.A of the paper, whose blocks have 32 KiB and whose ranks are 64.
 */
@RequiresCapability(Capability.POINT_TO_POINT)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = AllToAllPullBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = AllToAllPullBenchmark.BATCH)
@OperationsPerInvocation(AllToAllPullBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class AllToAllPullBenchmark implements SelfCheck, Sized {
    static final int BATCH = 200;

    private static final int TAG = 0;
    private static final int PRIME = 251;

    /** What each rank sends to each, in bytes. */
    @Param("32768")
    int bytes;

    /** For how long a rank computes before each exchange, in microseconds. */
    @Param("0")
    int compute;

    private final Work work = new Work();
    private ByteBuffer[] out;
    private ByteBuffer[] in;
    private Request[] requests;
    private long exchanging;
    private long exchanges;

    /** Called by JMH. */
    @Setup
    public void allocate(Rank rank) {
        int size = rank.size();
        out = new ByteBuffer[size];
        in = new ByteBuffer[size];
        requests = new Request[2 * size];
        for (int other = 0; other < size; other++) {
            out[other] = rank.allocate("direct", bytes);
            in[other] = rank.allocate("direct", bytes);
            for (int i = 0; i < bytes; i++) {
                out[other].put(i, content(rank.rank(), other, i));
            }
        }
        rank.selfCheck(this);
    }

    /** Called by JMH: the first exchange finds all ranks ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        exchanging = 0;
        exchanges = 0;
        rank.comm().barrier();
    }

    @Override
    public long memory(Map<String, String> params, int ranks) {
        return 2L * ranks * Integer.parseInt(params.get("bytes"));
    }

    /**
     * Computes, and exchanges.
     *
     * @return what was computed
     */
    @Benchmark
    public double exchange(Rank rank, OpTimes times) {
        work.compute(TimeUnit.MICROSECONDS.toNanos(compute));
        times.start();
        long start = System.nanoTime();
        Communicator comm = rank.comm();
        for (int i = 0; i < in.length; i++) {
            requests[2 * i] = comm.iSend(out[i], i, TAG);
            requests[2 * i + 1] = comm.iRecv(in[i], i, TAG);
        }
        Requests.waitAll(requests);
        exchanging += System.nanoTime() - start;
        exchanges++;
        times.mark();
        return work.done();
    }

    /** Called by JMH: what was computed is no part of the score. */
    @TearDown(Level.Iteration)
    public void score(Rank rank) {
        if (compute > 0 && exchanges > 0) {
            rank.score((double) exchanging / exchanges);
        }
    }

    private static byte content(int from, int to, int index) {
        return (byte) ((31 * from + 7 * to + index) % PRIME);
    }

    @Override
    public void fill(Rank rank) {
        for (ByteBuffer block : in) {
            for (int i = 0; i < bytes; i++) {
                block.put(i, (byte) -1);
            }
        }
    }

    @Override
    public void check(Rank rank) {
        for (int from = 0; from < in.length; from++) {
            for (int i = 0; i < bytes; i++) {
                byte expected = content(from, rank.rank(), i);
                if (in[from].get(i) != expected) {
                    throw new IllegalStateException(
                            "byte " + i + " of rank " + from + "'s block is " + in[from].get(i) + ", not " + expected);
                }
            }
        }
    }
}
