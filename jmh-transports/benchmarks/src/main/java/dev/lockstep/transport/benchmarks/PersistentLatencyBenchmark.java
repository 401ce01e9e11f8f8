package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.RequiresCapability;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@link PingPongBenchmark}'s exchange by persistent requests: both are prepared once, and started and awaited for
 * each message; one op is one message one way. It is {@code osu_latency_persistent} of OSU Micro-Benchmarks 7.4.
 *
 * <p>Run it: {@code ./lockstep run PersistentLatency --comm openmpi,ffm,mpj --ranks 2 -p bytes=16}.
 *
 * <p>Read it: beside {@link PingPongBenchmark}; what they differ by is what a library saves when it knows the
 * arguments, less what starting and waiting cost apart.
 */
@RequiresCapability(Capability.PERSISTENT_REQUESTS)
public class PersistentLatencyBenchmark extends RankPingPong {
    private PersistentRequest sending;
    private PersistentRequest receiving;

    @Override
    void prepare(Rank rank) {
        sending = rank.comm().sendInit(out, pair.peer(), TAG);
        receiving = rank.comm().recvInit(in, pair.peer(), TAG);
    }

    /** One round trip: two operations. */
    @Benchmark
    @Reference("persistent-ping-pong")
    public void pingPong(Rank rank, OpTimes times) {
        if (pair.first()) {
            sending.start();
            sending.await();
            receiving.start();
            receiving.await();
        } else {
            receiving.start();
            receiving.await();
            sending.start();
            sending.await();
        }
        times.mark();
    }

    /** Gives the requests back. */
    @TearDown
    public void release() {
        sending.close();
        receiving.close();
    }
}
