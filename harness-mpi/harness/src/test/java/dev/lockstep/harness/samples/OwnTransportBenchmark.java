package dev.lockstep.harness.samples;

import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Synchronised;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Ranks that know of each other, and send nothing. */
@OwnTransport
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, batchSize = 20)
@Measurement(iterations = 2, batchSize = 20)
@OperationsPerInvocation(20)
public class OwnTransportBenchmark implements SelfCheck {
    private List<String> known;
    private int operations;

    private static String name(int rank, int thread) {
        return "thread " + thread + " of rank " + rank;
    }

    /** Called by JMH. */
    @Setup
    public void meet(Rank rank) {
        known = rank.exchange(name(rank.rank(), rank.thread()));
        rank.selfCheck(this);
    }

    /** With a barrier before each operation. */
    @Benchmark
    @Reported(section = "samples", stage = "together")
    public int together(Synchronised sync, Rank rank) {
        return ++operations;
    }

    /** Without. */
    @Benchmark
    public int alone(Rank rank) {
        return ++operations;
    }

    @Override
    public void fill(Rank rank) {
        operations = 0;
    }

    @Override
    public void check(Rank rank) {
        List<String> all = IntStream.range(0, rank.size())
                .mapToObj(r -> name(r, rank.thread()))
                .toList();
        if (!known.equals(all) || operations != 1) {
            throw new IllegalStateException("expected " + all + " and 1, found " + known + " and " + operations);
        }
    }
}
