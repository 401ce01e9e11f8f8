package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.clauses.Clauses;
import dev.lockstep.spi.Availability;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract for a provider whose ranks are threads: a subclass names the provider, and that is all. */
public abstract class CommunicatorContract {
    /** The provider under test, whose ranks are threads. */
    protected abstract CommunicatorProvider provider();

    /** The time limit of one clause; generous, because only a rank that hangs needs it. */
    protected Duration limit() {
        return Duration.ofMinutes(2);
    }

    /**
     * Clauses that the library underneath is known to break, which is no fault of the provider. They are not run, and
     * are reported as aborted.
     *
     * @return by the clause's name, the defect and its evidence
     */
    protected Map<String, String> knownDefects() {
        return Map.of();
    }

    /**
     * What stands between a rank and its communicator, and keeps the contract as well.
     *
     * @return by default nothing
     */
    protected UnaryOperator<Communicator> dressing() {
        return UnaryOperator.identity();
    }

    /**
     * Every clause with 1 to 4 ranks, or with as many as the system property {@code lockstep.contract.ranks} says
     * ({@code 3}, {@code 2,3}). What the provider declares it lacks must be refused; the clauses about it cannot be
     * run, which is reported as one aborted test for each reason.
     */
    @TestFactory
    protected Stream<DynamicNode> contract() {
        Map<Capability, String> unsupported = provider().unsupported();
        if (provider().availability() instanceof Availability.Unavailable missing) {
            return Stream.of(DynamicTest.dynamicTest(
                    "available", () -> Assertions.fail(missing.reason() + "; " + missing.remedy())));
        }
        ThreadRanks runner = new ThreadRanks(provider(), limit(), dressing());
        Stream<DynamicNode> sizes = RankCounts.all()
                .mapToObj(ranks -> DynamicContainer.dynamicContainer(
                        ranks + " ranks",
                        Stream.concat(
                                        Clauses.of(unsupported).stream(),
                                        SharingClauses.of(unsupported, List.of()).stream())
                                .filter(clause -> !knownDefects().containsKey(clause.name()))
                                .map(clause -> DynamicTest.dynamicTest(
                                        clause.name(),
                                        () -> runner.run(clause, ranks).ifPresent(Assertions::fail)))));
        return Stream.of(
                        sizes,
                        Stream.of(
                                DynamicContainer.dynamicContainer(
                                        "known defects of the library", LeftOut.tests(knownDefects())),
                                LeftOut.lacking(provider())))
                .flatMap(Function.identity());
    }
}
