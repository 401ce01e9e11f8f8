package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Doubles that break collectives, in each of their forms. */
final class BrokenMovements {
    private BrokenMovements() {}

    static void addTo(Map<String, UnaryOperator<Communicator>> doubles) {
        Stream.of(GatherClauses.all(), ScatterClauses.all(), AllToAllClauses.all(), ReduceScatterClauses.all())
                .flatMap(List::stream)
                .map(Clause::name)
                .forEach(form -> doubles.put(form, to -> new Tampered(to, form)));
        CollectiveArgumentClauses.all().forEach(clause -> doubles.put(clause.name(), Swallowing::new));
        outstanding(doubles);
    }

    private static void outstanding(Map<String, UnaryOperator<Communicator>> doubles) {
        doubles.put("iBarrier is complete only when all have started it", to -> new Delegating(to) {
            @Override
            public Request iBarrier() {
                return new Swallowing.Complete();
            }
        });
        doubles.put("collectives under way complete in any order", to -> new Tampered(to, "iAllReduce"));
        doubles.put("collectives under way do not meet messages", to -> new Delegating(to) {
            @Override
            public Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
                // As if it were made of messages, among those of the caller.
                to.iSend(contribution, Messages.right(to), MAX_TAG);
                return to.iAllGather(contribution, result);
            }
        });
        doubles.put("a collective under way progresses in other calls", inner -> new Delegating(inner) {
            @Override
            public Request iBcast(ByteBuffer message, int root) {
                // Not under way before somebody waits.
                return new DelegatingRequest(null) {
                    @Override
                    public void await(Status status) {
                        inner.iBcast(message, root).await(status);
                    }
                };
            }
        });
    }
}
