package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.RequiresCapability;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@link PingPongBenchmark}'s exchange where each message is looked at before it is received, as a program does that
 * does not know its length; one op is one message one way.
 *
 * <p>Run it: {@code ./lockstep run ProbedLatency --comm openmpi,ffm,mpj --ranks 2 -p bytes=16,65536}.
 *
 * <p>Read it: beside {@link PingPongBenchmark}; what they differ by is a probe, and what a message costs that comes
 * before its buffer is known.
 */
@RequiresCapability(Capability.PROBE)
public class ProbedLatencyBenchmark extends RankPingPong {
    private final Status status = new Status();

    /** One round trip: two operations. */
    @Benchmark
    @Reference("probed-ping-pong")
    public void pingPong(Rank rank, OpTimes times) {
        Communicator comm = rank.comm();
        if (pair.first()) {
            comm.send(out, pair.peer(), TAG);
            receive(comm);
        } else {
            receive(comm);
            comm.send(out, pair.peer(), TAG);
        }
        times.mark();
    }

    private void receive(Communicator comm) {
        comm.probe(pair.peer(), TAG, status);
        comm.recv(in, status.source(), status.tag());
    }
}
