package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.PROBE;
import static dev.lockstep.comm.Capability.WILDCARD;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.List;

/** Clauses on looking at messages before they are received. */
final class ProbeClauses {
    private static final int TAG = 21;
    private static final int[] SIZES = {0, 12, 9000, 300_000};

    private ProbeClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("probe tells what is then received", ProbeClauses::probe, POINT_TO_POINT, PROBE, WILDCARD),
                new Clause(
                        "iProbe answers whether a message is there",
                        ProbeClauses::iProbe,
                        POINT_TO_POINT,
                        PROBE,
                        WILDCARD),
                new Clause(
                        "a probe selects by source and tag", ProbeClauses::selects, POINT_TO_POINT, PROBE, WILDCARD));
    }

    private static void probe(Communicator comm) {
        Status status = new Status();
        for (int size : SIZES) {
            for (int source : new int[] {Messages.left(comm), Communicator.ANY_SOURCE}) {
                for (int tag : new int[] {TAG, Communicator.ANY_TAG}) {
                    Request sending =
                            comm.iSend(Messages.fill(Messages.direct(size), comm.rank()), Messages.right(comm), TAG);
                    comm.probe(source, tag, null);
                    // Again: a message that was seen is still there.
                    comm.probe(source, tag, status);
                    expect(comm, status, size);
                    ByteBuffer in = Messages.direct(status.bytes());
                    comm.recv(in, status.source(), status.tag());
                    Expect.pattern(in, Messages.left(comm), "what was probed");
                    sending.await();
                    comm.barrier();
                }
            }
        }
    }

    private static void iProbe(Communicator comm) {
        Status status = new Status();
        for (int size : SIZES) {
            for (int i = 0; i < 50; i++) {
                Expect.that(
                        !comm.iProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status),
                        "a probe sees a message before anything was sent: " + status);
            }
            comm.barrier();
            Request sending = comm.iSend(Messages.direct(size), Messages.right(comm), TAG);
            int questions = 0;
            while (!comm.iProbe(Messages.left(comm), TAG, status)) {
                questions++;
            }
            expect(comm, status, size);
            Expect.that(comm.iProbe(Messages.left(comm), TAG, null), "seen after " + questions + ", and gone");
            comm.recv(Messages.direct(size), Messages.left(comm), TAG);
            sending.await();
            Expect.that(!comm.iProbe(Messages.left(comm), TAG, null), "a message that was received is still there");
            comm.barrier();
        }
    }

    private static void selects(Communicator comm) {
        Status status = new Status();
        Request first = comm.iSend(Messages.direct(10), Messages.right(comm), TAG);
        Request second = comm.iSend(Messages.direct(20), Messages.right(comm), TAG + 1);
        comm.probe(Messages.left(comm), TAG + 1, status);
        Expect.equal(20, status.bytes(), "the length of the message of the tag probed");
        comm.probe(Messages.left(comm), Communicator.ANY_TAG, status);
        Expect.equal(10, status.bytes(), "the length of the message that came first");
        Expect.that(!comm.iProbe(Messages.left(comm), TAG + 2, null), "a probe sees a message of another tag");
        comm.recv(Messages.direct(20), Messages.left(comm), TAG + 1, status);
        Expect.equal(20, status.bytes(), "the length of the message received");
        comm.recv(Messages.direct(20), Messages.left(comm), TAG, status);
        Expect.equal(10, status.bytes(), "the length of the other");
        first.await();
        second.await();
        comm.barrier();
    }

    private static void expect(Communicator comm, Status status, int size) {
        Expect.equal(Messages.left(comm), status.source(), "the source that a probe tells");
        Expect.equal(TAG, status.tag(), "the tag that a probe tells");
        Expect.equal(size, status.bytes(), "the length that a probe tells");
    }
}
