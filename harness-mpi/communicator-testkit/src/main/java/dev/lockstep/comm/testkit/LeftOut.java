package dev.lockstep.comm.testkit;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.clauses.Clauses;
import dev.lockstep.spi.Lacks;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** Shows what is not run as aborted tests, which every report counts. */
final class LeftOut {
    private LeftOut() {}

    /** What a provider declares to lack, once for each reason; what can be tested is that it is refused. */
    static DynamicNode lacking(CommunicatorProvider provider) {
        return DynamicContainer.dynamicContainer(
                Clauses.leftOut(provider.unsupported()).size()
                        + SharingClauses.all().size()
                        - SharingClauses.of(provider.unsupported(), List.of()).size()
                        + " clauses cannot be run",
                Lacks.of(provider.unsupported()).stream()
                        .map(lacks -> DynamicTest.dynamicTest(
                                "lacks " + String.join(", ", lacks.capabilities()),
                                () -> Assumptions.abort(lacks.reason()))));
    }

    /** An aborted test for each clause that is not run, by its name. */
    static Stream<DynamicNode> tests(Map<String, String> reasons) {
        return reasons.entrySet().stream()
                .map(left -> DynamicTest.dynamicTest(left.getKey(), () -> Assumptions.abort(left.getValue())));
    }
}
