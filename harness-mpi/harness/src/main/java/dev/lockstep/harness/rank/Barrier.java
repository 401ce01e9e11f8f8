package dev.lockstep.harness.rank;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;

/** What holds ranks together before synchronised operations. */
public interface Barrier {

    /** Returns when every rank has called it. */
    void await();

    /** One of our own messages; the communicator's where it has no messages. */
    static Barrier over(Communicator comm) {
        return comm.supports(Capability.POINT_TO_POINT) ? new DisseminationBarrier(comm) : comm::barrier;
    }
}
