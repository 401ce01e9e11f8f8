package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_GATHER;
import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.ALL_TO_ALL;
import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Clauses on several collectives under way together, and with other operations. */
final class OutstandingClauses {
    private static final int TAG = 37;
    private static final int ROUNDS = 20;

    private OutstandingClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause(
                        "iBarrier is complete only when all have started it",
                        OutstandingClauses::iBarrier,
                        NON_BLOCKING_COLLECTIVES,
                        POINT_TO_POINT),
                new Clause(
                        "collectives under way complete in any order",
                        OutstandingClauses::anyOrder,
                        NON_BLOCKING_COLLECTIVES,
                        ALL_GATHER,
                        ALL_REDUCE,
                        ALL_TO_ALL,
                        BROADCAST),
                new Clause(
                        "collectives under way do not meet messages",
                        OutstandingClauses::noMeeting,
                        NON_BLOCKING_COLLECTIVES,
                        ALL_GATHER,
                        POINT_TO_POINT),
                new Clause(
                        "a collective under way progresses in other calls",
                        OutstandingClauses::progress,
                        NON_BLOCKING_COLLECTIVES,
                        BROADCAST,
                        POINT_TO_POINT));
    }

    /** The last rank hears from all others that the barrier still holds them, before it enters. */
    private static void iBarrier(Communicator comm) {
        for (int late = 0; late < comm.size(); late++) {
            if (comm.rank() == late) {
                for (int i = 1; i < comm.size(); i++) {
                    comm.recv(Messages.direct(1), Messages.any(comm, (late + i) % comm.size()), TAG);
                }
                comm.iBarrier().await();
            } else {
                Request started = comm.iBarrier();
                for (int i = 0; i < 50; i++) {
                    Expect.that(!started.test(), "a barrier is complete before rank " + late + " has started it");
                }
                comm.send(Messages.direct(1), late, TAG);
                while (!started.test()) {
                    Expect.that(comm.size() > 1, "nobody is left to wait for");
                }
            }
        }
    }

    private static void anyOrder(Communicator comm) {
        int ranks = comm.size();
        for (int round = 0; round < ROUNDS; round++) {
            int size = round % 5 == 4 ? 30_000 : 40 + round;
            List<Request> requests = new ArrayList<>();
            List<Runnable> checks = new ArrayList<>();
            for (int root = 0; root < ranks; root++) {
                ByteBuffer message = Messages.fill(Messages.direct(size), comm.rank() == root ? root : 60);
                requests.add(comm.iBcast(message, root));
                int from = root;
                checks.add(() -> Expect.pattern(message, from, "what rank " + from + " broadcasts"));
            }
            ByteBuffer gathered = Framed.HEAP.of(size * ranks);
            requests.add(comm.iAllGather(Messages.fill(Messages.direct(size), comm.rank()), gathered));
            checks.add(() -> RankBlocks.expectAll(comm, gathered, size, "what all gather"));
            requests.add(comm.iBarrier());
            checks.add(() -> {});
            ByteBuffer sum = Messages.direct(4 * size);
            requests.add(comm.iAllReduce(
                    Numbers.fill(Messages.direct(4 * size), Datatype.INT, comm.rank()),
                    sum,
                    Datatype.INT,
                    ReduceOp.SUM));
            checks.add(() -> Numbers.expectCombined(sum, Datatype.INT, ReduceOp.SUM, ranks, "the sum"));
            ByteBuffer exchanged = Framed.DIRECT.of(size * ranks);
            requests.add(comm.iAllToAll(RankBlocks.all(comm, Framed.DIRECT, size), exchanged));
            checks.add(() -> {
                for (int rank = 0; rank < ranks; rank++) {
                    ByteBuffer block = Framed.block(exchanged, rank * size, size);
                    Expect.pattern(block, comm.rank(), "the block from rank " + rank);
                }
            });
            complete(requests, checks, comm.rank() + round);
        }
    }

    /** Completes requests in each rank's own order: backwards, from some index on, or as they come. */
    private static void complete(List<Request> requests, List<Runnable> checks, int order) {
        if (order % 3 == 0) {
            Request[] all = requests.toArray(Request[]::new);
            for (int found = Requests.waitAny(all, null); found >= 0; found = Requests.waitAny(all, null)) {
                checks.get(found).run();
            }
            return;
        }
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            places.add(i);
        }
        Collections.rotate(places, order);
        if (order % 3 == 1) {
            Collections.reverse(places);
        }
        for (int place : places) {
            requests.get(place).await();
            checks.get(place).run();
        }
    }

    private static void noMeeting(Communicator comm) {
        int size = 50;
        ByteBuffer in = Messages.direct(200);
        Request receiving = comm.iRecv(in, Messages.any(comm, Messages.left(comm)), Messages.anyTag(comm, TAG));
        ByteBuffer gathered = Framed.DIRECT.of(size * comm.size());
        comm.iAllGather(Messages.fill(Messages.direct(size), comm.rank()), gathered)
                .await();
        RankBlocks.expectAll(comm, gathered, size, "what all gather");
        Expect.that(!receiving.test(), "a receive got what a collective sent");
        comm.barrier();
        Request sending = comm.iSend(Messages.fill(Messages.direct(200), comm.rank()), Messages.right(comm), TAG);
        receiving.await();
        sending.await();
        Expect.pattern(in, Messages.left(comm), "the message");
        comm.barrier();
    }

    /** Ranks complete a broadcast only while its root waits for something else. */
    private static void progress(Communicator comm) {
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer message = Messages.fill(Messages.direct(Messages.LARGE), comm.rank() == root ? 3 : 4);
            Request started = comm.iBcast(message, root);
            if (comm.rank() == root) {
                for (int i = 1; i < comm.size(); i++) {
                    comm.recv(Messages.direct(1), Messages.any(comm, (root + i) % comm.size()), TAG);
                }
                started.await();
            } else {
                started.await();
                Expect.pattern(message, 3, "what rank " + root + " broadcasts");
                comm.send(Messages.direct(1), root, TAG);
            }
        }
    }
}
