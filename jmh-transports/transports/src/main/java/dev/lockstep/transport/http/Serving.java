package dev.lockstep.transport.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A server that listens. */
interface Serving extends Closeable {
    /** Takes a request, in a thread of the server's; the response may be given later. */
    @FunctionalInterface
    interface Taker {
        void take(Exchange exchange) throws IOException;
    }

    InetSocketAddress address();

    /** Ends it, and waits for its threads, unless this is one of them. */
    @Override
    void close() throws IOException;
}
