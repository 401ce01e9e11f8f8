package dev.lockstep.pattern.cache;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory for files and messages. That of a file that has left memory is kept for the next one of about its size; that
 * of a message which nobody has taken is never used again, for the library may still read it.
 */
final class Buffers {
    /** Memory is used again for what takes all but this part of it. */
    private static final int SLACK = 8;

    private final Communicator comm;
    private final List<ByteBuffer> abandoned = new ArrayList<>();
    private ByteBuffer spare;

    Buffers(Communicator comm) {
        this.comm = comm;
    }

    /** A buffer for a file, from position 0 to a limit of so many bytes. */
    ByteBuffer take(int size) {
        ByteBuffer taken = spare;
        if (taken == null || taken.capacity() < size || taken.capacity() - size > size / SLACK) {
            return comm.allocate(size);
        }
        spare = null;
        return taken.clear().limit(size);
    }

    /** It is of no more use where it was. */
    void give(ByteBuffer bytes) {
        if (!isAbandoned(bytes)) {
            spare = bytes;
        }
    }

    /** A message that was not taken lies in it. */
    void abandon(ByteBuffer message) {
        abandoned.add(message);
    }

    /** One for messages: the same as before, unless one of them was not taken. */
    ByteBuffer again(ByteBuffer messages) {
        return isAbandoned(messages) ? comm.allocate(messages.capacity()).order(messages.order()) : messages;
    }

    private boolean isAbandoned(ByteBuffer bytes) {
        for (int i = 0; i < abandoned.size(); i++) {
            if (abandoned.get(i) == bytes) {
                return true;
            }
        }
        return false;
    }
}
