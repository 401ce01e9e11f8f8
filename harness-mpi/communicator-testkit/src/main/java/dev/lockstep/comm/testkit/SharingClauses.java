package dev.lockstep.comm.testkit;

import static dev.lockstep.comm.Capability.DUPLICATE;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.SHARED_COMMUNICATOR;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Expect;
import dev.lockstep.comm.testkit.clauses.Messages;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Clauses on threads of a rank that share a communicator; apart from the others, since a process has one thread level and
 * those are checked at the lowest.
 */
final class SharingClauses {
    /** What holds at any level. */
    static final String LEVEL = "threads share a communicator at thread level MULTIPLE, and are refused below";

    private static final int TAG = 41;
    private static final int ROUNDS = 12;
    private static final int WINDOW = 6;
    /** Longer than any eager limit. */
    private static final int LARGE = 300_001;

    private SharingClauses() {}

    static List<Clause> all() {
        return List.of(
                sharing("threads that share a communicator exchange at once", SharingClauses::exchange),
                sharing("threads that share a communicator have requests under way at once", SharingClauses::requests),
                sharing("a thread that waits keeps no other from what they share", SharingClauses::waiting),
                sharing("one thread sends the largest while another receives it", SharingClauses::bothWays),
                sharing("a message goes to one thread of those that share", SharingClauses::once),
                sharing("a share refuses what its communicator does", SharingClauses::refuses),
                new Clause(
                        "a share ends with its communicator",
                        SharingClauses::ends,
                        SHARED_COMMUNICATOR,
                        POINT_TO_POINT,
                        DUPLICATE));
    }

    private static Clause sharing(String name, Clause.Check check) {
        return new Clause(name, check, SHARED_COMMUNICATOR, POINT_TO_POINT);
    }

    /** Those about what a provider does not lack, without some. */
    static List<Clause> of(Map<Capability, String> unsupported, Collection<String> leftOut) {
        return all().stream()
                .filter(clause -> clause.lacking(unsupported).isEmpty() && !leftOut.contains(clause.name()))
                .toList();
    }

    /**
     * For a provider that does not lack it: what a world's communicators say of it at its level.
     *
     * @param granted the world's level
     */
    static Clause level(String granted) {
        boolean shares = granted.equals(ThreadLevel.MULTIPLE.name());
        return new Clause(
                LEVEL,
                comm -> {
                    Expect.equal(shares, comm.supports(SHARED_COMMUNICATOR), "sharing at the thread level " + granted);
                    if (shares) {
                        comm.share();
                        return;
                    }
                    try {
                        comm.share();
                    } catch (UnsupportedCapabilityException e) {
                        Expect.equal(
                                SHARED_COMMUNICATOR, e.capability(), "what is refused at the thread level " + granted);
                        Expect.that(
                                e.reason().contains(ThreadLevel.MULTIPLE.name()),
                                "the reason names no thread level that would do: " + e.reason());
                        return;
                    }
                    throw new AssertionError("a communicator is shared at the thread level " + granted);
                },
                SHARED_COMMUNICATOR);
    }

    private static void exchange(Communicator comm) throws Exception {
        for (int threads : new int[] {1, 2, 4, 8}) {
            Sharers.run(comm, threads, (share, thread) -> {
                ByteBuffer out = thread % 2 == 0 ? Messages.direct(9 + thread) : Messages.heap(9 + thread);
                ByteBuffer in = thread % 2 == 0 ? Messages.heap(9 + thread) : Messages.direct(9 + thread);
                Status status = new Status();
                for (int i = 0; i < ROUNDS; i++) {
                    fill(out, seed(comm.rank(), thread, i));
                    shift(comm, share, out, in, TAG + thread, i, status);
                    expect(comm, in, status, thread, i);
                }
            });
        }
    }

    /** To the right and from the left: by blocking calls, by both in one, and by one that is awaited after the other. */
    private static void shift(
            Communicator comm, PointToPoint share, ByteBuffer out, ByteBuffer in, int tag, int way, Status status) {
        int to = Messages.right(comm);
        int from = Messages.left(comm);
        if (way % 3 == 0) {
            share.sendRecv(out, to, tag, in, from, tag, status);
        } else if (way % 3 == 1 || comm.size() == 1) {
            Request sending = share.iSend(out, to, tag);
            share.recv(in, from, tag, status);
            sending.await();
        } else if (comm.rank() % 2 == 0) {
            share.send(out, to, tag);
            share.recv(in, from, tag, status);
        } else {
            share.recv(in, from, tag, status);
            share.send(out, to, tag);
        }
    }

    private static void requests(Communicator comm) throws Exception {
        for (int threads : new int[] {1, 2, 4, 8}) {
            Sharers.run(comm, threads, (share, thread) -> {
                ByteBuffer[] in = new ByteBuffer[WINDOW];
                Request[] requests = new Request[2 * WINDOW];
                Status[] statuses = new Status[2 * WINDOW];
                for (int i = 0; i < WINDOW; i++) {
                    int bytes = i == thread % WINDOW ? LARGE : 100 * i;
                    in[i] = i % 2 == 0 ? Messages.direct(bytes) : Messages.heap(bytes);
                    statuses[i] = new Status();
                    requests[i] = share.iRecv(in[i], Messages.left(comm), TAG + thread);
                    ByteBuffer out = fill(Messages.direct(bytes), seed(comm.rank(), thread, i));
                    requests[WINDOW + i] = share.iSend(out, Messages.right(comm), TAG + thread);
                }
                Requests.waitAll(requests, statuses);
                for (int i = 0; i < WINDOW; i++) {
                    expect(comm, in[i], statuses[i], thread, i);
                }
            });
        }
    }

    /** What one thread waits for is sent when the others are through. */
    private static void waiting(Communicator comm) throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        Sharers.run(comm, 2, (share, thread) -> {
            ByteBuffer in = Messages.direct(12);
            Status status = new Status();
            if (thread == 0) {
                waits.countDown();
                share.recv(in, Messages.left(comm), TAG, status);
                expect(comm, in, status, 0, ROUNDS);
                return;
            }
            waits.await();
            ByteBuffer out = Messages.direct(12);
            for (int i = 0; i < 10 * ROUNDS; i++) {
                fill(out, seed(comm.rank(), 1, i));
                shift(comm, share, out, in, TAG + 1, i, status);
                expect(comm, in, status, 1, i);
            }
            share.send(fill(out, seed(comm.rank(), 0, ROUNDS)), Messages.right(comm), TAG);
        });
    }

    private static void bothWays(Communicator comm) throws Exception {
        Sharers.run(comm, 2, (share, thread) -> {
            ByteBuffer message = Messages.direct(LARGE);
            Status status = new Status();
            for (int i = 0; i < 3; i++) {
                if (thread == 0) {
                    share.send(fill(message, seed(comm.rank(), 0, i)), Messages.right(comm), TAG);
                } else {
                    share.recv(message, Messages.left(comm), TAG, status);
                    expect(comm, message, status, 0, i);
                }
            }
        });
    }

    private static void once(Communicator comm) throws Exception {
        int receivers = 3;
        AtomicIntegerArray taken = new AtomicIntegerArray(receivers * ROUNDS);
        Sharers.run(comm, receivers + 1, (share, thread) -> {
            ByteBuffer message = Messages.direct(8);
            if (thread == receivers) {
                for (int i = 0; i < taken.length(); i++) {
                    share.send(message.putInt(0, i).putInt(4, comm.rank()), Messages.right(comm), TAG);
                }
                return;
            }
            for (int i = 0; i < ROUNDS; i++) {
                share.recv(message, PointToPoint.ANY_SOURCE, PointToPoint.ANY_TAG);
                Expect.equal(Messages.left(comm), message.getInt(4), "who sent what a thread took");
                taken.incrementAndGet(message.getInt(0));
            }
        });
        for (int i = 0; i < taken.length(); i++) {
            Expect.equal(1, taken.get(i), "how many threads took message " + i);
        }
    }

    private static void refuses(Communicator comm) {
        PointToPoint share = comm.share();
        ByteBuffer message = Messages.direct(8);
        Expect.raises(IllegalArgumentException.class, "no such rank", () -> share.send(message, comm.size(), TAG));
        Expect.raises(IllegalArgumentException.class, "no such tag", () -> share.iRecv(message, 0, -7));
        Expect.raises(
                IllegalArgumentException.class,
                "receiving into a read-only buffer",
                () -> share.recv(message.asReadOnlyBuffer(), 0, TAG));
        if (comm.size() > 1) {
            // What is too long for oneself is a clause of its own.
            Request sending = share.iSend(message, Messages.right(comm), TAG);
            Expect.raises(
                    MessageTruncatedException.class,
                    "receiving 8 bytes in 4",
                    () -> share.recv(Messages.direct(4), Messages.left(comm), TAG));
            sending.await();
            Expect.raises(IllegalStateException.class, "awaiting a request twice", sending::await);
        }
        Expect.that(share == comm.share(), "a thread that asks again gets another share");
    }

    private static void ends(Communicator comm) {
        Communicator closed = comm.duplicate();
        PointToPoint share = closed.share();
        closed.close();
        ByteBuffer message = Messages.direct(8);
        Expect.raises(IllegalStateException.class, "a share after close", () -> share.iSend(message, 0, TAG));
        Expect.raises(IllegalStateException.class, "sharing after close", closed::share);
        comm.share().sendRecv(message, Messages.right(comm), TAG, Messages.direct(8), Messages.left(comm), TAG, null);
    }

    /** A number for every message that may be under way, so that none can stand in for another. */
    private static int seed(int rank, int thread, int sequence) {
        return (rank * 8 + thread) * 10 * ROUNDS + sequence;
    }

    /** That number in full, as far as there is room, and its pattern behind it. */
    private static ByteBuffer fill(ByteBuffer message, int seed) {
        Messages.fill(body(message), seed);
        return message.hasRemaining() ? message.putInt(0, seed) : message;
    }

    private static ByteBuffer body(ByteBuffer message) {
        return message.duplicate().position(Math.min(Integer.BYTES, message.limit()));
    }

    private static void expect(Communicator comm, ByteBuffer in, Status status, int thread, int sequence) {
        String what = "message " + sequence + " of thread " + thread;
        Expect.equal(Messages.left(comm), status.source(), "the source of " + what);
        Expect.equal(TAG + thread, status.tag(), "the tag of " + what);
        Expect.equal(in.remaining(), status.bytes(), "the length of " + what);
        int seed = seed(Messages.left(comm), thread, sequence);
        Expect.equal(seed, in.hasRemaining() ? in.getInt(0) : seed, "the number of " + what);
        Expect.pattern(body(in), seed, what);
    }
}
