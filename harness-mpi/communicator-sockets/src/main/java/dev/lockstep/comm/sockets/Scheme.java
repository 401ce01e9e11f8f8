package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Status;
import java.io.IOException;

/** How messages go: sent at once, or asked for. All methods are called with the engine's lock. */
interface Scheme {

    /** Whether what a rank has sent leaves only when it is asked for. */
    default boolean sendsWhenAsked() {
        return false;
    }

    /** Begins to send. */
    void send(SendRequest request) throws IOException;

    /** Whether a message has begun to come that a receive would get, for a scheme that can tell. */
    default boolean probe(Requests of, int source, int tag, Status status) {
        throw new UnsupportedOperationException();
    }

    /** Begins to receive. */
    void receive(ReceiveRequest request) throws IOException;

    /**
     * A frame's header has come.
     *
     * @param arrival is told where the payload goes
     * @throws IOException if there is no such frame
     */
    void begin(Link from, int kind, long context, int tag, int number, int token, int length, Arrival arrival)
            throws IOException;

    /** All of it has come. */
    void end(Link from, Arrival arrival) throws IOException;

    /** Forgets a communicator that is closed. */
    void forget(long context);
}
