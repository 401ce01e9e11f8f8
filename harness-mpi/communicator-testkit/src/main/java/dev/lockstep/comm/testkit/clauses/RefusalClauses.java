package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.testkit.clauses.Operations.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Clauses on refusals: what a provider declares it lacks is refused, with the reason that it declares, and neither
 * emulated nor waited for.
 */
final class RefusalClauses {
    static final String DECLARED = "what a communicator lacks is what its provider declares";

    private RefusalClauses() {}

    static List<Clause> of(Map<Capability, String> unsupported) {
        return Stream.concat(
                        Stream.of(new Clause(DECLARED, comm -> declared(comm, unsupported))),
                        unsupported.keySet().stream()
                                .sorted()
                                .map(lacking -> new Clause(name(lacking), comm -> refused(comm, lacking, unsupported))))
                .toList();
    }

    static String name(Capability lacking) {
        return lacking + " is refused with its reason";
    }

    /** Whether threads may share goes by the thread level as well, and is another clause. */
    private static void declared(Communicator comm, Map<Capability, String> unsupported) {
        Map<Capability, String> lacking = new HashMap<>(comm.unsupported());
        for (Capability capability : Capability.values()) {
            Expect.equal(!lacking.containsKey(capability), comm.supports(capability), "support of " + capability);
        }
        if (!unsupported.containsKey(Capability.SHARED_COMMUNICATOR)) {
            lacking.remove(Capability.SHARED_COMMUNICATOR);
        }
        Expect.equal(unsupported, lacking, "what the communicator lacks");
        unsupported.forEach((capability, reason) ->
                Expect.that(reason != null && !reason.isBlank(), "there is no reason for the lack of " + capability));
    }

    private static void refused(Communicator comm, Capability lacking, Map<Capability, String> unsupported) {
        for (Operation operation : Operations.of(comm)) {
            if (operation.needs().contains(lacking)) {
                expect(comm, operation, unsupported);
            }
        }
        comm.barrier();
    }

    /** An operation that lacks several things may name any of them. */
    private static void expect(Communicator comm, Operation operation, Map<Capability, String> unsupported) {
        try {
            operation.call().run(comm);
        } catch (UnsupportedCapabilityException e) {
            Expect.that(
                    operation.needs().contains(e.capability()),
                    operation.name() + " is refused for the lack of " + e.capability());
            Expect.equal(unsupported.get(e.capability()), e.reason(), "the reason why there is no " + operation.name());
            return;
        } catch (RuntimeException e) {
            throw new AssertionError(operation.name() + " should be refused as unsupported, not by " + e, e);
        }
        throw new AssertionError(operation.name() + " is declared unsupported, and does something");
    }
}
