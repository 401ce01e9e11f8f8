package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.Hosted;
import java.io.IOException;
import java.net.InetSocketAddress;

/** How a mediator is asked. Its address begins with the protocol's scheme. */
interface Protocol {
    /** What addresses begin with: {@code tcp://}. */
    String scheme();

    /**
     * Serves a registry.
     *
     * @param at where to listen
     * @param store which stays open
     * @return its address, and what ends it
     * @throws IOException if it cannot listen there
     */
    Hosted serve(InetSocketAddress at, Registry store) throws IOException;

    /**
     * Asks.
     *
     * @param mediator where it listens
     * @param request a line without its end
     * @return the whole answer
     * @throws IOException if nobody answers
     */
    String ask(InetSocketAddress mediator, String request) throws IOException;
}
