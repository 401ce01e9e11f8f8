package dev.lockstep.comm.testkit;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** Shows what is not run: aborted tests, which every report counts. */
final class LeftOut {
    private LeftOut() {}

    /** By the clause's name, why it is not run. */
    static Stream<DynamicNode> tests(Map<String, String> reasons) {
        return reasons.entrySet().stream()
                .map(left -> DynamicTest.dynamicTest(left.getKey(), () -> Assumptions.abort(left.getValue())));
    }
}
