package dev.lockstep.collectives;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds out whether a barrier holds every rank until the last one has come.
 *
 * <p>Each rank in turn comes late: the others tell it that they are about to enter, and enter; it waits until it has
 * heard from all, rests, and enters itself. Whoever told it at its own time t must not leave before t plus the rest. Each
 * rank reads its own clock only, a tenth is left for clocks' speeds, and so a right barrier never fails.
 */
final class StragglerCheck {
    private static final int TAG = 7;

    /** Well above what a scheduler takes away, and short enough for many ranks. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LEAST_NANOS = REST_NANOS - REST_NANOS / 10;

    private StragglerCheck() {}

    /**
     * Checks the barrier; collective. No other message with tag {@value #TAG} may be under way.
     *
     * @throws IllegalStateException if this rank left too early; at the end, so that no other rank waits for this one
     */
    static void verify(Communicator comm, Runnable barrier) {
        ByteBuffer nothing = comm.allocate(0);
        String failure = null;
        for (int late = 0; late < comm.size(); late++) {
            long entered = System.nanoTime();
            if (comm.rank() == late) {
                hearFromOthers(comm, nothing);
                rest();
            } else {
                comm.send(nothing, late, TAG);
            }
            barrier.run();
            long held = System.nanoTime() - entered;
            if (held < LEAST_NANOS) {
                failure = "rank " + comm.rank() + " left the barrier after " + held + " ns, while rank " + late
                        + " rested for " + REST_NANOS + " ns before it entered";
            }
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    private static void hearFromOthers(Communicator comm, ByteBuffer nothing) {
        for (int other = 0; other < comm.size(); other++) {
            if (other != comm.rank()) {
                comm.recv(nothing, other, TAG);
            }
        }
    }

    private static void rest() {
        long start = System.nanoTime();
        for (long left = REST_NANOS; left > 0; left = REST_NANOS - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
    }
}
