package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.WILDCARD;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Clauses on which receive gets which message. */
final class MatchingClauses {
    private static final int TAG = 21;

    private MatchingClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("messages of one tag arrive in the order sent", MatchingClauses::order, POINT_TO_POINT),
                new Clause("a tag selects", MatchingClauses::tags, POINT_TO_POINT),
                new Clause("tags reach from 0 to MAX_TAG", MatchingClauses::extremes, POINT_TO_POINT),
                new Clause("any source", MatchingClauses::anySource, POINT_TO_POINT, WILDCARD),
                new Clause("any tag", MatchingClauses::anyTag, POINT_TO_POINT, WILDCARD),
                new Clause("a status tells source, tag and bytes", MatchingClauses::status, POINT_TO_POINT),
                new Clause("a rank may send to itself", MatchingClauses::self, POINT_TO_POINT),
                new Clause("sendRecv", MatchingClauses::sendRecv, POINT_TO_POINT));
    }

    private static void order(Communicator comm) {
        int count = 300;
        List<Request> sending = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // Every so often a large one, which may not be overtaken by the small ones behind it.
            ByteBuffer out = Messages.direct(i % 50 == 3 ? 100_000 : 4 + i % 7).putInt(0, i);
            sending.add(comm.iSend(out, Messages.right(comm), TAG));
        }
        ByteBuffer in = Messages.direct(100_000);
        for (int i = 0; i < count; i++) {
            comm.recv(in, i % 3 == 0 ? Messages.any(comm, Messages.left(comm)) : Messages.left(comm), TAG);
            Expect.equal(i, in.getInt(0), "the number of the message");
        }
        sending.forEach(Request::await);
        for (int i = 0; i < 2; i++) {
            ByteBuffer out = Messages.direct(4).putInt(0, i);
            Messages.shift(comm, out, in, TAG, null);
            Messages.shift(comm, out.putInt(0, i + 10), in, TAG, null);
            Expect.equal(i + 10, in.getInt(0), "the number of the blocking message");
        }
    }

    private static void tags(Communicator comm) {
        for (int size : new int[] {4, 50_000}) {
            List<Request> sending = new ArrayList<>();
            for (int tag = 0; tag < 6; tag++) {
                sending.add(comm.iSend(Messages.direct(size).putInt(0, tag), Messages.right(comm), tag));
            }
            ByteBuffer in = Messages.direct(size);
            for (int tag = 5; tag >= 0; tag--) {
                comm.recv(in, Messages.left(comm), tag);
                Expect.equal(tag, in.getInt(0), "the message of tag " + tag);
            }
            sending.forEach(Request::await);
        }
    }

    private static void extremes(Communicator comm) {
        Status status = new Status();
        for (int tag : new int[] {0, 1, 255, 256, 4096, Communicator.MAX_TAG}) {
            Messages.shift(comm, Messages.direct(1), Messages.direct(1), tag, status);
            Expect.equal(tag, status.tag(), "the tag");
        }
    }

    private static void anySource(Communicator comm) {
        int size = comm.size();
        List<Request> sending = new ArrayList<>();
        for (int to = 0; to < size; to++) {
            sending.add(comm.iSend(Messages.direct(4).putInt(0, comm.rank()), to, TAG));
        }
        Status status = new Status();
        ByteBuffer in = Messages.direct(4);
        boolean[] seen = new boolean[size];
        for (int i = 0; i < size; i++) {
            comm.recv(in, Communicator.ANY_SOURCE, TAG, status);
            Expect.equal(in.getInt(0), status.source(), "the source in the status");
            Expect.that(!seen[status.source()], "rank " + status.source() + " was heard twice");
            seen[status.source()] = true;
        }
        sending.forEach(Request::await);
        // A second round of the same may overtake nothing: wait for all.
        comm.barrier();
    }

    private static void anyTag(Communicator comm) {
        Status status = new Status();
        for (int tag : new int[] {7, 3, 900}) {
            ByteBuffer in = Messages.direct(4);
            Request sending = comm.iSend(Messages.direct(4).putInt(0, tag), Messages.right(comm), tag);
            comm.recv(in, Messages.left(comm), Communicator.ANY_TAG, status);
            sending.await();
            Expect.equal(tag, in.getInt(0), "the message");
            Expect.equal(tag, status.tag(), "the tag in the status");
        }
    }

    private static void status(Communicator comm) {
        int left = Messages.left(comm);
        int right = Messages.right(comm);
        Status status = new Status();
        for (ByteBuffer in : List.of(Messages.direct(40), Messages.heap(40))) {
            for (int bytes : new int[] {5, 40}) {
                ByteBuffer out = Messages.direct(bytes);
                Messages.shift(comm, out, in, 31, status);
                told("recv", status, left, 31, bytes);
                comm.sendRecv(out, right, 32, in, Messages.any(comm, left), Messages.anyTag(comm, 32), status);
                told("sendRecv", status, left, 32, bytes);
                Request receiving = comm.iRecv(in, Messages.any(comm, left), Messages.anyTag(comm, 33));
                Request sending = comm.iSend(out, right, 33);
                receiving.await(status);
                told("await", status, left, 33, bytes);
                sending.await(status);
                told("a send's await", status, left, 33, bytes);
                receiving = comm.iRecv(in, left, 34);
                comm.send(out, right, 34);
                while (!receiving.test(status)) {
                    Thread.onSpinWait();
                }
                told("test", status, left, 34, bytes);
            }
        }
    }

    private static void told(String by, Status status, int source, int tag, int bytes) {
        Expect.equal(bytes + " bytes from rank " + source + ", tag " + tag, status.toString(), "the status of " + by);
    }

    private static void self(Communicator comm) {
        int me = comm.rank();
        for (int size : new int[] {0, 100, 100_000}) {
            ByteBuffer in = Messages.direct(size);
            Request receiving = comm.iRecv(in, me, TAG);
            comm.send(Messages.fill(Messages.direct(size), me), me, TAG);
            receiving.await();
            Expect.pattern(in, me, "what was sent to oneself");
            Request sending = comm.iSend(Messages.fill(Messages.heap(size), me + 1), me, TAG);
            comm.recv(in, me, TAG);
            sending.await();
            Expect.pattern(in, me + 1, "what was sent to oneself, without blocking,");
        }
    }

    private static void sendRecv(Communicator comm) {
        Status status = new Status();
        for (int size : new int[] {0, 8, 5000, Messages.LARGE}) {
            ByteBuffer out = Messages.fill(Messages.direct(size), comm.rank());
            ByteBuffer in = Messages.direct(size);
            comm.sendRecv(out, Messages.right(comm), TAG, in, Messages.left(comm), TAG, status);
            Expect.pattern(in, Messages.left(comm), "what sendRecv receives");
            Expect.equal(size, status.bytes(), "its length");
        }
        ByteBuffer out = Messages.fill(Messages.heap(30).position(4), comm.rank());
        ByteBuffer in = Messages.heap(30).position(4);
        comm.sendRecv(out, Messages.left(comm), 1, in, Messages.right(comm), 1, null);
        Expect.pattern(in, Messages.right(comm), "what sendRecv receives on the heap");
    }
}
