package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Known contents, and ways to move them that no correct communicator deadlocks on. */
public final class Messages {
    /** Longer than any eager limit. */
    static final int LARGE = (1 << 20) + 5;

    private Messages() {}

    static byte at(int seed, int index) {
        return (byte) (seed * 37 + index * 7 + (index >> 8) * 3 + 1);
    }

    public static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    public static ByteBuffer heap(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    /** Fills a buffer from position to limit. */
    public static ByteBuffer fill(ByteBuffer buffer, int seed) {
        for (int i = 0; i < buffer.remaining(); i++) {
            buffer.put(buffer.position() + i, at(seed, i));
        }
        return buffer;
    }

    /** The byte at an index, also beyond the limit. */
    static byte byteAt(ByteBuffer buffer, int index) {
        return buffer.duplicate().clear().get(index);
    }

    public static int right(Communicator comm) {
        return (comm.rank() + 1) % comm.size();
    }

    public static int left(Communicator comm) {
        return (comm.rank() + comm.size() - 1) % comm.size();
    }

    /** Any source where a communicator has that; else the one that it is. */
    static int any(Communicator comm, int source) {
        return comm.supports(Capability.WILDCARD) ? Communicator.ANY_SOURCE : source;
    }

    /** Any tag where a communicator has that; else the one that it is. */
    static int anyTag(Communicator comm, int tag) {
        return comm.supports(Capability.WILDCARD) ? Communicator.ANY_TAG : tag;
    }

    /** Every rank sends to its right and receives from its left, by blocking calls as far as there are others. */
    static void shift(Communicator comm, ByteBuffer out, ByteBuffer in, int tag, Status status) {
        if (comm.size() == 1) {
            Request sending = comm.iSend(out, 0, tag);
            comm.recv(in, 0, tag, status);
            sending.await();
        } else if (comm.rank() % 2 == 0) {
            comm.send(out, right(comm), tag);
            comm.recv(in, left(comm), tag, status);
        } else {
            comm.recv(in, left(comm), tag, status);
            comm.send(out, right(comm), tag);
        }
    }

    /** Shifts a pattern and checks that the neighbour's arrives. */
    public static void shiftPattern(Communicator comm, ByteBuffer out, ByteBuffer in, int tag, String what) {
        shift(comm, fill(out, comm.rank()), in, tag, null);
        Expect.pattern(in, left(comm), what + " from rank " + left(comm));
    }
}
