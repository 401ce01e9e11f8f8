package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Clauses on several requests completed together, as {@code Requests} does it. */
final class CompletionClauses {
    private static final int TAG = 35;
    private static final int COUNT = 12;

    private CompletionClauses() {}

    static List<Clause> all() {
        return List.of(
                new Clause("waitAll completes all", CompletionClauses::waitAll, POINT_TO_POINT),
                new Clause("waitAny completes one after the other", CompletionClauses::waitAny, POINT_TO_POINT),
                new Clause("testAll and testAny answer what is complete", CompletionClauses::test, POINT_TO_POINT),
                new Clause("waitAll goes on after an error", CompletionClauses::error, POINT_TO_POINT));
    }

    /** Starts receives, then sends, of lengths that grow. */
    private static Request[] start(Communicator comm, ByteBuffer[] in) {
        Request[] requests = new Request[2 * COUNT];
        for (int i = 0; i < COUNT; i++) {
            in[i] = i % 2 == 0 ? Messages.direct(size(i)) : Messages.heap(size(i));
            requests[i] = comm.iRecv(in[i], Messages.left(comm), TAG + i);
        }
        for (int i = 0; i < COUNT; i++) {
            ByteBuffer out = Messages.fill(Messages.direct(size(i)), comm.rank() + i);
            requests[COUNT + i] = comm.iSend(out, Messages.right(comm), TAG + i);
        }
        return requests;
    }

    private static int size(int i) {
        return i * i * i * 17;
    }

    private static void waitAll(Communicator comm) {
        ByteBuffer[] in = new ByteBuffer[COUNT];
        Request[] requests = start(comm, in);
        Status[] statuses = new Status[requests.length];
        Arrays.setAll(statuses, i -> new Status());
        Requests.waitAll(requests, statuses);
        for (int i = 0; i < COUNT; i++) {
            expect(comm, in[i], statuses[i], i);
        }
        Expect.that(Arrays.stream(requests).allMatch(r -> r == null), "a completed request is still in the array");
        Requests.waitAll(requests);
        comm.barrier();
    }

    private static void waitAny(Communicator comm) {
        ByteBuffer[] in = new ByteBuffer[COUNT];
        Request[] requests = start(comm, in);
        Status status = new Status();
        boolean[] seen = new boolean[requests.length];
        for (int i = 0; i < requests.length; i++) {
            int found = Requests.waitAny(requests, status);
            Expect.that(found >= 0 && !seen[found], "waitAny completes " + found + ", not one that is left");
            seen[found] = true;
            if (found < COUNT) {
                expect(comm, in[found], status, found);
            }
        }
        Expect.equal(Requests.NONE, Requests.waitAny(requests, status), "waitAny of nothing");
        comm.barrier();
    }

    private static void test(Communicator comm) {
        ByteBuffer in = Messages.direct(100);
        Request[] requests = {null, comm.iRecv(in, Messages.left(comm), TAG)};
        Status[] statuses = {null, new Status()};
        for (int i = 0; i < 50; i++) {
            Expect.equal(Requests.NONE, Requests.testAny(requests, null), "testAny before anything was sent");
            Expect.that(!Requests.testAll(requests, statuses), "testAll before anything was sent");
        }
        comm.barrier();
        Request sending =
                comm.iSend(Messages.fill(Messages.direct(size(1)), comm.rank() + 1), Messages.right(comm), TAG);
        while (!Requests.testAll(requests, statuses)) {
            Expect.that(requests[1] != null, "testAll loses a request");
        }
        sending.await();
        Expect.equal(size(1), statuses[1].bytes(), "the length that testAll tells");
        Expect.equal(Requests.NONE, Requests.testAny(requests, null), "testAny of nothing");
        Expect.that(Requests.testAll(requests, null), "testAll of nothing");
        comm.barrier();
    }

    private static void error(Communicator comm) {
        if (comm.size() == 1) {
            // What is too long for oneself is a clause of its own.
            return;
        }
        ByteBuffer in = Messages.direct(64);
        Request[] requests = {
            comm.iRecv(Messages.direct(10), Messages.left(comm), TAG),
            comm.iRecv(in, Messages.left(comm), TAG + 1),
            comm.iSend(Messages.direct(64), Messages.right(comm), TAG),
            comm.iSend(Messages.fill(Messages.direct(64), comm.rank()), Messages.right(comm), TAG + 1)
        };
        Expect.raises(
                MessageTruncatedException.class, "waitAll with a message too long", () -> Requests.waitAll(requests));
        Expect.pattern(in, Messages.left(comm), "the message behind the one too long");
        Expect.that(Arrays.stream(requests).allMatch(r -> r == null), "a completed request is still in the array");
        comm.barrier();
    }

    private static void expect(Communicator comm, ByteBuffer in, Status status, int i) {
        Expect.pattern(in, Messages.left(comm) + i, "message " + i);
        Expect.equal(size(i), status.bytes(), "the length of message " + i);
        Expect.equal(Messages.left(comm), status.source(), "the source of message " + i);
        Expect.equal(TAG + i, status.tag(), "the tag of message " + i);
    }
}
