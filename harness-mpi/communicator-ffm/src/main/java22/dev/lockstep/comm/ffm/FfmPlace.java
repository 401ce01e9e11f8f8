package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Capabilities;
import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.Staging;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The state that all operations of a communicator share: its handle, its place, its memory, and whether it is open. */
abstract class FfmPlace implements Capabilities {
    final FfmWorld world;
    final long comm;
    final int rank;
    final int size;
    final Staging staging = new Staging();
    final RequestPool requests = new RequestPool(this);
    /** The operands of blocking operations, one at a time. */
    final Operands operands = new Operands(staging);

    final Slot slot = new Slot();
    private final Set<FfmPersistent> persistent = new HashSet<>();
    private final Queue<FfmPlace> shared = new ConcurrentLinkedQueue<>();
    /** Both are read by all threads that share it. */
    private volatile boolean closed;

    private volatile boolean left;

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

    /** Checks that MPI has not ended; a closed communicator may still be asked for some things. */
    final void checkJoined() {
        if (left) {
            throw new IllegalStateException("the world of this communicator was closed");
        }
    }

    /** Whether MPI ends or has ended. */
    final boolean hasLeft() {
        return left;
    }

    /** Notes that MPI ends. */
    final void leave() {
        closed = true;
        left = true;
    }

    /** Notes one that ends with this one. */
    final <T extends FfmPlace> T shared(T share) {
        shared.add(share);
        return share;
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
    public final Map<Capability, String> unsupported() {
        return world.unsupported();
    }

    public final int rank() {
        checkOpen();
        return rank;
    }

    public final int size() {
        checkOpen();
        return size;
    }

    public final void close() {
        if (closed) {
            return;
        }
        shared.forEach(FfmPlace::end);
        end();
        slot.handleValue(comm);
        Failures.check(RawWorld.commFree(slot.handle()), "a communicator was not freed");
    }

    /** What is under way goes on, and its buffers must stay: those that are never completed, until MPI ends. */
    private void end() {
        closed = true;
        if (requests.isIdle() && persistent.stream().noneMatch(FfmPersistent::isActive)) {
            world.closed(this);
        }
    }

    @Override
    public final String toString() {
        return "ffm rank " + rank + " of " + size;
    }
}
