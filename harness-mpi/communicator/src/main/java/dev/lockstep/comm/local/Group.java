package dev.lockstep.comm.local;

import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Idle;
import dev.lockstep.comm.support.reduction.Operands;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** The state that the ranks of one communicator share. */
final class Group implements Operands {
    private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(long[].class);
    /** The distance of flags, in longs: two cache lines, because processors fetch lines in pairs. */
    private static final int STRIDE = 16;

    private final int size;
    private final Abort abort;
    private final boolean oversubscribed;
    private final Channels messages;
    private final Channels exchanges;
    private final long[] flags;
    private final RankSlot[] slots;

    Group(int size, Abort abort, boolean oversubscribed) {
        this.size = size;
        this.abort = abort;
        this.oversubscribed = oversubscribed;
        messages = new Channels(size);
        exchanges = new Channels(size);
        flags = new long[(size + 1) * STRIDE];
        slots = new RankSlot[size];
        for (int rank = 0; rank < size; rank++) {
            slots[rank] = new RankSlot(rank, size);
        }
    }

    /** A new group for some of these ranks. */
    Group of(int ranks) {
        return new Group(ranks, abort, oversubscribed);
    }

    @Override
    public int size() {
        return size;
    }

    Idle newIdle() {
        return new Idle(abort, oversubscribed);
    }

    /** The channels for messages between two ranks. */
    Channels messages() {
        return messages;
    }

    /** The channels for non-blocking collectives, which no receive may read. */
    Channels exchanges() {
        return exchanges;
    }

    RankSlot slot(int rank) {
        return slots[rank];
    }

    /** Loads a rank's elements from its slot. */
    @Override
    public void load(int rank, int offset, int bytes, ByteBuffer block) {
        Blocks shown = slots[rank].shown.out;
        block.put(0, shown.buffer(), shown.at(0) + offset, bytes);
    }

    /** Announces that a rank has done everything before this phase. */
    void reach(int rank, long phase) {
        FLAGS.setRelease(flags, (rank + 1) * STRIDE, phase);
    }

    boolean hasReached(int rank, long phase) {
        return (long) FLAGS.getAcquire(flags, (rank + 1) * STRIDE) >= phase;
    }
}
