package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract for a provider whose ranks are threads: a subclass names the provider, and that is all. */
public abstract class CommunicatorContract {
    private static final int MOST_RANKS = 4;

    /** For subclasses. */
    protected CommunicatorContract() {}

    /**
     * What is tested.
     *
     * @return a provider whose ranks are threads
     */
    protected abstract CommunicatorProvider provider();

    /**
     * How long one clause may take.
     *
     * @return generous, because only a rank that hangs needs it
     */
    protected Duration limit() {
        return Duration.ofSeconds(20);
    }

    /**
     * Every clause with 1 to 4 ranks. What the provider declares it lacks must be refused; the clauses about it cannot be
     * run, which is reported as one aborted test for each reason.
     *
     * @return one test each
     */
    @TestFactory
    protected Stream<DynamicNode> contract() {
        Map<Capability, String> unsupported = provider().unsupported();
        ThreadRanks runner = new ThreadRanks(provider(), limit(), UnaryOperator.identity());
        Stream<DynamicNode> sizes = IntStream.rangeClosed(1, MOST_RANKS)
                .mapToObj(ranks -> DynamicContainer.dynamicContainer(
                        ranks + " ranks",
                        Clauses.of(unsupported).stream()
                                .map(clause -> DynamicTest.dynamicTest(
                                        clause.name(),
                                        () -> runner.run(clause, ranks).ifPresent(Assertions::fail)))));
        return Stream.concat(sizes, Stream.of(LeftOut.lacking(provider())));
    }
}
