package dev.lockstep.harness.relay;

import java.io.IOException;

/** What the relay talks about with the ranks of a launch: a fork of JMH, or a pilot. */
interface Conversation {

    /** A rank has said who it is; called on that rank's thread, before {@link #converse}. */
    void introduced(RankLink link) throws IOException;

    /**
     * Talks with one rank until it has nothing more to say; all ranks' threads are in here at the same time.
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
