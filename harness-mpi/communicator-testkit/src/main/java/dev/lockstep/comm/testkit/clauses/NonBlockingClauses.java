package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.DUPLICATE;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.SYNCHRONOUS_SEND;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Clauses on operations that are started and completed later, and on sends that are complete only when received. */
final class NonBlockingClauses {
    private static final int TAG = 41;
    private static final int[] SIZES = {0, 12, 9000, 300_000};

    private NonBlockingClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("iSend before iRecv", NonBlockingClauses::sendFirst, POINT_TO_POINT),
                new Clause("iRecv before iSend", NonBlockingClauses::receiveFirst, POINT_TO_POINT),
                new Clause("test answers whether it is complete", NonBlockingClauses::test, POINT_TO_POINT),
                new Clause("many requests may be pending", NonBlockingClauses::many, POINT_TO_POINT),
                new Clause("iSend does not wait for the receiver", NonBlockingClauses::neverBlocks, POINT_TO_POINT),
                new Clause(
                        "a posted receive progresses in other calls",
                        NonBlockingClauses::progress,
                        DUPLICATE,
                        POINT_TO_POINT),
                new Clause(
                        "isSend is complete only when received",
                        NonBlockingClauses::synchronous,
                        POINT_TO_POINT,
                        SYNCHRONOUS_SEND),
                new Clause("sSend arrives", NonBlockingClauses::synchronousArrives, POINT_TO_POINT, SYNCHRONOUS_SEND));
    }

    private static void sendFirst(Communicator comm) {
        for (int size : SIZES) {
            for (ByteBuffer in : List.of(Messages.direct(size), Messages.heap(size))) {
                ByteBuffer out = in.isDirect() ? Messages.direct(size) : Messages.heap(size);
                Request sending = comm.iSend(Messages.fill(out, comm.rank()), Messages.right(comm), TAG);
                comm.barrier();
                Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
                sending.await();
                receiving.await();
                Expect.pattern(in, Messages.left(comm), "what was sent before the receive");
            }
        }
    }

    private static void receiveFirst(Communicator comm) {
        for (int size : SIZES) {
            for (ByteBuffer in : List.of(Messages.direct(size), Messages.heap(size))) {
                ByteBuffer out = in.isDirect() ? Messages.direct(size) : Messages.heap(size);
                Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
                comm.barrier();
                Request sending = comm.iSend(Messages.fill(out, comm.rank()), Messages.right(comm), TAG);
                receiving.await();
                sending.await();
                Expect.pattern(in, Messages.left(comm), "what was received before the send");
            }
        }
    }

    private static void test(Communicator comm) {
        Status status = new Status();
        for (int size : SIZES) {
            for (ByteBuffer in : List.of(Messages.direct(size), Messages.heap(size))) {
                ByteBuffer out = Messages.fill(Messages.direct(size), comm.rank());
                Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
                for (int i = 0; i < 50; i++) {
                    Expect.that(!receiving.test(status), "test is true before anything was sent");
                }
                comm.barrier();
                Request sending = comm.iSend(out, Messages.right(comm), TAG);
                boolean sent = false;
                boolean received = false;
                while (!sent || !received) {
                    sent = sent || sending.test();
                    received = received || receiving.test(status);
                }
                Expect.equal(size, status.bytes(), "the length that test tells");
                Expect.pattern(in, Messages.left(comm), "what test says is complete");
                comm.barrier();
            }
        }
    }

    private static void many(Communicator comm) {
        int count = 100;
        List<ByteBuffer> in = new ArrayList<>();
        List<Request> receiving = new ArrayList<>();
        List<Request> sending = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ByteBuffer buffer = size(i) % 2 == 0 ? Messages.direct(size(i)) : Messages.heap(size(i));
            in.add(buffer);
            receiving.add(comm.iRecv(buffer, Messages.left(comm), i % 5));
        }
        for (int i = 0; i < count; i++) {
            ByteBuffer out = size(i) % 3 == 0 ? Messages.direct(size(i)) : Messages.heap(size(i));
            sending.add(comm.iSend(Messages.fill(out, comm.rank() + i), Messages.right(comm), i % 5));
        }
        for (int i = count - 1; i >= 0; i--) {
            receiving.get(i).await();
            Expect.pattern(in.get(i), Messages.left(comm) + i, "message " + i);
        }
        for (int i = count - 1; i >= 0; i--) {
            sending.get(i).await();
        }
    }

    private static int size(int i) {
        return i % 10 == 9 ? 40_000 + i : 3 * i + 1;
    }

    private static void neverBlocks(Communicator comm) {
        for (int size : new int[] {8000, 300_000}) {
            int count = size > 100_000 ? 4 : 100;
            List<Request> sending = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sending.add(comm.iSend(Messages.fill(Messages.direct(size), i), Messages.right(comm), TAG));
            }
            // Nobody receives before everybody has sent.
            comm.barrier();
            ByteBuffer in = Messages.direct(size);
            for (int i = 0; i < count; i++) {
                comm.recv(in, Messages.left(comm), TAG);
                Expect.pattern(in, i, "message " + i);
            }
            sending.forEach(Request::await);
        }
    }

    private static void progress(Communicator comm) {
        try (Communicator other = comm.duplicate()) {
            ByteBuffer in = Messages.direct(Messages.LARGE);
            ByteBuffer out = Messages.fill(Messages.direct(Messages.LARGE), comm.rank());
            for (Communicator elsewhere : List.of(comm, other)) {
                Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
                // Returns only if the neighbour, who waits in a send or in a barrier, receives meanwhile.
                comm.send(out, Messages.right(comm), TAG);
                elsewhere.barrier();
                receiving.await();
                Expect.pattern(in, Messages.left(comm), "what arrived during a barrier");
            }
        }
    }

    private static void synchronous(Communicator comm) {
        for (Framed kind : Framed.ALL) {
            for (int size : SIZES) {
                ByteBuffer in = kind.of(size);
                Request sending = comm.isSend(Messages.fill(kind.of(size), comm.rank()), Messages.right(comm), TAG);
                for (int i = 0; i < 50; i++) {
                    Expect.that(!sending.test(), "a synchronous send is complete before anyone received it");
                }
                // Nobody receives before everybody has seen that.
                comm.barrier();
                comm.recv(in, Messages.left(comm), TAG);
                sending.await();
                Expect.pattern(in, Messages.left(comm), "what was sent synchronously");
                Framed.expectFrame(in, "the message");
            }
        }
    }

    private static void synchronousArrives(Communicator comm) {
        for (Framed kind : Framed.ALL) {
            for (int size : SIZES) {
                ByteBuffer in = kind.of(size);
                Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
                comm.sSend(Messages.fill(kind.of(size), comm.rank()), Messages.right(comm), TAG);
                receiving.await();
                Expect.pattern(in, Messages.left(comm), "what was sent synchronously");
            }
        }
    }
}
