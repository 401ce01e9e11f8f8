package dev.lockstep.transport.communicator;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What messages are received from. */
interface Inbox extends AutoCloseable {
    /** Whether a message is there. */
    boolean isThere() throws IOException;

    /** Receives the message that {@link #isThere} has seen; returns its length. */
    int take(ByteBuffer into) throws IOException;

    /** Receives a message once there is one; -1 if the time is over. */
    int receive(ByteBuffer into, long timeoutNanos) throws IOException;

    /** The rank of the message last received or seen. */
    int source();

    @Override
    void close();
}
