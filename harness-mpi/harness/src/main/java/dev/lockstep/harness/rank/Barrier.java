package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;

/** What holds ranks together before synchronised operations. */
public interface Barrier {

    /** Returns when every rank has called it. */
    void await();

    /** One of our own messages; the relay's where a communicator has no messages. */
    static Barrier over(Communicator comm) {
        return comm instanceof RelayCommunicator ? comm::barrier : new DisseminationBarrier(comm);
    }
}
