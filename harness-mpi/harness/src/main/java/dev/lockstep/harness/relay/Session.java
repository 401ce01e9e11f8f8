package dev.lockstep.harness.relay;

import java.io.IOException;

/** What passes between the relay and the ranks of a launch: a fork of JMH, a pilot, or a probe. */
interface Session {

    /** A rank has said who it is; called on that rank's thread, before {@link #converse}. */
    void introduced(RankLink link) throws IOException;

    /**
     * Serves one rank until nothing is left to say; all ranks' threads are in here at the same time.
     *
     * @throws RankFailure if the rank cannot go on
     * @throws IOException if its link breaks
     * @throws InterruptedException if the launch is given up meanwhile
     */
    void converse(RankLink link) throws IOException, RankFailure, InterruptedException;

    /** All ranks have finished well: passes the end on, and returns when it has arrived. */
    void complete() throws IOException;

    /** The launch has failed; called once. */
    void failed(String reason);
}
