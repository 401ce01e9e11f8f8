package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.List;

/** Clauses on which bytes are the message. */
final class BufferClauses {
    private static final int TAG = 11;
    private static final int[] SIZES = {1, 7, 64, 4096, 20_001};

    private BufferClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("a direct buffer arrives", BufferClauses::direct, POINT_TO_POINT),
                new Clause("a heap buffer arrives", BufferClauses::heap, POINT_TO_POINT),
                new Clause("a sliced buffer arrives", BufferClauses::sliced, POINT_TO_POINT),
                new Clause("a message lies between position and limit", BufferClauses::offset, POINT_TO_POINT),
                new Clause("a message may have zero bytes", BufferClauses::zero, POINT_TO_POINT),
                new Clause("a message may be large", BufferClauses::large, POINT_TO_POINT),
                new Clause("a read-only buffer may be sent", BufferClauses::readOnly, POINT_TO_POINT),
                new Clause("position and limit stay", BufferClauses::unmoved, POINT_TO_POINT),
                new Clause("bytes behind a short message stay", BufferClauses::behind, POINT_TO_POINT));
    }

    private static void direct(Communicator comm) {
        for (int size : SIZES) {
            Messages.shiftPattern(comm, Messages.direct(size), Messages.direct(size), TAG, "a direct message");
        }
    }

    private static void heap(Communicator comm) {
        for (int size : SIZES) {
            Messages.shiftPattern(comm, Messages.heap(size), Messages.heap(size), TAG, "a heap message");
            Messages.shiftPattern(comm, Messages.heap(size), Messages.direct(size), TAG, "from heap to direct");
            Messages.shiftPattern(comm, Messages.direct(size), Messages.heap(size), TAG, "from direct to heap");
        }
    }

    private static void sliced(Communicator comm) {
        for (int size : SIZES) {
            Messages.shiftPattern(
                    comm,
                    Messages.heap(size + 9).slice(5, size),
                    Messages.heap(size + 9).slice(3, size),
                    TAG,
                    "a heap slice");
            Messages.shiftPattern(
                    comm,
                    Messages.direct(size + 9).slice(5, size),
                    Messages.direct(size + 9).slice(3, size),
                    TAG,
                    "a direct slice");
        }
    }

    private static void offset(Communicator comm) {
        for (int size : SIZES) {
            between(comm, Messages.heap(size + 20), Messages.heap(size + 20), size);
            between(comm, Messages.direct(size + 20), Messages.direct(size + 20), size);
        }
    }

    private static void between(Communicator comm, ByteBuffer out, ByteBuffer in, int size) {
        // More than once with the same buffers, at other places: an implementation may keep what it knows of them.
        for (int from : new int[] {3, 8, 3, 0, 20}) {
            out.limit(from + size).position(from);
            in.limit(20 - from + size).position(20 - from);
            Messages.shiftPattern(comm, out, in, TAG, "a message at position " + from);
            out.clear();
            in.clear();
        }
    }

    private static void zero(Communicator comm) {
        Status status = new Status();
        for (ByteBuffer in : List.of(Messages.direct(0), Messages.heap(0), Messages.heap(8))) {
            status.set(-5, -5, -5);
            Messages.shift(comm, Messages.direct(0), in, TAG, status);
            Expect.equal(0, status.bytes(), "the length of a message of zero bytes");
            Expect.equal(Messages.left(comm), status.source(), "its source");
        }
        Messages.shiftPattern(comm, Messages.direct(3), Messages.direct(3), TAG, "the message behind it");
    }

    private static void large(Communicator comm) {
        int size = Messages.LARGE;
        Messages.shiftPattern(comm, Messages.direct(size), Messages.direct(size), TAG, "a large direct message");
        Messages.shiftPattern(comm, Messages.heap(size), Messages.heap(size), TAG, "a large heap message");
    }

    private static void readOnly(Communicator comm) {
        for (int size : SIZES) {
            for (ByteBuffer out : List.of(Messages.direct(size), Messages.heap(size))) {
                ByteBuffer in = Messages.direct(size);
                Messages.fill(out, comm.rank());
                Messages.shift(comm, out.asReadOnlyBuffer(), in, TAG, null);
                Expect.pattern(in, Messages.left(comm), "a read-only message");
                Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
                comm.iSend(out.asReadOnlyBuffer(), Messages.right(comm), TAG).await();
                receiving.await();
                Expect.pattern(in, Messages.left(comm), "a read-only message, not blocking");
            }
        }
    }

    private static void unmoved(Communicator comm) {
        for (ByteBuffer out : List.of(Messages.direct(64), Messages.heap(64))) {
            ByteBuffer in = out.isDirect() ? Messages.direct(64) : Messages.heap(64);
            out.limit(24).position(8);
            in.limit(28).position(12);
            Messages.shift(comm, out, in, TAG, null);
            stayed("send and recv", out, in);
            Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
            comm.iSend(out, Messages.right(comm), TAG).await();
            receiving.await();
            stayed("iSend and iRecv", out, in);
            comm.sendRecv(out, Messages.right(comm), TAG, in, Messages.left(comm), TAG, null);
            stayed("sendRecv", out, in);
            comm.allReduce(out, in, Datatype.INT, ReduceOp.SUM);
            stayed("allReduce", out, in);
            comm.reduce(out, in, Datatype.INT, ReduceOp.SUM, 0);
            stayed("reduce", out, in);
            comm.bcast(comm.rank() == 0 ? out : in, 0);
            stayed("bcast", out, in);
        }
    }

    private static void stayed(String operation, ByteBuffer out, ByteBuffer in) {
        Expect.equal("8 to 24", out.position() + " to " + out.limit(), "what " + operation + " reads");
        Expect.equal("12 to 28", in.position() + " to " + in.limit(), "what " + operation + " writes");
    }

    private static void behind(Communicator comm) {
        for (ByteBuffer in : List.of(Messages.direct(64), Messages.heap(64))) {
            Messages.fill(in, 99);
            ByteBuffer out = Messages.fill(Messages.direct(16), comm.rank());
            in.limit(48).position(8);
            Messages.shift(comm, out, in, TAG, null);
            untouched(comm, in);
            Messages.fill(in.clear(), 99);
            in.limit(48).position(8);
            Request receiving = comm.iRecv(in, Messages.left(comm), TAG);
            comm.iSend(out, Messages.right(comm), TAG).await();
            receiving.await();
            untouched(comm, in);
        }
    }

    private static void untouched(Communicator comm, ByteBuffer in) {
        Expect.pattern(in.duplicate().limit(24), Messages.left(comm), "the message");
        for (int i = 0; i < in.capacity(); i++) {
            if (i < 8 || i >= 24) {
                Expect.equal(Messages.at(99, i), Messages.byteAt(in, i), "byte " + i + ", outside the message,");
            }
        }
    }
}
