package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.PERSISTENT_REQUESTS;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.List;

/** Clauses on operations that are prepared once and started many times. */
final class PersistentClauses {
    private static final int TAG = 33;
    private static final int STARTS = 100;

    private PersistentClauses() {}

    static List<Clause> all() {
        return List.of(
                clause("persistent requests start many times", PersistentClauses::many),
                clause("a persistent request keeps its position and limit", PersistentClauses::position),
                clause("a persistent receive tells a status", PersistentClauses::status),
                clause("a persistent request is inactive between starts", PersistentClauses::inactive),
                clause("waitAny over persistent and other requests", PersistentClauses::mixed),
                clause("a closed persistent request refuses", PersistentClauses::closed));
    }

    private static Clause clause(String name, Clause.Check check) {
        return new Clause(name, check, PERSISTENT_REQUESTS, POINT_TO_POINT);
    }

    private static void many(Communicator comm) {
        for (Framed kind : Framed.ALL) {
            for (int size : new int[] {0, 64, 40_000}) {
                ByteBuffer out = kind.of(size);
                ByteBuffer in = kind.of(size);
                try (PersistentRequest receive = comm.recvInit(in, Messages.left(comm), TAG);
                        PersistentRequest send = comm.sendInit(out, Messages.right(comm), TAG)) {
                    PersistentRequest[] both = {receive, send};
                    for (int i = 0; i < STARTS; i++) {
                        Messages.fill(out, comm.rank() + i);
                        PersistentRequest.startAll(both);
                        Requests.waitAll(both);
                        Expect.pattern(in, Messages.left(comm) + i, "what start " + i + " brought");
                    }
                    Framed.expectFrame(in, "the message");
                }
            }
        }
    }

    private static void position(Communicator comm) {
        for (Framed kind : Framed.ALL) {
            ByteBuffer out = kind.of(50);
            ByteBuffer in = kind.of(50);
            try (PersistentRequest receive = comm.recvInit(in, Messages.left(comm), TAG);
                    PersistentRequest send = comm.sendInit(out, Messages.right(comm), TAG)) {
                ByteBuffer message = Messages.fill(Framed.message(out), comm.rank());
                out.clear().limit(3);
                ByteBuffer received = Framed.message(in);
                in.clear().limit(5);
                receive.start();
                send.start();
                send.await();
                receive.await();
                Expect.equal(50, message.remaining(), "the length of the message");
                Expect.pattern(received, Messages.left(comm), "what was prepared before the limit moved");
            }
        }
    }

    private static void status(Communicator comm) {
        Status status = new Status();
        ByteBuffer in = Messages.direct(100);
        for (int bytes : new int[] {7, 0, 100}) {
            try (PersistentRequest receive =
                    comm.recvInit(in, Messages.any(comm, Messages.left(comm)), Messages.anyTag(comm, bytes))) {
                receive.start();
                Request sending = comm.iSend(Messages.direct(bytes), Messages.right(comm), bytes);
                while (!receive.test(status)) {
                    Expect.that(receive.isActive(), "a request that is not complete is inactive");
                }
                sending.await();
                Expect.equal(Messages.left(comm), status.source(), "the source");
                Expect.equal(bytes, status.tag(), "the tag");
                Expect.equal(bytes, status.bytes(), "the length");
                comm.barrier();
            }
        }
    }

    private static void inactive(Communicator comm) {
        ByteBuffer in = Messages.direct(8);
        try (PersistentRequest receive = comm.recvInit(in, Messages.left(comm), TAG)) {
            Expect.that(!receive.isActive(), "a request is active before its start");
            Expect.raises(IllegalStateException.class, "awaiting before a start", receive::await);
            receive.start();
            Expect.that(receive.isActive(), "a request is inactive after its start");
            Expect.raises(IllegalStateException.class, "starting twice", receive::start);
            Expect.raises(IllegalStateException.class, "closing what is active", receive::close);
            Request sending = comm.iSend(Messages.direct(8), Messages.right(comm), TAG);
            receive.await();
            sending.await();
            Expect.that(!receive.isActive(), "a request is active after its completion");
            Expect.raises(IllegalStateException.class, "awaiting twice", receive::await);
        }
        comm.barrier();
    }

    private static void mixed(Communicator comm) {
        ByteBuffer in = Messages.direct(8);
        try (PersistentRequest idle = comm.recvInit(Messages.direct(8), comm.rank(), TAG);
                PersistentRequest receive = comm.recvInit(in, Messages.left(comm), TAG)) {
            for (int round = 0; round < 10; round++) {
                receive.start();
                ByteBuffer out = Messages.fill(Messages.direct(8), comm.rank() + round);
                Request[] mix = {idle, null, receive, comm.iSend(out, Messages.right(comm), TAG)};
                int first = Requests.waitAny(mix, null);
                int second = Requests.waitAny(mix, null);
                Expect.equal(2 + 3, first + second, "the sum of the places that waitAny completes");
                Expect.that(mix[2] == receive && mix[3] == null, "of what is complete, only persistent requests stay");
                Expect.equal(Requests.NONE, Requests.waitAny(mix, null), "waitAny of what is inactive");
                Expect.pattern(in, Messages.left(comm) + round, "what round " + round + " brought");
            }
        }
        comm.barrier();
    }

    private static void closed(Communicator comm) {
        ByteBuffer buffer = Messages.direct(8);
        for (PersistentRequest request :
                List.of(comm.sendInit(buffer, comm.rank(), TAG), comm.recvInit(buffer, comm.rank(), TAG))) {
            request.close();
            request.close();
            Expect.raises(IllegalStateException.class, "starting what was closed", request::start);
        }
        comm.barrier();
    }
}
