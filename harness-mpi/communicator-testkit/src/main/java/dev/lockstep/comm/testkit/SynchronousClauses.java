package dev.lockstep.comm.testkit;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.SYNCHRONOUS_SEND;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;
import java.util.List;

/** Sends that are complete only when they are received. */
final class SynchronousClauses {
    private static final int TAG = 31;
    private static final int[] SIZES = {0, 12, 9000, 300_000};

    private SynchronousClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause(
                        "isSend is complete only when received",
                        SynchronousClauses::waits,
                        POINT_TO_POINT,
                        SYNCHRONOUS_SEND),
                new Clause("sSend arrives", SynchronousClauses::arrives, POINT_TO_POINT, SYNCHRONOUS_SEND));
    }

    private static void waits(Communicator comm) {
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

    private static void arrives(Communicator comm) {
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
