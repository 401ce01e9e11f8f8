package dev.lockstep.comm.local;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The open communicators of one rank. MPI's progress rule knows no communicators: whoever waits in one must also move
 * what the same thread has under way in another (MPI 4.1, section 3.7.4), or a receive posted in one followed by a barrier
 * in the other would hang.
 */
final class Siblings {
    private volatile LocalCommunicator[] open = {};

    synchronized void add(LocalCommunicator communicator) {
        open = Stream.concat(Arrays.stream(open), Stream.of(communicator)).toArray(LocalCommunicator[]::new);
    }

    synchronized void remove(LocalCommunicator communicator) {
        open = Arrays.stream(open).filter(c -> c != communicator).toArray(LocalCommunicator[]::new);
    }

    /** Called only from waits that have lasted a while. */
    void progress(LocalCommunicator except) {
        for (LocalCommunicator other : open) {
            if (other != except) {
                other.progressForSibling();
            }
        }
    }
}
