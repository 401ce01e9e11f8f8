package dev.lockstep.transport.testkit;

import java.util.List;
import java.util.stream.Stream;

/** The clauses of the whole contract. */
final class Clauses {
    private Clauses() {}

    static List<Clause> all() {
        return Stream.of(
                        DeclarationClauses.all(),
                        MessageClauses.all(),
                        PollClauses.all(),
                        PushClauses.all(),
                        TrafficClauses.all(),
                        AddressClauses.all(),
                        ConnectionClauses.all(),
                        StrangerClauses.all(),
                        DatagramClauses.all(),
                        ProcessClauses.all())
                .flatMap(List::stream)
                .toList();
    }
}
