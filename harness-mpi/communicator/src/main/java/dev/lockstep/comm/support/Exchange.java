package dev.lockstep.comm.support;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.reduction.Operands;
import java.nio.ByteBuffer;

/**
 * A non-blocking collective under way: a message to and from each rank that its {@link Movement} names, and for a
 * reduction the arithmetic when all have come. It is made of messages so that it goes on whenever this rank waits for
 * anything, and whichever rank comes last.
 */
final class Exchange extends PooledRequest implements Operands {
    private final Exchanges home;
    private final Parts parts;
    private final int rank;
    private final int size;
    private final Movement movement;
    private final Part[] sends;
    private final Part[] receives;
    private String what;
    /** All ranks below this one are complete, in both directions. */
    private int done;

    private ByteBuffer collected;
    private int combined;
    private ByteBuffer result;
    private Datatype type;
    private ReduceOp op;

    Exchange(Exchanges home, Progress progress, Parts parts, int rank, int size) {
        super(progress);
        this.home = home;
        this.parts = parts;
        this.rank = rank;
        this.size = size;
        movement = new Movement(rank, size);
        sends = new Part[size];
        receives = new Part[size];
    }

    /** The movement, to be told before the start what this rank sends and receives. */
    Movement movement() {
        return movement;
    }

    /** Combines, at the end, what was collected from the first ranks; nothing if this rank collects nothing. */
    Exchange combining(ByteBuffer elements, int ranks, ByteBuffer into, Datatype elementType, ReduceOp operation) {
        collected = elements;
        combined = ranks;
        result = into;
        type = elementType;
        op = operation;
        return this;
    }

    Exchange start(String name, int tag) {
        what = name;
        done = 0;
        inUse(true);
        Blocks in = movement.in;
        Blocks out = movement.out;
        for (int i = 1; i < size; i++) {
            int other = (rank + size - i) % size;
            if (in.with(other)) {
                receives[other] = parts.receive(in.buffer(), in.at(other), in.length(other), other, tag);
            }
        }
        for (int i = 1; i < size; i++) {
            int other = (rank + i) % size;
            if (out.with(other)) {
                sends[other] = parts.send(out.buffer(), out.at(other), out.length(other), other, tag);
            }
        }
        movement.toSelf();
        return this;
    }

    @Override
    public boolean isDone() {
        while (done < size && isDone(sends[done]) && isDone(receives[done])) {
            done++;
        }
        return done == size;
    }

    @Override
    public void finish(Status status) {
        String wrong = null;
        for (int other = 0; other < size; other++) {
            if (sends[other] != null) {
                sends[other].end();
                sends[other] = null;
            }
            if (receives[other] != null) {
                int expected = movement.in.length(other);
                int came = receives[other].end();
                receives[other] = null;
                wrong = came == expected ? wrong : Movement.mismatch(other, came, rank, expected);
            }
        }
        if (wrong == null && collected != null && combined > 0) {
            home.reducer().reduce(this, combined, type, op, 0, movement.in.length(rank), result, result.position());
        }
        collected = null;
        result = null;
        movement.clear();
        inUse(false);
        home.recycle(this);
        if (wrong != null) {
            throw new CommunicationException(wrong);
        }
    }

    @Override
    public int size() {
        return size;
    }

    /** Loads a rank's elements from what was collected. */
    @Override
    public void load(int of, int offset, int bytes, ByteBuffer block) {
        block.put(0, collected, movement.in.at(of) + offset, bytes);
    }

    @Override
    public String toString() {
        return what;
    }

    private static boolean isDone(Part part) {
        return part == null || part.isDone();
    }
}
