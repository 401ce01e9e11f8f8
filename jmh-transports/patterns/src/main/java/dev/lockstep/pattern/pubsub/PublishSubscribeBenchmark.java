package dev.lockstep.pattern.pubsub;

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
 * A ping-pong by topics after Baker, Grove and Lakhoo (2005), with all that it costs: ranks 0 to {@code producers} - 1
 * publish, all others subscribe and answer. A transport that has topics is their NaradaBrokering, every other their
 * jGMA: who publishes is told by a mediator who has subscribed, and sends directly. With {@code network=wan} those who
 * publish are at one site and the others at another, each with a mediator or a broker, which HTTP joins: both relay.
 *
 * <p>Run it: {@code java -jar jmh-transports/patterns/target/benchmarks.jar PublishSubscribe -p transport=socket -t 2}
 * for two threads of one JVM;
 * {@code ./lockstep run PublishSubscribe --transport socket,jms --comm local,none,openmpi --ranks 2,4 -p bytes=1,1024,65536,4194304}
 * for direct and brokered side by side, between threads, processes and MPI's processes; with
 * {@code -p network=wan} the paper's second test.
 *
 * <p>Read it: microseconds one way; with several subscribers until the last has answered, half of it; with several
 * producers each of them waits for its own answers. Between hosts {@code socket} with {@code connection=perMessage}
 * runs out of ports after some 28,000 messages a minute; {@code socket-open-close}, which is the same in the
 * transport, does not.
 */
@Combinations(Published.class)
public class PublishSubscribeBenchmark extends PublishBenchmark {
    /** {@code perMessage}, as in the paper, or {@code kept}. */
    @Param({"perMessage", "kept"})
    String connection;

    /** How many ranks produce, 1 to 4. */
    @Param("1")
    int producers;

    /** The mediator's protocol, with a store behind it: {@code tcp}, {@code http}, {@code tcp:store=h2}. */
    @Param(PublishBenchmark.MEDIATOR)
    String mediator;

    @Override
    Exchange<?> exchange(Rank rank, Peers peers) throws IOException {
        Direct.Way way = new Direct.Way(Connection.isPerMessage(connection), true);
        return marshalled(rank, peers, new Exchange.Plan(producers, way, mediator, network.equals(WAN)));
    }

    /**
     * One message to and fro: two operations.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    @Reported(section = "pubsub", stage = "whole")
    public void pingPong(Rank rank, OpTimes times) throws IOException {
        pingPong(times);
    }
}
