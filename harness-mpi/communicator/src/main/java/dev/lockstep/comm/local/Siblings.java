package dev.lockstep.comm.local;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The open communicators of one rank. MPI's progress rule knows no communicators: a thread that waits in one must also
 * move what it has under way in another (MPI 4.1, section 3.7.4), or a receive posted in one followed by a barrier in
 * the other would hang.
 */
final class Siblings {
    private volatile ProgressEngine[] open = {};

    synchronized void add(ProgressEngine engine) {
        open = Stream.concat(Arrays.stream(open), Stream.of(engine)).toArray(ProgressEngine[]::new);
    }

    synchronized void remove(ProgressEngine engine) {
        open = Arrays.stream(open).filter(c -> c != engine).toArray(ProgressEngine[]::new);
    }

    /** Makes progress in the others; called only from waits that have lasted a while. */
    void progress(ProgressEngine except) {
        for (ProgressEngine other : open) {
            if (other != except) {
                other.progressForSibling();
            }
        }
    }
}
