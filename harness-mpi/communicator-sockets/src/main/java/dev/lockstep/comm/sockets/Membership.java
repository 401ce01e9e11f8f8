package dev.lockstep.comm.sockets;

import dev.lockstep.comm.support.Wait;

/** What a communicator is of: processes, one of which is the caller's, and a context that their messages bear. */
public final class Membership {
    private final ProcessWorld world;
    private final Turns turns;
    private final long context;
    private final int[] processes;
    private final int rank;

    Membership(ProcessWorld world, Turns turns, long context, int[] processes, int rank) {
        this.world = world;
        this.turns = turns;
        this.context = context;
        this.processes = processes;
        this.rank = rank;
    }

    ProcessWorld world() {
        return world;
    }

    Engine engine() {
        return world.engine();
    }

    Turns turns() {
        return turns;
    }

    /**
     * The wait of the communicator's thread for what is not one of its messages, which makes progress with these now and
     * then.
     */
    public Wait elsewhere() {
        return turns.elsewhere();
    }

    /** A word that is the same on all of its ranks, and another one for each communicator that there is. */
    public String word() {
        return Long.toHexString(context) + "-" + processes[0];
    }

    /** What its messages bear; communicators of other processes may have the same. */
    long context() {
        return context;
    }

    /** The processes, by rank. */
    int[] processes() {
        return processes;
    }

    int rank() {
        return rank;
    }
}
