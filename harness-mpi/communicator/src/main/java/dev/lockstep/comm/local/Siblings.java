package dev.lockstep.comm.local;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The open communicators of one rank. MPI's progress rule knows no communicators: whoever waits in one must also move
 * what the same thread has under way in another (MPI 4.1, section 3.7.4), or a receive posted in one followed by a barrier
 * in the other would hang.
 */
final class Siblings {
    private volatile ProgressEngine[] open = {};

    synchronized void add(ProgressEngine engine) {
        open = Stream.concat(Arrays.stream(open), Stream.of(engine)).toArray(ProgressEngine[]::new);
    }

    synchronized void remove(ProgressEngine engine) {
        open = Arrays.stream(open).filter(c -> c != engine).toArray(ProgressEngine[]::new);
    }

    /** Called only from waits that have lasted a while. */
    void progress(ProgressEngine except) {
        for (ProgressEngine other : open) {
            if (other != except) {
                other.progressForSibling();
            }
        }
    }
}
