package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract for a provider whose ranks are processes. If the provider is not available here, that is a failure: a
 * test that skips itself proves nothing.
 */
public abstract class LaunchedCommunicatorContract {
    /** The provider under test, on the class path, to be found by its name in each rank. */
    protected abstract CommunicatorProvider provider();

    /**
     * The command that starts ranks.
     *
     * @param ranks how many; may be more than there are cores
     * @return the words that stand before {@code java}, for example {@code mpirun -np 3}
     */
    protected abstract List<String> launcher(int ranks);

    /** The launcher's name: the first of the provider's families, unless overridden. */
    protected String launcherName() {
        return provider().families().get(0).launcherName();
    }

    /** The variables that the launcher's environment must have besides. */
    protected Map<String, String> environment() {
        return Map.of();
    }

    /**
     * Clauses that the library underneath is known to break, which is no fault of the provider. They are not run,
     * because such a library may destroy more than a test, and are reported as aborted.
     *
     * @return by the clause's name, the defect and its evidence
     */
    protected Map<String, String> knownDefects() {
        return Map.of();
    }

    /**
     * Every clause with 1 to 4 ranks, or with as many as the system property {@code lockstep.contract.ranks} says
     * ({@code 3}, {@code 2,3}). What the provider declares it lacks must be refused; the clauses about it cannot be
     * run, which is reported as one aborted test for each reason.
     *
     * @param work where ranks leave their outcomes
     * @return one test each, and one for the ranks' end
     */
    @TestFactory
    protected Stream<DynamicNode> contract(@TempDir Path work) throws IOException, InterruptedException {
        Availability availability = LauncherTraits.known(launcherName())
                .map(provider()::availability)
                .orElseGet(() -> provider().availability(launcherName()));
        if (availability instanceof Availability.Unavailable missing) {
            return Stream.of(DynamicTest.dynamicTest(
                    "available", () -> Assertions.fail(missing.reason() + "; " + missing.remedy())));
        }
        Map<Capability, String> unsupported = provider().unsupported();
        LaunchedRanks runner = new LaunchedRanks(
                provider().name(),
                (Availability.Available) availability,
                environment(),
                LaunchedRanks.LIMIT,
                unsupported,
                knownDefects().keySet());
        Stream.Builder<DynamicNode> sizes = Stream.builder();
        for (int ranks : RankCounts.all().toArray()) {
            Map<String, Optional<String>> outcomes = runner.run(launcher(ranks), ranks, work.resolve("ranks-" + ranks));
            sizes.add(DynamicContainer.dynamicContainer(
                    ranks + " ranks",
                    outcomes.entrySet().stream()
                            .map(outcome -> DynamicTest.dynamicTest(
                                    outcome.getKey(), () -> outcome.getValue().ifPresent(Assertions::fail)))));
            sizes.add(DynamicContainer.dynamicContainer(
                    ranks + " ranks, known defects of the library", LeftOut.tests(knownDefects())));
        }
        return sizes.add(LeftOut.lacking(provider())).build();
    }
}
