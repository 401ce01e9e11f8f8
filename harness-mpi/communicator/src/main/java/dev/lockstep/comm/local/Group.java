package dev.lockstep.comm.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** What the ranks of one communicator share. */
final class Group implements Operands {
    private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(long[].class);
    /** In longs: flags lie two cache lines apart, because processors fetch lines in pairs. */
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

    /** A new one for some of these ranks. */
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

    /** For messages between two ranks. */
    Channels messages() {
        return messages;
    }

    /** For what non-blocking collectives send, which no receive may get. */
    Channels exchanges() {
        return exchanges;
    }

    RankSlot slot(int rank) {
        return slots[rank];
    }

    /** Of what the ranks show in their slots. */
    @Override
    public void load(int rank, int offset, int bytes, ByteBuffer block) {
        Blocks shown = slots[rank].shown.out;
        block.put(0, shown.buffer(), shown.at(0) + offset, bytes);
    }

    /** A rank has done all that comes before this phase. */
    void reach(int rank, long phase) {
        FLAGS.setRelease(flags, (rank + 1) * STRIDE, phase);
    }

    boolean hasReached(int rank, long phase) {
        return (long) FLAGS.getAcquire(flags, (rank + 1) * STRIDE) >= phase;
    }
}
