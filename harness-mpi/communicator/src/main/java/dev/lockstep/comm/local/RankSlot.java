package dev.lockstep.comm.local;

import dev.lockstep.comm.support.Movement;

/**
 * The data that one rank shows the others during a collective. Plain fields: the flags of {@link Group} order their
 * reads and writes.
 */
@SuppressWarnings("unused")
final class RankSlot {
    // HotSpot lays longs out before the rest: they keep the other fields off the neighbour's cache line.
    private long pad0;
    private long pad1;
    private long pad2;
    private long pad3;
    private long pad4;
    private long pad5;
    private long pad6;
    private long pad7;

    final Movement shown;
    Group group;
    int color;
    int key;

    RankSlot(int rank, int size) {
        shown = new Movement(rank, size);
    }

    void clear() {
        shown.clear();
        group = null;
    }
}
