package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import java.util.List;

/** Ranks tell each other something small, while nothing is timed. */
interface Gathering {

    /**
     * Collective: hands every rank's value to every rank.
     *
     * @param mine at most {@link dev.lockstep.harness.link.AllGather#MAX_BYTES} bytes
     * @return by rank
     */
    List<byte[]> allGather(byte[] mine);

    /** By the communicator's own messages, where it has any. */
    static Gathering over(Communicator comm) {
        return comm instanceof RelayCommunicator relayed ? relayed : new BroadcastGathering(comm);
    }
}
