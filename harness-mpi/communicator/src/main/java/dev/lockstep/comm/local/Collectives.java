package dev.lockstep.comm.local;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;

/**
 * Collectives of one rank. Ranks go through phases that each announces by its own flag; all count them alike. Whoever shows
 * a buffer in its {@link Seat} stays until those who read it have announced the next phase.
 */
final class Collectives {
    /** From here on, in bytes, ranks share the work of an allreduce instead of each doing all of it. */
    private static final int SHARED_WORK = 16384;

    private final LocalCommunicator communicator;
    private final Group group;
    private final int rank;
    private final int size;
    private final Seat mine;
    private final Reducer reducer = new Reducer();
    private long phase;

    Collectives(LocalCommunicator communicator, Group group, int rank) {
        this.communicator = communicator;
        this.group = group;
        this.rank = rank;
        size = group.size();
        mine = group.seat(rank);
    }

    void barrier() {
        announce();
        awaitAll("a barrier");
    }

    /** Rank 0 makes what the duplicates share. */
    Group duplicate() {
        String what = "a duplication";
        if (rank == 0) {
            mine.group = group.sameRanks();
        }
        announce();
        await(0, what);
        Group made = group.seat(0).group;
        announce();
        awaitAll(what);
        mine.clear();
        return made;
    }

    void bcast(ByteBuffer message, int root) {
        String what = "a broadcast";
        if (rank == root) {
            mine.show(message);
            announce();
            announce();
            awaitAll(what);
            mine.clear();
            return;
        }
        announce();
        await(root, what);
        Seat from = group.seat(root);
        int length = from.length;
        boolean fits = length == message.remaining();
        if (fits) {
            message.put(message.position(), from.contribution, from.position, length);
        }
        announce();
        if (!fits) {
            throw new CommunicationException(
                    "the root broadcasts " + length + " bytes, rank " + rank + " expects " + message.remaining());
        }
    }

    void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        String what = "a reduction";
        mine.show(contribution);
        announce();
        String mismatch = null;
        if (rank == root) {
            awaitAll(what);
            mismatch = mismatch();
            if (mismatch == null) {
                reducer.reduce(group, type, op, 0, mine.length, result, result.position());
            }
            announce();
        } else {
            announce();
            await(root, what);
        }
        mine.clear();
        raise(mismatch);
    }

    void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        String what = "an allreduce";
        mine.show(contribution, result);
        announce();
        awaitAll(what);
        // All ranks see the same lengths, so all come to the same answer.
        String mismatch = mismatch();
        if (mismatch == null) {
            if (size > 1 && mine.length >= SHARED_WORK) {
                reduceShared(result, type, op, what);
            } else {
                reducer.reduce(group, type, op, 0, mine.length, result, result.position());
            }
        }
        announce();
        awaitAll(what);
        mine.clear();
        raise(mismatch);
    }

    private void reduceShared(ByteBuffer result, Datatype type, ReduceOp op, String what) {
        int from = share(rank, type);
        reducer.reduce(group, type, op, from, share(rank + 1, type) - from, result, result.position() + from);
        announce();
        for (int i = 1; i < size; i++) {
            int other = (rank + i) % size;
            await(other, what);
            Seat seat = group.seat(other);
            int begin = share(other, type);
            result.put(
                    result.position() + begin,
                    seat.result,
                    seat.resultPosition + begin,
                    share(other + 1, type) - begin);
        }
    }

    /** Where the share of a rank begins, in bytes. */
    private int share(int of, Datatype type) {
        return (int) ((long) mine.length / type.bytes() * of / size) * type.bytes();
    }

    private String mismatch() {
        for (int other = 0; other < size; other++) {
            if (group.seat(other).length != mine.length) {
                return "rank " + rank + " contributes " + mine.length + " bytes, rank " + other + " "
                        + group.seat(other).length;
            }
        }
        return null;
    }

    private static void raise(String mismatch) {
        if (mismatch != null) {
            throw new CommunicationException(mismatch);
        }
    }

    private void announce() {
        group.reach(rank, ++phase);
    }

    private void awaitAll(String what) {
        for (int i = 1; i < size; i++) {
            int other = rank + i;
            await(other < size ? other : other - size, what);
        }
    }

    private void await(int other, String what) {
        if (!group.hasReached(other, phase)) {
            communicator.awaitPhase(other, phase, what);
        }
    }
}
