package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.Staging;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** What all operations of a communicator share: its handle, its place, its memory, and whether it is open. */
abstract class FfmPlace implements Communicator {
    final FfmWorld world;
    final long comm;
    final int rank;
    final int size;
    final Staging staging = new Staging();
    final RequestPool requests = new RequestPool(staging);
    /** For blocking operations: one at a time. */
    final Operands operands = new Operands(staging);

    final Slot slot = new Slot();
    private final Set<FfmPersistent> persistent = new HashSet<>();
    private boolean closed;

    FfmPlace(FfmWorld world, long comm) {
        this.world = world;
        this.comm = comm;
        Failures.check(RawWorld.commRank(comm, slot.flag()), "a communicator did not tell its rank");
        rank = slot.flagValue();
        Failures.check(RawWorld.commSize(comm, slot.flag()), "a communicator did not tell its size");
        size = slot.flagValue();
        world.opened(this);
    }

    final void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }

    /** Keeps a persistent request, which may be active though nobody else remembers it. */
    final void hold(FfmPersistent request) {
        persistent.add(request);
    }

    final void letGo(FfmPersistent request) {
        persistent.remove(request);
    }

    /** Ends a blocking operation on {@link #operands}. */
    final void finish(int code, String what) {
        if (code != MpiAbi.SUCCESS) {
            operands.release();
            throw Failures.of(code, what + " failed");
        }
        operands.copyOut(operands.room());
        operands.release();
    }

    /** A buffer that only the root's library looks at. */
    final ByteBuffer atRoot(ByteBuffer buffer, int root) {
        return rank == root ? buffer : null;
    }

    @Override
    public final int rank() {
        checkOpen();
        return rank;
    }

    @Override
    public final int size() {
        checkOpen();
        return size;
    }

    @Override
    public final void close() {
        if (closed) {
            return;
        }
        closed = true;
        world.closed(this);
        slot.handleValue(comm);
        Failures.check(RawWorld.commFree(slot.handle()), "a communicator was not freed");
    }

    @Override
    public final String toString() {
        return "ffm rank " + rank + " of " + size;
    }
}
