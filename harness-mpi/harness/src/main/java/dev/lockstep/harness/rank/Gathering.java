package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.link.AllGather;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Ranks tell each other something small, while nothing is timed. */
interface Gathering {

    /**
     * Collective: hands every rank's value to every rank.
     *
     * @param mine at most {@value AllGather#MAX_BYTES} bytes
     * @return by rank
     */
    List<byte[]> allGather(byte[] mine);

    /** By the communicator's own messages, where it has any. */
    static Gathering over(Communicator comm) {
        return comm instanceof RelayCommunicator relayed ? relayed : new Broadcasts(comm);
    }

    /** Over a communicator: each rank in turn broadcasts the length of its value, then the value. */
    final class Broadcasts implements Gathering {
        private final Communicator comm;
        private final ByteBuffer length;
        private final ByteBuffer value;

        private Broadcasts(Communicator comm) {
            this.comm = comm;
            this.length = comm.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
            this.value = comm.allocate(AllGather.MAX_BYTES);
        }

        @Override
        public List<byte[]> allGather(byte[] mine) {
            AllGather.requireShort(mine);
            List<byte[]> all = new ArrayList<>();
            for (int root = 0; root < comm.size(); root++) {
                all.add(broadcast(root, mine));
            }
            return all;
        }

        private byte[] broadcast(int root, byte[] mine) {
            if (comm.rank() == root) {
                length.putInt(0, mine.length);
                value.clear().put(mine);
            }
            comm.bcast(length, root);
            byte[] theirs = new byte[length.getInt(0)];
            comm.bcast(value.clear().limit(theirs.length), root);
            value.get(theirs);
            return theirs;
        }
    }
}
