package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Clauses on messages longer than the buffer meant for them: an error, nothing written behind the buffer, and the
 * communicator still works.
 */
final class TruncationClauses {
    static final String SMALL = "a message too long is an error";
    static final String LARGE = "a large message too long is an error";
    static final String SELF = "a message to oneself too long is an error";

    private static final int TAG = 91;
    private static final int GUARD = 99;

    private TruncationClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause(SMALL, comm -> between(comm, 64), POINT_TO_POINT),
                new Clause(LARGE, comm -> between(comm, 100_000), POINT_TO_POINT),
                new Clause(SELF, TruncationClauses::self, POINT_TO_POINT));
    }

    private static void self(Communicator comm) {
        tooLong(comm, 64, comm.rank(), comm.rank());
        tooLong(comm, 100_000, comm.rank(), comm.rank());
    }

    private static void between(Communicator comm, int size) {
        if (comm.size() > 1) {
            tooLong(comm, size, Messages.right(comm), Messages.left(comm));
        }
    }

    private static void tooLong(Communicator comm, int size, int to, int from) {
        // Room for all of it behind the limit: what an implementation must not write shows, and destroys nothing.
        for (ByteBuffer in : List.of(Messages.direct(2 * size), Messages.heap(2 * size))) {
            ByteBuffer out = Messages.direct(size);
            for (int room : new int[] {size / 2, 0}) {
                Messages.fill(in.clear(), GUARD).limit(room);
                Request sending = comm.iSend(out, to, TAG);
                Expect.raises(
                        MessageTruncatedException.class,
                        "receiving " + size + " bytes in " + room,
                        () -> comm.recv(in, from, TAG));
                sending.await();
                guarded(in);
                for (Status status : new Status[] {null, new Status()}) {
                    Request receiving = comm.iRecv(in, from, TAG);
                    sending = comm.iSend(out, to, TAG);
                    Expect.raises(
                            MessageTruncatedException.class,
                            "awaiting " + size + " bytes in " + room,
                            () -> receiving.await(status));
                    sending.await();
                    guarded(in);
                }
                Messages.shiftPattern(comm, Messages.direct(9), Messages.direct(9), TAG, "the message behind it");
            }
        }
    }

    private static void guarded(ByteBuffer in) {
        for (int i = in.limit(); i < in.capacity(); i++) {
            Expect.equal(Messages.at(GUARD, i), Messages.byteAt(in, i), "byte " + i + ", behind the buffer,");
        }
    }
}
