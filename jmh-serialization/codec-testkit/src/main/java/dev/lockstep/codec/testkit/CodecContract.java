package dev.lockstep.codec.testkit;

import dev.lockstep.codec.CodecProvider;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contract for a provider: a subclass names it, and that is all. */
public abstract class CodecContract {

    /** The provider under test, which is available. */
    protected abstract CodecProvider provider();

    /** The time limit of one clause; generous, because only a codec that hangs needs it. */
    protected Duration limit() {
        return Duration.ofSeconds(60);
    }

    /**
     * One test for each clause and each type that the provider claims. Of mutated bytes there are 10,000 for each type, or
     * as many as the system property {@code lockstep.contract.mutations} says.
     */
    @TestFactory
    protected Stream<DynamicNode> contract() {
        CodecProvider provider = provider();
        return Clauses.of(provider).stream()
                .map(clause -> DynamicTest.dynamicTest(
                        clause.name(),
                        () -> Assertions.assertTimeoutPreemptively(
                                limit(), () -> clause.check().run())));
    }
}
