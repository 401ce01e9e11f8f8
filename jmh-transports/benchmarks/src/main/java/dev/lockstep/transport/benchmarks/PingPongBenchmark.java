package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.Reported;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * A message of {@code bytes} to and fro over the communicator, by blocking send and receive; one op is one message one
 * way, half a round trip. It is {@code osu_latency}'s exchange: the even rank sends and receives, the odd one receives
 * and sends, without a pause.
 *
 * <p>Rank 2i plays with rank 2i + 1. With 2 ranks that is the classic latency test; with 4 or more it is
 * {@code osu_multi_lat}, whose pairs share what lies between them. An odd number of ranks is refused.
 *
 * <p>Run it: {@code java -jar jmh-transports/benchmarks/target/benchmarks.jar benchmarks.PingPong -t 2} for two ranks
 * that are threads of one JVM; {@code ./lockstep run transport.benchmarks.PingPong --comm local,openmpi --ranks 2} for
 * threads and for MPI ranks side by side. (Without {@code transport.benchmarks.} the pattern finds {@link
 * TransportPingPongBenchmark} as well.)
 *
 * <p>Read it: microseconds one way, comparable to what {@code osu_latency} prints. At small sizes it is overhead per
 * message; where it begins to grow with {@code bytes}, bandwidth; a step in between is the change from eager to
 * rendezvous. With {@code comm=local} a message is one copy between two threads. Ranks that wait spin, so more ranks
 * than cores measure the scheduler.
 */
@Counts(by = Counts.OSU, small = 10_000, large = 1_000)
@Counts(by = Counts.PAPER, small = 1_000, large = 100)
public class PingPongBenchmark extends RankPingPong {
    /** One round trip: two operations. */
    @Benchmark
    @Reference("ping-pong")
    @Reported(section = "messages", stage = "one-way")
    public void pingPong(Rank rank, OpTimes times) {
        Communicator comm = rank.comm();
        if (pair.first()) {
            comm.send(out, pair.peer(), TAG);
            comm.recv(in, pair.peer(), TAG);
        } else {
            comm.recv(in, pair.peer(), TAG);
            comm.send(out, pair.peer(), TAG);
        }
        times.mark();
    }
}
