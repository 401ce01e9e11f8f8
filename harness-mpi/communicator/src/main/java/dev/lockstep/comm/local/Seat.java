package dev.lockstep.comm.local;

import java.nio.ByteBuffer;

/**
 * What one rank shows the others during a collective. Plain fields: the flags of {@link Group} order their reads and
 * writes.
 */
@SuppressWarnings("unused")
final class Seat {
    // HotSpot lays longs out before the rest: they keep the other fields off the neighbour's cache line.
    private long pad0;
    private long pad1;
    private long pad2;
    private long pad3;
    private long pad4;
    private long pad5;
    private long pad6;
    private long pad7;

    ByteBuffer contribution;
    ByteBuffer result;
    int position;
    int resultPosition;
    int length;
    Group group;

    void show(ByteBuffer what) {
        contribution = what;
        position = what.position();
        length = what.remaining();
    }

    void show(ByteBuffer what, ByteBuffer into) {
        show(what);
        result = into;
        resultPosition = into.position();
    }

    void clear() {
        contribution = null;
        result = null;
        group = null;
    }
}
