package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.DUPLICATE;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.testkit.clauses.Operations.Operation;
import java.nio.ByteBuffer;
import java.util.List;

/** Clauses on duplicates and closing. */
final class LifeClauses {
    private static final int TAG = 71;

    private LifeClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("a duplicate has the same ranks", LifeClauses::sameRanks, DUPLICATE, POINT_TO_POINT),
                new Clause("messages of duplicates never meet", LifeClauses::isolated, DUPLICATE, POINT_TO_POINT),
                new Clause("closing a duplicate leaves the rest", LifeClauses::closesAlone, DUPLICATE, POINT_TO_POINT),
                new Clause("closing twice does nothing", LifeClauses::closesTwice, DUPLICATE),
                new Clause("a closed communicator refuses", LifeClauses::refuses, DUPLICATE));
    }

    private static void sameRanks(Communicator comm) {
        try (Communicator one = comm.duplicate();
                Communicator two = one.duplicate()) {
            for (Communicator duplicate : List.of(one, two)) {
                Expect.equal(comm.rank(), duplicate.rank(), "a duplicate's rank");
                Expect.equal(comm.size(), duplicate.size(), "a duplicate's size");
                Messages.shiftPattern(duplicate, Messages.direct(9), Messages.direct(9), TAG, "a duplicate's message");
                duplicate.barrier();
            }
        }
    }

    private static void isolated(Communicator comm) {
        try (Communicator one = comm.duplicate();
                Communicator two = comm.duplicate()) {
            List<Communicator> all = List.of(comm, one, two);
            ByteBuffer in = Messages.direct(8);
            List<Request> sending = all.stream()
                    .map(c -> c.iSend(Messages.direct(8).putInt(0, all.indexOf(c)), Messages.right(comm), TAG))
                    .toList();
            comm.barrier();
            for (int i = all.size() - 1; i >= 0; i--) {
                all.get(i).recv(in, Messages.any(comm, Messages.left(comm)), Messages.anyTag(comm, TAG));
                Expect.equal(i, in.getInt(0), "the communicator of the message");
            }
            sending.forEach(Request::await);
        }
    }

    private static void closesAlone(Communicator comm) {
        Communicator kept = comm.duplicate();
        Communicator closed = comm.duplicate();
        closed.close();
        Messages.shiftPattern(kept, Messages.direct(9), Messages.direct(9), TAG, "a message of the duplicate left");
        kept.close();
        Messages.shiftPattern(comm, Messages.direct(9), Messages.direct(9), TAG, "a message of the original");
        comm.barrier();
    }

    private static void closesTwice(Communicator comm) {
        Communicator closed = comm.duplicate();
        closed.close();
        closed.close();
        comm.barrier();
    }

    private static void refuses(Communicator comm) {
        Communicator closed = comm.duplicate();
        closed.close();
        for (Operation operation : Operations.of(comm)) {
            if (operation.needs().stream().allMatch(comm::supports)) {
                Expect.raises(
                        IllegalStateException.class,
                        operation.name() + " after close",
                        () -> operation.call().run(closed));
            }
        }
    }
}
