package dev.lockstep.comm.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the ranks of one communicator share. */
final class Group {
    private static final VarHandle CHANNELS = MethodHandles.arrayElementVarHandle(Channel[].class);
    private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(long[].class);
    /** In longs: flags lie two cache lines apart, because processors fetch lines in pairs. */
    private static final int STRIDE = 16;

    private final int size;
    private final Abort abort;
    private final boolean oversubscribed;
    private final Channel[] channels;
    private final long[] flags;
    private final Seat[] seats;

    Group(int size, Abort abort, boolean oversubscribed) {
        this.size = size;
        this.abort = abort;
        this.oversubscribed = oversubscribed;
        channels = new Channel[size * size];
        flags = new long[(size + 1) * STRIDE];
        seats = new Seat[size];
        for (int rank = 0; rank < size; rank++) {
            seats[rank] = new Seat();
        }
    }

    Group sameRanks() {
        return new Group(size, abort, oversubscribed);
    }

    int size() {
        return size;
    }

    Idle newIdle() {
        return new Idle(abort, oversubscribed);
    }

    /** For the sender, who makes it when it is first needed: most pairs of a large world never talk. */
    Channel openChannel(int sender, int receiver) {
        Channel channel = new Channel();
        CHANNELS.setRelease(channels, sender * size + receiver, channel);
        return channel;
    }

    /** For the receiver: null if nothing was ever sent. */
    Channel channel(int sender, int receiver) {
        return (Channel) CHANNELS.getAcquire(channels, sender * size + receiver);
    }

    Seat seat(int rank) {
        return seats[rank];
    }

    /** A rank has done all that comes before this phase. */
    void reach(int rank, long phase) {
        FLAGS.setRelease(flags, (rank + 1) * STRIDE, phase);
    }

    boolean hasReached(int rank, long phase) {
        return (long) FLAGS.getAcquire(flags, (rank + 1) * STRIDE) >= phase;
    }
}
