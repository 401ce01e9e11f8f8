package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;
import java.util.List;

/** Duplicates and closing. */
final class LifeClauses {
    private static final int TAG = 71;

    private LifeClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("a duplicate has the same ranks", LifeClauses::sameRanks),
                new Clause("messages of duplicates never meet", LifeClauses::isolated),
                new Clause("closing a duplicate leaves the rest", LifeClauses::closesAlone),
                new Clause("closing twice does nothing", LifeClauses::closesTwice),
                new Clause("a closed communicator refuses", LifeClauses::refuses));
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
                all.get(i).recv(in, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
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
        ByteBuffer one = Messages.direct(8);
        ByteBuffer two = Messages.direct(8);
        int me = comm.rank();
        refuses("rank", closed::rank);
        refuses("size", closed::size);
        refuses("duplicate", closed::duplicate);
        refuses("allocate", () -> closed.allocate(8));
        refuses("send", () -> closed.send(one, me, TAG));
        refuses("recv", () -> closed.recv(one, me, TAG));
        refuses("iSend", () -> closed.iSend(one, me, TAG));
        refuses("iRecv", () -> closed.iRecv(one, me, TAG));
        refuses("sendRecv", () -> closed.sendRecv(one, me, TAG, two, me, TAG, null));
        refuses("barrier", closed::barrier);
        refuses("bcast", () -> closed.bcast(one, 0));
        refuses("reduce", () -> closed.reduce(one, two, Datatype.INT, ReduceOp.SUM, 0));
        refuses("allReduce", () -> closed.allReduce(one, two, Datatype.INT, ReduceOp.SUM));
    }

    private static void refuses(String operation, Runnable use) {
        Expect.raises(IllegalStateException.class, operation + " after close", use);
    }
}
