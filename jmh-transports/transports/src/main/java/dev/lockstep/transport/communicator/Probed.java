package dev.lockstep.transport.communicator;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Messages of a tag, from one rank or by wildcard: the library keeps them until they are received. */
record Probed(Calls calls, int from, int tag) implements Inbox {
    @Override
    public boolean isThere() throws IOException {
        return calls.isThere(from, tag);
    }

    @Override
    public int take(ByteBuffer into) throws IOException {
        return calls.receive(into, calls.source(), tag);
    }

    /** The time is never over where threads share: what one has seen, another may receive. */
    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        if (timeoutNanos == 0 || calls.areShared()) {
            return calls.receive(into, from, tag);
        }
        return calls.await(this, timeoutNanos) ? take(into) : -1;
    }

    /** To the calling thread, where threads share. */
    @Override
    public int source() {
        return calls.source();
    }

    @Override
    public void close() {}
}
