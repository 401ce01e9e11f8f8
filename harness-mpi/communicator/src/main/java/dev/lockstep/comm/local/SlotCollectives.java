package dev.lockstep.comm.local;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Movement;
import dev.lockstep.comm.support.Scratch;
import dev.lockstep.comm.support.reduction.Reducer;
import java.nio.ByteBuffer;

/**
 * Blocking collectives of one rank. Ranks go through phases that each announces by its own flag; all count them alike.
 * A rank that shows buffers in its {@link RankSlot} stays until those who read them have announced the next phase.
 */
final class SlotCollectives {
    /** The size in bytes from which ranks share the work of an allreduce instead of each doing all of it. */
    private static final int SHARED_WORK = 16384;

    private final ProgressEngine engine;
    private final Group group;
    private final int rank;
    private final int size;
    private final RankSlot mine;
    private final Reducer reducer = new Reducer();
    private final Scratch scratch = new Scratch();
    private long phase;

    SlotCollectives(ProgressEngine engine, Group group, int rank) {
        this.engine = engine;
        this.group = group;
        this.rank = rank;
        size = group.size();
        mine = group.slot(rank);
    }

    void barrier() {
        announce();
        awaitAll("a barrier");
    }

    /**
     * Splits the group: the ranks of one color find each other, and the first of them makes what they share; null
     * without a color.
     */
    Place split(int color, int key) {
        String what = "a split";
        mine.color = color;
        mine.key = key;
        announce();
        awaitAll(what);
        Place place = color == Communicator.UNDEFINED ? null : Place.find(group, rank);
        if (place != null && place.leader() == rank) {
            mine.group = group.of(place.ranks());
        }
        announce();
        awaitAll(what);
        if (place != null) {
            place = place.in(group.slot(place.leader()).group);
        }
        announce();
        awaitAll(what);
        mine.clear();
        return place;
    }

    /** The movement, to be told before {@link #move} what this rank sends and receives. */
    Movement movement() {
        return mine.shown;
    }

    void move(String what) {
        Movement movement = mine.shown;
        announce();
        String mismatch = null;
        for (int i = 1; i < size; i++) {
            int other = after(i);
            if (movement.in.with(other)) {
                await(other, what);
                String wrong = take(other);
                mismatch = mismatch == null ? wrong : mismatch;
            }
        }
        movement.toSelf();
        announce();
        for (int i = 1; i < size; i++) {
            if (movement.out.with(after(i))) {
                await(after(i), what);
            }
        }
        mine.clear();
        raise(mismatch);
    }

    void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        String what = "a reduction";
        // In place is safe here: the root alone reads, and every block before it is written.
        mine.shown.out.whole(contribution == IN_PLACE ? result : contribution);
        announce();
        String mismatch = null;
        if (rank == root) {
            awaitAll(what);
            mismatch = mismatch();
            if (mismatch == null) {
                reducer.reduce(group, size, type, op, 0, length(rank), result, result.position());
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
        mine.shown.in.whole(result);
        String mismatch = show(contribution, result, what);
        if (mismatch == null) {
            if (size > 1 && length(rank) >= SHARED_WORK) {
                reduceShared(result, type, op, what);
            } else {
                reducer.reduce(group, size, type, op, 0, length(rank), result, result.position());
            }
        }
        leave(mismatch, what);
    }

    /** Leaves this rank a part of the result, from an offset. */
    void reduceScatter(ByteBuffer contribution, ByteBuffer result, int offset, int bytes, Datatype type, ReduceOp op) {
        String what = "a reduce-scatter";
        String mismatch = show(contribution, result, what);
        if (mismatch == null) {
            reducer.reduce(group, size, type, op, offset, bytes, result, result.position());
        }
        leave(mismatch, what);
    }

    /** Leaves this rank what the first ranks contribute, combined; nothing if there are none. */
    void scan(ByteBuffer contribution, ByteBuffer result, int ranks, Datatype type, ReduceOp op) {
        String what = "a scan";
        String mismatch = show(contribution, result, what);
        if (mismatch == null && ranks > 0) {
            reducer.reduce(group, ranks, type, op, 0, length(rank), result, result.position());
        }
        leave(mismatch, what);
    }

    /** In place, others must still see the input while the result is written: they get a copy. */
    private String show(ByteBuffer contribution, ByteBuffer result, String what) {
        mine.shown.out.whole(contribution == IN_PLACE ? scratch.copy(result) : contribution);
        announce();
        awaitAll(what);
        // All ranks see the same lengths, so all come to the same answer.
        return mismatch();
    }

    private void leave(String mismatch, String what) {
        announce();
        awaitAll(what);
        mine.clear();
        raise(mismatch);
    }

    private void reduceShared(ByteBuffer result, Datatype type, ReduceOp op, String what) {
        int from = share(rank, type);
        reducer.reduce(group, size, type, op, from, share(rank + 1, type) - from, result, result.position() + from);
        announce();
        for (int i = 1; i < size; i++) {
            int other = after(i);
            await(other, what);
            Blocks results = group.slot(other).shown.in;
            int begin = share(other, type);
            result.put(
                    result.position() + begin,
                    results.buffer(),
                    results.at(rank) + begin,
                    share(other + 1, type) - begin);
        }
    }

    /** The offset in bytes at which the share of a rank begins. */
    private int share(int of, Datatype type) {
        return (int) ((long) length(rank) / type.bytes() * of / size) * type.bytes();
    }

    private String take(int other) {
        Blocks in = mine.shown.in;
        Blocks out = group.slot(other).shown.out;
        if (out.length(rank) != in.length(other)) {
            return Movement.mismatch(other, out.length(rank), rank, in.length(other));
        }
        in.buffer().put(in.at(other), out.buffer(), out.at(rank), in.length(other));
        return null;
    }

    private int length(int of) {
        return group.slot(of).shown.out.length(rank);
    }

    private String mismatch() {
        for (int other = 0; other < size; other++) {
            if (length(other) != length(rank)) {
                return "rank " + rank + " contributes " + length(rank) + " bytes, rank " + other + " " + length(other);
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
            await(after(i), what);
        }
    }

    /** Ranks begin with their neighbours, lest all ask the same one at once. */
    private int after(int distance) {
        int other = rank + distance;
        return other < size ? other : other - size;
    }

    private void await(int other, String what) {
        if (!group.hasReached(other, phase)) {
            engine.awaitPhase(other, phase, what);
        }
    }
}
