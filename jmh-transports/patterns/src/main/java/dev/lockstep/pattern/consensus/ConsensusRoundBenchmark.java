package dev.lockstep.pattern.consensus;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.pattern.Connection;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * The whole round of Boysan (2018), with threads, connections and marshalling; see {@link RoundBenchmark} for what an
 * operation is and what is scored.
 *
 * <p>{@code threading=perMessage}, the paper's way, has a listener, a new thread that marshals and sends each message, and
 * another for each message that has come: it unmarshals, then answers by one more thread, or counts down. {@code pool} does
 * that by as many threads as there are processors, and its listener unmarshals, as in the paper's program; {@code virtual}
 * by virtual threads, which take JDK 21; {@code eventLoop} by one thread that does everything in turn. Times are collected
 * by a thread of their own, but for {@code eventLoop}.
 *
 * <p>{@code connection=perMessage} connects, writes and closes for each message; {@code kept} has one connection for each
 * pair. Threads send at the same time where the transport lets them share an endpoint, else in turn. MPI's messages are
 * {@code --transport communicator:calls=nonblocking:threads=many}: threads share a communicator, {@code MPI_THREAD_MULTIPLE}
 * is asked for, and what was granted is recorded.
 *
 * <p>Run it: {@code java -jar jmh-transports/patterns/target/benchmarks.jar ConsensusRound -p transport=socket -t 2} for two
 * roles of one JVM; {@code ./lockstep run ConsensusRound --transport socket --comm none --ranks 1,2,4}.
 *
 * <p>Read it: microseconds from the first ping to the last pong. A role has several threads at work, and a listener of MPI's
 * or of shared memory spins: with fewer cores than these the scheduler's choices are part of every number.
 */
@Combinations(Consensus.class)
public class ConsensusRoundBenchmark extends RoundBenchmark {
    /** {@code perMessage}, {@code pool}, {@code eventLoop} or {@code virtual}. */
    @Param("perMessage")
    String threading;

    /** {@code perMessage} or {@code kept}. */
    @Param({"perMessage", "kept"})
    String connection;

    /** The name of a codec; by default, the paper's way. */
    @Param("json-string")
    String codec;

    @Override
    Role<?> role(Rank rank, Peers peers) throws IOException {
        return new Role<>(rank, peers, Threading.of(threading), Connection.isPerMessage(connection), objects(codec));
    }

    /**
     * One round.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "consensus", stage = "whole")
    public void round(Rank rank, OpTimes times) throws IOException {
        round(times);
    }
}
