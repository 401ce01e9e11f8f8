package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clauses on barrier and broadcast. */
final class CollectiveClauses {
    private static final int TAG = 51;
    /** The lateness of a rank: more only makes it likelier that a broken barrier is caught. */
    private static final long LATE_MILLIS = 20;

    private CollectiveClauses() {}

    static List<Clause> all() {
        return List.of(
                barrier(LATE_MILLIS),
                new Clause("barriers follow each other", CollectiveClauses::barriers),
                new Clause("bcast from every root", CollectiveClauses::bcast, BROADCAST),
                new Clause("bcast between position and limit", CollectiveClauses::bcastOffset, BROADCAST));
    }

    /** Of a rank that is so late. */
    static Clause barrier(long lateMillis) {
        return new Clause(
                "a barrier holds every rank until all are there", comm -> barrier(comm, lateMillis), POINT_TO_POINT);
    }

    /** Ranks that have left tell the late rank; before it enters itself, it must not have heard from any. */
    private static void barrier(Communicator comm, long lateMillis) throws InterruptedException {
        for (int late = 0; late < comm.size(); late++) {
            if (comm.rank() != late) {
                comm.barrier();
                comm.send(Messages.direct(1), late, TAG);
            } else {
                List<Request> heard = new ArrayList<>();
                for (int other = 0; other < comm.size(); other++) {
                    if (other != late) {
                        heard.add(comm.iRecv(Messages.direct(1), other, TAG));
                    }
                }
                long since = System.nanoTime();
                do {
                    TimeUnit.MILLISECONDS.sleep(1);
                    for (Request request : heard) {
                        Expect.that(!request.test(), "a rank left the barrier before rank " + late + " came");
                    }
                } while (System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(lateMillis));
                comm.barrier();
                heard.forEach(Request::await);
            }
        }
    }

    private static void barriers(Communicator comm) {
        for (int i = 0; i < 200; i++) {
            comm.barrier();
        }
    }

    private static void bcast(Communicator comm) {
        for (int size : new int[] {0, 1, 4, 5000, 200_000, Messages.LARGE}) {
            ByteBuffer buffer = Messages.direct(size);
            for (int root = 0; root < comm.size(); root++) {
                Messages.fill(buffer, comm.rank() == root ? 70 + root : 90);
                comm.bcast(buffer, root);
                Expect.pattern(buffer, 70 + root, "what rank " + root + " broadcasts");
            }
        }
    }

    private static void bcastOffset(Communicator comm) {
        for (ByteBuffer whole : List.of(
                Messages.direct(200), Messages.heap(200), Messages.heap(220).slice(9, 200))) {
            for (int root = 0; root < comm.size(); root++) {
                Messages.fill(whole.clear(), 90);
                whole.limit(105 + comm.rank()).position(5 + comm.rank());
                ByteBuffer message = whole;
                if (comm.rank() == root) {
                    Messages.fill(whole, 70 + root);
                    message = whole.asReadOnlyBuffer();
                }
                comm.bcast(message, root);
                Expect.pattern(whole, 70 + root, "what rank " + root + " broadcasts");
                Expect.equal(Messages.at(90, 4), Messages.byteAt(whole, 4), "the byte before");
                Expect.equal(Messages.at(90, 199), Messages.byteAt(whole, 199), "a byte behind");
            }
        }
    }
}
