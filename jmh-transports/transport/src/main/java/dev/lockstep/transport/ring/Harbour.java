package dev.lockstep.transport.ring;

import java.io.IOException;
import java.util.List;

/** The place where an endpoint's rings come from: memory of this process or of several. */
public interface Harbour {
    /** The endpoint's address. */
    String address();

    /** A number that changes when somebody connects; asked with every look for messages. */
    long arrived();

    /**
     * The links of those that have connected and were not yet given, but for what cannot be opened now.
     *
     * @throws IOException if there are some, and none can be opened; they are there the next time
     */
    List<RingLink> arrivals() throws IOException;

    /**
     * Connects to another endpoint.
     *
     * @param address the other's
     * @throws IOException if nobody is there
     */
    RingLink connect(String address) throws IOException;

    /** Refuses who connects from now on; who has connected before is among the arrivals. */
    void refuse();

    /**
     * Gives the address up, and all that was left there.
     *
     * @throws IOException if something of it could not be removed
     */
    void close() throws IOException;
}
